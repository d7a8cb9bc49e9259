/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.calcitelens.ddl.jdbc;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.sql.SQLException;
import java.sql.Savepoint;

/** A savepoint of this driver. Named ones are those of the SQL statement {@code savepoint}. */
final class LensSavepoint implements Savepoint {
  private final int id;
  private final String name;

  private LensSavepoint(int id, String name) {
    this.id = id;
    this.name = name;
  }

  static LensSavepoint named(String name) {
    return new LensSavepoint(0, name);
  }

  static LensSavepoint unnamed(int id) {
    return new LensSavepoint(id, null);
  }

  /** The name under which the transaction knows it; no user can write that of an unnamed one. */
  String key() {
    return name == null ? "\u0000" + id : name;
  }

  static String key(Savepoint savepoint) {
    if (savepoint instanceof LensSavepoint own) {
      return own.key();
    }
    throw LensException.of(
        LensCode.UNKNOWN_SAVEPOINT, RESOURCE.unknownSavepoint(String.valueOf(savepoint)));
  }

  @Override
  public int getSavepointId() throws SQLException {
    if (name != null) {
      throw new SQLException("the savepoint has a name", LensCode.WRONG_CALL.sqlState());
    }
    return id;
  }

  @Override
  public String getSavepointName() throws SQLException {
    if (name == null) {
      throw new SQLException("the savepoint has no name", LensCode.WRONG_CALL.sqlState());
    }
    return name;
  }
}
