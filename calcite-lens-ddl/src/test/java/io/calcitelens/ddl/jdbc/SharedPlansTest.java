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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements that differ in literals share a plan, and mean what they mean without one. */
class SharedPlansTest {
  private final String url = "jdbc:lens:mem:" + UUID.randomUUID();
  private Connection connection;

  @BeforeEach
  void deploy() throws SQLException {
    connection = DriverManager.getConnection(url);
    deploy(connection);
  }

  private static void deploy(Connection connection) throws SQLException {
    run(
        connection,
        "declare schema Y { table Car (id int primary key, make varchar(20) not null,"
            + " speed int, price decimal(8, 2), ratio double, sold boolean, built date,"
            + " seen timestamp, code char(4));"
            + " table Note (car int primary key references Car (id), note varchar(50)) }",
        "apply schema Y",
        "declare logical schema X { table Car (id int primary key, make varchar(20) not null,"
            + " speed int check (speed < 500), price decimal(8, 2), ratio double, sold boolean,"
            + " built date, seen timestamp, code char(4), note varchar(50)) }",
        "declare lens for X over Y { view Car as select c.id, make, speed, price, ratio, sold,"
            + " built, seen, code, note from Car c left join Note n on n.car = c.id }",
        "apply schema X");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static void run(Connection connection, String... texts) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : texts) {
        statement.execute(text);
      }
    }
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> result = new ArrayList<>();
      int width = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
          row.add(rows.getString(i));
        }
        result.add(String.join("|", row));
      }
      return result;
    }
  }

  private long planned() throws SQLException {
    return connection.unwrap(LensConnection.class).state().plans().planned();
  }

  @Test
  void tenThousandInsertsArePlannedAFewTimes() throws SQLException {
    long before = planned();
    try (Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < 10_000; i++) {
        statement.execute(
            "insert into X.Car (id, make, speed) values ("
                + i
                + ", 'm"
                + i
                + "', "
                + i % 500
                + ")");
      }
      connection.commit();
      connection.setAutoCommit(true);
    }
    assertEquals(1, planned() - before);
    assertEquals(List.of("10000"), rows(connection, "select count(*) from X.Car"));
    assertEquals(
        List.of("9999"),
        rows(
            connection,
            "select hits from lens.plans where text like"
                + " 'insert into X.Car (id, make, speed) values (?, ?, ?)'"));
  }

  @Test
  void tenThousandPointSelectsArePlannedOnce() throws SQLException {
    run(connection, "insert into X.Car (id, make, note) values (7, 'vw', 'n'), (8, 'bmw', null)");
    long before = planned();
    try (Statement statement = connection.createStatement()) {
      for (int i = 0; i < 10_000; i++) {
        try (ResultSet rows =
            statement.executeQuery("select make, note from X.Car where id = " + i)) {
          assertEquals(i == 7 || i == 8, rows.next());
        }
      }
    }
    assertEquals(1, planned() - before);
  }

  @Test
  void updatesAndDeletesShareToo() throws SQLException {
    run(connection, "insert into X.Car (id, make) values (1, 'a'), (2, 'b'), (3, 'c')");
    long before = planned();
    for (int i = 1; i <= 3; i++) {
      run(
          connection,
          "update X.Car set speed = " + i * 10 + ", note = 'n" + i + "' where id = " + i);
    }
    assertEquals(1, planned() - before);
    assertEquals(
        List.of("1|10|n1", "2|20|n2", "3|30|n3"),
        rows(connection, "select id, speed, note from X.Car order by id"));
    before = planned();
    run(
        connection,
        "delete from X.Car where id between 1 and 2",
        "delete from X.Car where id" + " between 2 and 2");
    assertEquals(1, planned() - before);
    assertEquals(List.of("3"), rows(connection, "select id from X.Car"));
  }

  @Test
  void connectionsShareAndADeployEndsIt() throws SQLException {
    run(connection, "insert into X.Car (id, make) values (1, 'a')");
    String sql = "select make from X.Car where id = 1";
    assertEquals(List.of("a"), rows(connection, sql));
    long before = planned();
    try (Connection other = DriverManager.getConnection(url)) {
      assertEquals(List.of("a"), rows(other, sql));
      assertEquals(before, planned());
      run(
          other,
          "declare lens for X over Y { view Car as select c.id, make || '!' as make, speed, price,"
              + " ratio, sold, built, seen, code, note from Car c"
              + " left join Note n on n.car = c.id }",
          "apply schema X");
      assertEquals(List.of("a!"), rows(other, sql));
    }
    assertEquals(List.of("a!"), rows(connection, sql));
    assertEquals(before + 1, planned());
    assertEquals(
        List.of("1"),
        rows(
            connection,
            "select count(*) from lens.plans"
                + " where text = 'select make from X.Car where id = ?'"));
  }

  @Test
  void anotherDefaultSchemaIsAnotherPlan() throws SQLException {
    run(connection, "insert into X.Car (id, make, note) values (1, 'a', 'n')");
    connection.setSchema("X");
    assertEquals(List.of("1|a|n"), rows(connection, "select id, make, note from Car where id = 1"));
    connection.setSchema("Y");
    assertThrows(
        SQLException.class, () -> rows(connection, "select id, make, note from Car where id = 1"));
  }

  @Test
  void aClientsOwnParametersKeepTheirNumbers() throws SQLException {
    run(connection, "insert into X.Car (id, make, speed) values (1, 'a', 5), (2, 'b', 6)");
    try (PreparedStatement statement =
        connection.prepareStatement(
            "update X.Car set speed = ? where make = 'b' and id = ? and speed > 1")) {
      assertEquals(2, statement.getParameterMetaData().getParameterCount());
      statement.setInt(1, 9);
      statement.setInt(2, 2);
      assertEquals(1, statement.executeUpdate());
    }
    try (PreparedStatement statement =
        connection.prepareStatement("select speed from X.Car where id = 2")) {
      assertEquals(0, statement.getParameterMetaData().getParameterCount());
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        assertEquals(9, rows.getInt(1));
      }
    }
  }

  private static String attempt(Connection connection, String sql) {
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "count " + statement.getUpdateCount();
      }
    } catch (SQLException e) {
      return e.getSQLState() + " " + e.getMessage();
    }
    try {
      return String.join(";", rows(connection, sql));
    } catch (SQLException e) {
      return e.getSQLState() + " " + e.getMessage();
    }
  }

  private static List<String> statements() {
    List<String> values =
        List.of(
            "1",
            "- 7",
            "3000000000",
            "12.345",
            "-12.34",
            "'x'",
            "'x '",
            "'it''s'",
            "'a text that is too long for it'",
            "true",
            "null",
            "date '2024-02-29'",
            "timestamp '2024-02-29 10:11:12.345'",
            "n'é'");
    List<String> columns =
        List.of("make", "speed", "price", "ratio", "sold", "built", "seen", "code", "note");
    List<String> statements = new ArrayList<>();
    for (String column : columns) {
      for (String value : values) {
        if (!column.equals("make")) {
          int id = 100 + statements.size();
          statements.add(
              "insert into X.Car (id, make, "
                  + column
                  + ") values ("
                  + id
                  + ", 'v', "
                  + value
                  + ")");
        }
        statements.add("update X.Car set " + column + " = " + value + " where id = 1");
        if (!value.equals("null")) {
          statements.add("select * from X.Car where " + column + " = " + value + " order by id");
        }
      }
    }
    statements.add("insert into X.Car (id, make, speed) values (1, 'dup', 1)");
    statements.add(
        "insert into X.Car (id, make) values (9001, 'a'),\r\n (9002, 'bcd'),\n\t(9003, -1)");
    statements.add(
        "insert into X.Car (id, make) values (9001, 'a'),\r\n (9002, 'bcd'),\n\t(9003, 'c')");
    statements.add(
        "select id, make from X.Car where not (id < 9001) and id not between 9002 and 9002");
    statements.add("update X.Car set make = 'é' /* '? */ where id = 9001 and make <> 'é' -- 9");
    statements.add("delete from X.Car where id > 9000 and make in ('bcd', 'c')");
    statements.add("select * from X.Car order by id");
    return statements;
  }

  @Test
  void aSharedPlanMeansTheSame() throws SQLException {
    try (Connection plain = DriverManager.getConnection("jdbc:lens:;planCache=false")) {
      deploy(plain);
      for (Connection each : List.of(plain, connection)) {
        run(each, "insert into X.Car (id, make, speed) values (1, 'first', 1)");
      }
      List<String> differences = new ArrayList<>();
      for (String sql : statements()) {
        String expected = attempt(plain, sql);
        String actual = attempt(connection, sql);
        if (!expected.equals(actual)) {
          differences.add(sql + "\n  alone:  " + expected + "\n  shared: " + actual);
        }
      }
      assertEquals(List.of(), differences, String.join("\n", differences));
      assertEquals(0, plain.unwrap(LensConnection.class).state().plans().planned());
    }
  }

  @Test
  void onePlanRunsInSeveralThreads() throws Exception {
    int threads = 4;
    int each = 100;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Integer>> results = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int first = t * each;
        results.add(pool.submit(worker(first, each)));
      }
      for (Future<Integer> result : results) {
        assertEquals(each, result.get());
      }
    } finally {
      pool.shutdownNow();
    }
    assertEquals(
        List.of(threads * each + "|" + threads * each),
        rows(connection, "select count(*), count(note) from X.Car where speed = id + 1"));
    assertTrue(planned() <= 3L * threads + 1, () -> "plans are shared");
  }

  private Callable<Integer> worker(int first, int count) {
    return () -> {
      int right = 0;
      try (Connection own = DriverManager.getConnection(url)) {
        for (int id = first; id < first + count; id++) {
          run(
              own,
              "insert into X.Car (id, make, note) values (" + id + ", 'm" + id + "', 'n')",
              "update X.Car set speed = " + (id + 1) % 500 + " where id = " + id);
          List<String> found = rows(own, "select make, speed from X.Car where id = " + id);
          right += found.equals(List.of("m" + id + "|" + (id + 1) % 500)) ? 1 : 0;
        }
      }
      return right;
    };
  }
}
