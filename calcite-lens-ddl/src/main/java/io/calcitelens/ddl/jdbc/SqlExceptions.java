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

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransactionRollbackException;

/** The JDBC exceptions that frameworks test for, by class of SQLSTATE. */
final class SqlExceptions {
  private SqlExceptions() {}

  /** The exception whose cause is the fault, and whose message is the fault's. */
  static SQLException of(LensException fault) {
    String message = fault.getMessage();
    String state = fault.sqlState();
    return switch (state.substring(0, 2)) {
      case "08" -> new SQLNonTransientConnectionException(message, state, fault);
      case "0A" -> new SQLFeatureNotSupportedException(message, state, fault);
      case "22" -> new SQLDataException(message, state, fault);
      case "23" -> new SQLIntegrityConstraintViolationException(message, state, fault);
      case "40" -> new SQLTransactionRollbackException(message, state, fault);
      case "42" -> new SQLSyntaxErrorException(message, state, fault);
      default -> new SQLException(message, state, fault);
    };
  }

  /** Whether running the statement again may help. */
  static boolean isRetryable(LensException fault) {
    return fault.code() == LensCode.SERIALIZATION;
  }
}
