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
package io.calcitelens.tests.transactions;

import io.calcitelens.tests.jdbc.Lenses;
import java.sql.Connection;
import java.sql.SQLException;

/** A table of the design whose members stand in two stores. */
final class TwoStoreLens {
  private TwoStoreLens() {}

  /**
   * Declares and deploys X.T (id, a, n, b) over Y.A (id, a, n) and Y.B (id, b), of which the second
   * refuses the text 'bad'.
   */
  static void deploy(Connection connection, String usingA, String usingB) throws SQLException {
    Lenses.run(
        connection,
        "declare schema Y { table A (id int primary key, a varchar(10), n int) "
            + usingA
            + "; table B (id int primary key, b varchar(10) check (b <> 'bad')) "
            + usingB
            + "; }",
        "declare logical schema X { table T (id int primary key, a varchar(10), n int,"
            + " b varchar(10)); }",
        "declare lens for X over Y { view T as select A.id as id, a, n, b"
            + " from A join B on A.id = B.id; }",
        "apply schema X");
  }
}
