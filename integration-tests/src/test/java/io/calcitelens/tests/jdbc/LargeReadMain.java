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
package io.calcitelens.tests.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Reads many rows through a lens; run in a JVM of its own, whose heap does not hold them. */
final class LargeReadMain {
  private LargeReadMain() {}

  public static void main(String[] args) throws SQLException {
    String url = args[0];
    long rows = Long.parseLong(args[1]);
    fill(url, rows);
    try (Connection connection = DriverManager.getConnection("jdbc:lens:")) {
      String using = " using jdbc('" + url + "', 'sa', '');";
      Lenses.run(
          connection,
          "declare schema Y { table A (id int primary key, a varchar(60) not null)"
              + using
              + " table B (id int primary key references A (id), n int)"
              + using
              + " }",
          "declare logical schema X { table T (id int primary key, a varchar(60), n int); }",
          "declare lens for X over Y { view T as select id, a, n from A join B using (id); }",
          "apply schema X");
      read(connection, rows);
      connection.setAutoCommit(false);
      read(connection, rows);
      connection.rollback();
    }
  }

  private static void fill(String url, long rows) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
      Lenses.run(
          connection,
          "create schema \"Y\"",
          "create table \"Y\".\"A\" (\"id\" int primary key, \"a\" varchar(60) not null)",
          "create table \"Y\".\"B\" (\"id\" int primary key references \"Y\".\"A\" (\"id\"),"
              + " \"n\" int)",
          "insert into \"Y\".\"A\" select x, 'a text of some length, and number ' || x"
              + " from system_range(1, "
              + rows
              + ")",
          "insert into \"Y\".\"B\" select x, 2 * x from system_range(1, " + rows + ")");
    }
  }

  private static void read(Connection connection, long rows) throws SQLException {
    long count = 0;
    long sum = 0;
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select id, a, n from X.T")) {
      while (result.next()) {
        count++;
        sum += result.getLong(3) - 2L * result.getInt(1) + result.getString(2).length();
        if (count == rows / 2) {
          // Another statement of the connection runs while the rows are read.
          Lenses.rows(connection, "select a from X.T where id = " + rows);
        }
      }
    }
    if (count != rows || sum < 30 * rows) {
      throw new AssertionError(count + " rows of " + rows + ", sum " + sum);
    }
  }
}
