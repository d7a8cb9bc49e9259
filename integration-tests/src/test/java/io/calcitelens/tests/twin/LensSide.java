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
package io.calcitelens.tests.twin;

import io.calcitelens.tests.postgres.PostgresServer;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** The logical table. */
final class LensSide extends Side {
  /** Connection properties of a run, as in a URL: {@code captureMemoryRows=1}. */
  private static final String PROPERTIES = System.getProperty("twin.properties", "");

  private final String table;

  /**
   * A connection of its own.
   *
   * @param home where captured rows live
   */
  LensSide(String table, String home) throws SQLException {
    super(DriverManager.getConnection("jdbc:lens:;captureHome=" + home + ";" + PROPERTIES));
    this.table = table;
  }

  /** Deploys a lens, in the own store or in a database of PostgreSQL. */
  void deploy(List<String> statements, boolean postgres) throws SQLException {
    String using = postgres ? PostgresServer.using() : "using mem()";
    execute(statements.stream().map(s -> s.replace("using mem()", using)).toList());
  }

  @Override
  Outcome run(Op.Run statement) throws SQLException {
    Shape shape = statement.shape();
    Fragment fragment = shape.fragment().named(table, table, "");
    if (!shape.returning().isEmpty()) {
      fragment = Fragment.concat(fragment, " returning " + String.join(", ", shape.returning()));
    }
    return execute(fragment, statement.values());
  }
}
