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
package io.calcitelens.tests.homes;

import static io.calcitelens.tests.jdbc.Lenses.rows;
import static io.calcitelens.tests.jdbc.Lenses.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.calcitelens.tests.bench.CountingDriver;
import io.calcitelens.tests.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Writes of many rows that the store does by itself. */
class StoreHomeTest {
  private static final int ROWS = 300;

  /** Any number of rows takes as many statements as this, at most. */
  private static final int MOST = 14;

  @BeforeAll
  static void counts() throws SQLException {
    DriverManager.registerDriver(new CountingDriver());
  }

  static Stream<Arguments> writes() {
    return Stream.of("h2", "pg").flatMap(s -> statements().map(sql -> Arguments.of(s, sql)));
  }

  private static Stream<String> statements() {
    return Stream.of(
        "insert into X.T select id + 1000, a, n, o, p from Y.Src",
        "insert into X.T (id, a, n) select id + 1000, a, n from Y.Src",
        "insert into X.T (id, a, n, o) select id + 1000, 'x', 7, o from Y.Src where n < 200",
        "insert into X.Solo select id + 1000, a from Y.Src",
        "update X.T set n = n + 1",
        "update X.T set n = n + 1 where a like 'a1%'",
        "update X.T set a = 'q', n = id where n > 20",
        "update X.T set n = n + 1, a = a || '!' where id > 10",
        "update X.T set o = n where n > 100",
        "update X.T set o = null where n < 150",
        "update X.T set o = null, p = null where n < 150",
        "update X.T set p = 'new', n = 1 where id < 290",
        "update X.Solo set a = 'z'",
        "delete from X.T where n < 200",
        "delete from X.T",
        "delete from X.Solo where a > 'a2'");
  }

  @ParameterizedTest
  @MethodSource("writes")
  void aWriteTakesFewStatementsAndDoesTheSame(String store, String sql) throws SQLException {
    try (Connection counted = open(store, "auto", true);
        Connection rowByRow = open(store, "jvm", false)) {
      assertTrue(explained(counted, sql).contains("in store: "), sql);
      CountingDriver.take();
      int count = update(counted, sql);
      long statements = CountingDriver.take().statements();
      assertTrue(statements <= MOST, sql + ": " + statements + " statements");
      assertEquals(update(rowByRow, sql), count, sql);
      assertTrue(count > 10, sql + ": " + count);
      for (String table : List.of("X.T", "Y.A", "Y.B", "Y.O", "Y.Solo")) {
        String query = "select * from " + table + " order by 1";
        assertEquals(rows(rowByRow, query), rows(counted, query), sql + ": " + table);
      }
    }
  }

  static Stream<Arguments> violations() {
    return Stream.of("h2", "pg")
        .flatMap(
            s ->
                Stream.of(
                        "insert into X.T (id, a, n) select id, a, n from Y.Src",
                        "insert into X.T (id, a, n) select id + 1000, a, n - 100 from Y.Src",
                        "insert into X.T (id, a, n) select id + 1000, o, 1 from Y.Src",
                        "insert into X.T (id, a, n) select id + 1000, a || '01234567890', n"
                            + " from Y.Src",
                        "insert into X.T (id, a, n) select 5, a, n from Y.Src",
                        "update X.T set n = n - 50",
                        "update X.T set a = null where n > 10",
                        "update X.T set n = n * 100000000",
                        "update X.T set a = a || '0123456789' where n > 10",
                        "update X.T set n = n - 50, a = 'y'",
                        "update X.T set o = 5 - n where n > 10")
                    .map(sql -> Arguments.of(s, sql)));
  }

  @ParameterizedTest
  @MethodSource("violations")
  void aFaultIsTheSameAndLeavesNothing(String store, String sql) throws SQLException {
    try (Connection inStore = open(store, "store", false);
        Connection rowByRow = open(store, "jvm", false)) {
      SQLException expected = assertThrows(SQLException.class, () -> update(rowByRow, sql), sql);
      String before = all(inStore);
      SQLException got = assertThrows(SQLException.class, () -> update(inStore, sql), sql);
      assertEquals(
          expected.getSQLState() + " " + expected.getMessage(),
          got.getSQLState() + " " + got.getMessage());
      assertEquals(before, all(inStore));
      inStore.setAutoCommit(false);
      update(inStore, "update X.T set a = 'kept' where n > 250");
      String kept = all(inStore);
      assertThrows(SQLException.class, () -> update(inStore, sql), sql);
      assertEquals(kept, all(inStore));
      inStore.commit();
      assertEquals(kept, all(inStore));
    }
  }

  @Test
  void aWriteByKeyIsOneStatement() throws SQLException {
    try (Connection connection = open("h2", "auto", true);
        PreparedStatement update =
            connection.prepareStatement("update X.T set n = ? where id = ?")) {
      for (int i = 1; i < 5; i++) {
        update.setInt(1, i);
        update.setInt(2, i);
        CountingDriver.take();
        assertEquals(1, update.executeUpdate());
        assertEquals(1, CountingDriver.take().statements());
      }
      update.setInt(1, 5);
      update.setInt(2, 99999);
      assertEquals(0, update.executeUpdate());
      update.setInt(1, -1);
      assertEquals(0, update.executeUpdate());
      update.setInt(2, 3);
      SQLException fault = assertThrows(SQLException.class, update::executeUpdate);
      assertEquals("23514", fault.getSQLState());
      assertEquals(
          List.of("1|1", "2|2", "3|3", "4|4"),
          rows(connection, "select id, n from X.T where id < 5 and id > 0 order by id"));
    }
  }

  @Test
  void severalWritesOfOneTransactionHaveBuffersOfTheirOwn() throws SQLException {
    try (Connection connection = open("h2", "store", false)) {
      String before = all(connection);
      connection.setAutoCommit(false);
      for (int i = 0; i < 3; i++) {
        assertEquals(ROWS, update(connection, "update X.T set n = n + 1, a = 'b' where id >= 0"));
      }
      var savepoint = connection.setSavepoint();
      update(connection, "update X.T set n = n + 1, a = 'c' where id >= 0");
      connection.rollback(savepoint);
      update(connection, "update X.T set n = n + 1, a = 'd' where id >= 0");
      assertEquals(
          List.of("4|d"), rows(connection, "select n, a from X.T where id = 0 and o is null"));
      connection.rollback();
      assertEquals(before, all(connection));
    }
  }

  private static String all(Connection connection) throws SQLException {
    List<String> all = new ArrayList<>();
    for (String table : List.of("Y.A", "Y.B", "Y.O")) {
      all.addAll(rows(connection, "select * from " + table + " order by 1"));
    }
    return String.join("\n", all);
  }

  /** A design over a tied, a free and an optional member, with as many rows as sources. */
  private static Connection open(String store, String home, boolean counted) throws SQLException {
    String using;
    if (store.equals("pg")) {
      assumeTrue(PostgresServer.available(), "no PostgreSQL for this machine");
      String url = PostgresServer.newDatabase();
      using =
          "using jdbc('"
              + (counted ? CountingDriver.PREFIX + url : url)
              + "', 'postgres', 'postgres')";
    } else {
      String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
      using = "using jdbc('" + (counted ? CountingDriver.PREFIX + url : url) + "', 'sa', '')";
    }
    Connection connection = DriverManager.getConnection("jdbc:lens:;captureHome=" + home);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "declare schema Y "
              + using
              + " {"
              + " table A (id int primary key, a varchar(10) not null);"
              + " table B (id int primary key references A (id), n int not null);"
              + " table O (id int primary key references A (id), o int, p varchar(8),"
              + " hidden int default 3);"
              + " table Solo (id int primary key, a varchar(10));"
              + " table Src (id int primary key, a varchar(12), n int, o int, p varchar(8)); }");
      statement.execute(
          "declare logical schema X {"
              + " table T (id int primary key, a varchar(10) not null, n int check (n >= 0),"
              + " o int check (o >= 0), p varchar(8));"
              + " table Solo (id int primary key, a varchar(10)); }");
      statement.execute(
          "declare lens for X over Y { view T as select A.id as id, a, n, o, p from A"
              + " join B on B.id = A.id left join O on O.id = A.id; }");
      statement.execute("apply schema X");
      statement.execute("insert into Y.Src values " + values("(%1$d, 'a%1$d', %1$d, null, null)"));
      statement.execute("update Y.Src set o = n, p = 'p' where n > 150");
      statement.execute("insert into Y.A values " + values("(%1$d, 'a%1$d')"));
      statement.execute("insert into Y.B values " + values("(%1$d, %1$d)"));
      statement.execute("insert into Y.Solo values " + values("(%1$d, 'a%1$d')"));
      statement.execute(
          "insert into Y.O (id, o, p, hidden)"
              + " select id, n, case when n > 200 then 'p' else null end,"
              + " case when n > 250 then 9 else 3 end from Y.Src where n > 100");
    }
    return connection;
  }

  private static String values(String row) {
    return String.join(
        ", ", IntStream.range(0, ROWS).mapToObj(i -> String.format(row, i)).toList());
  }

  private static String explained(Connection connection, String sql) throws SQLException {
    return String.join("\n", rows(connection, "explain plan for " + sql));
  }
}
