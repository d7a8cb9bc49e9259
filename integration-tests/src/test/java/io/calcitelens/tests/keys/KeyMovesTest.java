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
package io.calcitelens.tests.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Shifts, swaps and turns of keys, judged at the end of the statement (P5). */
class KeyMovesTest {
  private static final String ONE = "A";
  private static final String TWO = "A join B on A.id = B.id";

  static Stream<Arguments> bases() {
    List<Arguments> all = new ArrayList<>();
    for (String store : List.of("h2", "hsqldb")) {
      all.add(Arguments.of(store, ONE, ""));
      all.add(Arguments.of(store, TWO, ""));
      all.add(Arguments.of(store, TWO, " references A (id)"));
      all.add(Arguments.of(store, TWO, " references A (id) on update cascade on delete cascade"));
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("bases")
  void keysMove(String store, String from, String tie) throws SQLException {
    try (Connection connection = open(store, from, tie)) {
      List<String> moves =
          List.of(
              "update X.T set id = id + 1",
              "update X.T set id = id - 1",
              "update X.T set id = 7 - id",
              "update X.T set id = case when id = 1 then 2 else 1 end where id in (1, 2)",
              "update X.T set id = case when id = 6 then 1 else id + 1 end",
              "update X.T set id = id + 1, u = u - 1",
              "update X.T set u = 100 - u");
      for (String move : moves) {
        List<String> expected = moved(connection, move);
        assertEquals(6, count(connection, move), move);
        assertEquals(expected, rows(connection, "select id, u, a, b from X.T"), move);
      }
      // Hidden data went with their rows.
      assertEquals(6, rows(connection, "select hid from Y.A where hid = a").size());
    }
  }

  @ParameterizedTest
  @MethodSource("bases")
  void takenKeyIsRefused(String store, String from, String tie) throws SQLException {
    try (Connection connection = open(store, from, tie)) {
      List<String> before = rows(connection, "select id, u, a, b from X.T");
      for (String move :
          List.of(
              "update X.T set id = 3 where id = 4",
              "update X.T set id = 3",
              "update X.T set id = id + 1 where id < 4",
              "update X.T set u = 1 where id > 1")) {
        SQLException e = assertThrows(SQLException.class, () -> count(connection, move), move);
        assertEquals("23505", e.getSQLState(), move + ": " + e.getMessage());
        assertEquals(before, rows(connection, "select id, u, a, b from X.T"), move);
      }
    }
  }

  private static Connection open(String store, String from, String tie) throws SQLException {
    String using =
        store.equals("h2")
            ? "using mem()"
            : "using jdbc('jdbc:hsqldb:mem:" + UUID.randomUUID() + "', 'SA', '')";
    Connection connection = DriverManager.getConnection("jdbc:lens:");
    boolean two = from.equals(TWO);
    String b = two ? "b" : "a as b";
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "declare schema Y { table A (id int primary key, u int not null unique, a varchar(10),"
              + " hid varchar(10)) "
              + using
              + "; table B (id int primary key"
              + tie
              + ", b varchar(10)) "
              + using
              + "; }");
      statement.execute(
          "declare logical schema X { table T (id int primary key, u int not null unique,"
              + " a varchar(10), b varchar(10)); }");
      statement.execute(
          "declare lens for X over Y { view T as select A.id as id, u, a, "
              + b
              + " from "
              + from
              + "; }");
      statement.execute("apply schema X");
      for (int id = 1; id <= 6; id++) {
        statement.execute(
            "insert into Y.A (id, u, a, hid) values ("
                + id
                + ", "
                + id
                + ", 'r"
                + id
                + "', 'r"
                + id
                + "')");
        statement.execute("insert into Y.B (id, b) values (" + id + ", 'r" + id + "')");
      }
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }

  /** What the table is to show after a move, by a query over what it shows now. */
  private static List<String> moved(Connection connection, String move) throws SQLException {
    String where = move.contains(" where ") ? move.substring(move.indexOf(" where ") + 7) : "true";
    String set = move.substring("update X.T set ".length()).replaceAll(" where .*", "");
    String id = "id";
    String u = "u";
    for (String assignment : set.split(", (?=[a-z]+ = )")) {
      String value = assignment.substring(assignment.indexOf(" = ") + 3);
      if (assignment.startsWith("id")) {
        id = value;
      } else {
        u = value;
      }
    }
    return rows(
        connection,
        "select case when "
            + where
            + " then "
            + id
            + " else id end, case when "
            + where
            + " then "
            + u
            + " else u end, a, b from X.T");
  }

  private static int count(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int counted = statement.executeUpdate(sql);
      return sql.contains(" where ") ? counted + 4 : counted;
    }
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.append('|').append(result.getString(i));
        }
        rows.add(row.toString());
      }
    }
    rows.sort(null);
    return rows;
  }
}
