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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Writes many rows through two members and reads them, in a process of its own: the connection's
 * URL, where the members are, the number of rows.
 */
final class ManyRows {
  private ManyRows() {}

  public static void main(String[] args) throws SQLException {
    String using = args[1];
    int rows = Integer.parseInt(args[2]);
    try (Connection connection = DriverManager.getConnection(args[0]);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "declare schema Y "
              + using
              + " { table A (id int primary key, a varchar(40));"
              + " table B (id int primary key references A (id), n int);"
              + " table S (id int primary key); }");
      statement.execute(
          "declare logical schema X {"
              + " table T (id int primary key, a varchar(40), n int check (n >= 0)); }");
      statement.execute(
          "declare lens for X over Y { view T as"
              + " select A.id as id, a, n from A join B on A.id = B.id; }");
      statement.execute("apply schema X");
      fill(statement, rows);
      for (String sql :
          new String[] {
            "insert into X.T select id, 'row ' || cast(id as varchar(10)), id from Y.S",
            "update X.T set n = n + 1, a = null where id >= 0"
          }) {
        say(sql, statement.executeUpdate(sql));
      }
      say("read", read(statement));
      say("delete", statement.executeUpdate("delete from X.T where n > 0"));
    }
  }

  private static void say(String what, int count) {
    System.out.println(count);
    if (Boolean.getBoolean("memory.show")) {
      System.err.printf(
          "%s: %d rows, %.1f s since the start%n",
          what, count, ProcessHandle.current().info().totalCpuDuration().get().toMillis() / 1e3);
    }
  }

  private static void fill(Statement statement, int rows) throws SQLException {
    statement.execute("insert into Y.S values (0)");
    for (int there = 1; there < rows; there *= 2) {
      statement.executeUpdate(
          "insert into Y.S select id + %1$d from Y.S where id + %1$d < %2$d"
              .formatted(there, rows));
    }
  }

  private static int read(Statement statement) throws SQLException {
    int count = 0;
    try (ResultSet result = statement.executeQuery("select id, a, n from X.T")) {
      while (result.next()) {
        if (result.getString(2) != null || result.getInt(3) != result.getInt(1) + 1) {
          throw new AssertionError("row " + result.getInt(1));
        }
        count++;
      }
    }
    return count;
  }
}
