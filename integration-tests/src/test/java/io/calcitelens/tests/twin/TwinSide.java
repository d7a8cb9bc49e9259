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

import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Savepoint;

/** The ordinary tables, in an H2 of their own. */
abstract class TwinSide extends Side {
  /** Stands for a statement whose result is left open on purpose; it has changed nothing. */
  static final Outcome AVOIDED = new Outcome(-2, java.util.List.of(), java.util.Set.of(), "");

  TwinSide() throws SQLException {
    super(
        DriverManager.getConnection(
            "jdbc:h2:mem:;DATABASE_TO_UPPER=false;CASE_INSENSITIVE_IDENTIFIERS=true"));
  }

  /** Runs a statement in a transaction that is open. */
  abstract Outcome attempt(Op.Run statement) throws SQLException;

  /** Runs a statement: whole, or not at all. */
  @Override
  final Outcome run(Op.Run statement) throws SQLException {
    boolean alone = connection.getAutoCommit();
    if (alone) {
      connection.setAutoCommit(false);
    }
    try {
      Savepoint before = connection.setSavepoint("before");
      Outcome outcome = attempt(statement);
      if (outcome.failed() || outcome == AVOIDED) {
        connection.rollback(before);
      }
      return outcome;
    } finally {
      if (alone) {
        connection.commit();
        connection.setAutoCommit(true);
      }
    }
  }
}
