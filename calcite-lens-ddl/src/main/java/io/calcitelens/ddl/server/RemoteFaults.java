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
package io.calcitelens.ddl.server;

import io.calcitelens.ddl.jdbc.ErrorTranslation;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.sql.SQLException;
import org.apache.calcite.avatica.AvaticaSeverity;
import org.apache.calcite.avatica.remote.AvaticaRuntimeException;
import org.apache.calcite.runtime.Resources;

/** Faults as the protocol carries them: message, SQLSTATE and vendor code. */
final class RemoteFaults {
  private RemoteFaults() {}

  /** A step of a request, which may fail in any way. */
  interface Step<T> {
    T run() throws SQLException;
  }

  /** Runs a step; whatever goes wrong is told to the client with its SQLSTATE and code. */
  static <T> T telling(Step<T> step) {
    try {
      return step.run();
    } catch (AvaticaRuntimeException e) {
      throw e;
    } catch (SQLException | RuntimeException e) {
      throw toRemote(ErrorTranslation.toSql(e));
    }
  }

  private static AvaticaRuntimeException toRemote(SQLException fault) {
    return new AvaticaRuntimeException(
        String.valueOf(fault.getMessage()),
        fault.getErrorCode(),
        fault.getSQLState(),
        AvaticaSeverity.ERROR);
  }

  static LensException wrongCall(Resources.Inst sentence) {
    return LensException.of(LensCode.WRONG_CALL, sentence);
  }
}
