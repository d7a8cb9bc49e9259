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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A table of the design over two members, and short ways to run statements. */
public final class Lenses {
  private Lenses() {}

  /** Declares and deploys X.T (id, a, n) over Y.A (id, a) and Y.B (id, n). */
  static void deploy(Connection connection) throws SQLException {
    run(
        connection,
        "declare schema Y { table A (id int primary key, a varchar(10)) using mem();"
            + " table B (id int primary key, n int) using mem(); }",
        "declare logical schema X {"
            + " table T (id int primary key, a varchar(10), n int check (n >= 0)); }",
        "declare lens for X over Y { view T as select id, a, n from A join B using (id); }",
        "apply schema X");
  }

  public static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  public static int update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  /** The rows of a query, in its order, columns parted by bars. */
  public static List<String> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return rows(result);
    }
  }

  public static List<String> rows(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    while (result.next()) {
      List<String> cells = new ArrayList<>();
      for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
        cells.add(result.getString(i));
      }
      rows.add(String.join("|", cells));
    }
    return rows;
  }
}
