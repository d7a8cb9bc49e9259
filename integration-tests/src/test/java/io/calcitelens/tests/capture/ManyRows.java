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
package io.calcitelens.tests.capture;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Writes many rows through two members, in a process of its own: the database's path, the number of
 * rows.
 */
final class ManyRows {
  private ManyRows() {}

  public static void main(String[] args) throws SQLException {
    String url = "jdbc:lens:" + args[0] + ";captureHome=jvm;captureMemoryRows=5000";
    int rows = Integer.parseInt(args[1]);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "declare schema Y { table A (id int primary key, a varchar(40));"
              + " table B (id int primary key, n int); table S (id int primary key); }");
      statement.execute(
          "declare logical schema X {"
              + " table T (id int primary key, a varchar(40), n int check (n >= 0)); }");
      statement.execute(
          "declare lens for X over Y { view T as"
              + " select A.id as id, a, n from A join B on A.id = B.id; }");
      statement.execute("apply schema X");
      statement.execute("insert into Y.S values (0)");
      for (int there = 1; there < rows; there *= 2) {
        statement.executeUpdate(
            "insert into Y.S select id + "
                + there
                + " from Y.S where id + "
                + there
                + " < "
                + rows);
      }
      for (String sql :
          new String[] {
            "insert into X.T select id, 'row ' || cast(id as varchar(10)), id from Y.S",
            "update X.T set n = n + 1, a = null where id >= 0",
            "delete from X.T where n > 0"
          }) {
        System.out.println(statement.executeUpdate(sql));
      }
    }
  }
}
