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
package io.calcitelens.tests.concurrency;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.calcitelens.tests.jdbc.Lenses;
import io.calcitelens.tests.stores.Capability;
import io.calcitelens.tests.stores.StoreUnderTest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two sessions write the same rows: what each of them read still holds when it writes, or it is
 * told to try again and then succeeds (C10).
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LostUpdatesTest {
  private static final int TIMES = 15;

  /** So long the later session may take to get to where it waits. */
  private static final int WAIT_MILLIS = 40;

  private static final String MEMBERS =
      "table A (id int primary key, n int, p int); table B (id int primary key, m int);"
          + " table L (p int, id int, n int, primary key (p, id));"
          + " table C (id int primary key, n int, m int)";

  private final ExecutorService sessions = Executors.newFixedThreadPool(2);
  private final List<Connection> opened = new ArrayList<>();
  private String url;

  /** How a table of id, n and m is made, with a key and without. */
  enum Shape {
    ONE_MEMBER("id int primary key", "select id, n, m from C"),
    TWO_MEMBERS("id int primary key", "select id, n, m from A join B using (id)"),
    MEMBER_THAT_MAY_BE_MISSING("id int", "select A.id, n, m from A left join B on B.id = A.id"),
    PARENT("id int primary key", "select A.id, n, m from A join B on B.id = A.p"),
    PARENT_IN_THE_KEY("id int", "select L.id, n, m from L join B on B.id = L.p");

    private final String key;
    private final String body;

    Shape(String key, String body) {
      this.key = key;
      this.body = body;
    }

    /** The statements that make the rows (1, 0, 0) and (2, 5, 5). */
    private String[] rows() {
      return new String[] {
        "delete from Y.A",
        "delete from Y.B",
        "delete from Y.C",
        "delete from Y.L",
        "insert into Y.A values (1, 0, 1), (2, 5, 2)",
        "insert into Y.B values (1, 0), (2, 5)",
        "insert into Y.C values (1, 0, 0), (2, 5, 5)",
        "insert into Y.L values (1, 1, 0), (2, 2, 5)"
      };
    }
  }

  /**
   * One session writes and holds its transaction open; another one that comes meanwhile sees what
   * was written.
   *
   * @param count how many rows the later one writes
   * @param row the first row afterwards; empty if it is gone
   */
  private record Case(String earlier, String later, int count, String row) {}

  private static final List<Case> CASES =
      List.of(
          new Case("set n = n + 1 where id = 1", "set n = n + 1 where id = 1", 1, "1|2|0"),
          new Case("set n = 1 where id = 1", "set n = 5 where n = 0", 0, "1|1|0"),
          new Case("set n = 1 where id = 1", "set n = n + 5 where n < 1 and id < 2", 0, "1|1|0"),
          new Case("set n = 7, m = 7 where id = 1", "set n = n + 1 where m = 0", 0, "1|7|7"),
          new Case("set n = 7, m = 7 where id = 1", "set n = 5 where m = 0", 0, "1|7|7"),
          new Case("set n = 7, m = 7 where id = 1", "set m = m + 1 where n = 0", 0, "1|7|7"),
          new Case("set n = 7, m = 7 where id = 1", "set n = m + 1 where id = 1", 1, "1|8|7"),
          new Case("set n = 7 where m = 0", "set m = n + 1 where id = 1", 1, "1|7|8"),
          new Case("set m = 7 where n = 0", "set n = m + 1 where id = 1", 1, "1|8|7"),
          new Case("delete where id = 1", "set n = n + 1 where id = 1", 0, ""),
          new Case("delete where id = 1", "set n = 3 where n = 0", 0, ""),
          new Case("set n = n + 1 where id = 1", "delete where id = 1", 1, ""),
          new Case("set n = n + 1 where id = 1", "delete where n = 0", 0, "1|1|0"),
          new Case("set n = 7, m = 7 where id = 1", "delete where m = 0", 0, "1|7|7"),
          new Case("set n = 7, m = 7 where id = 1", "delete where n = m and n = 0", 0, "1|7|7"));

  static Stream<StoreUnderTest> stores() {
    return Stream.of(StoreUnderTest.values()).filter(StoreUnderTest::available);
  }

  /** A failed insert leaves the transaction of these as it was. */
  static Stream<StoreUnderTest> storesWithSavepoints() {
    return stores().filter(s -> s.can(Capability.SAVEPOINTS));
  }

  static Stream<Arguments> storesAndShapes() {
    return stores().flatMap(s -> Stream.of(Shape.values()).map(h -> Arguments.of(s, h)));
  }

  @AfterEach
  void close() throws SQLException {
    sessions.shutdownNow();
    for (Connection connection : opened) {
      connection.close();
    }
  }

  private Connection open() throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    opened.add(connection);
    return connection;
  }

  private Connection deployed(StoreUnderTest store, Shape shape, String rules) throws SQLException {
    url = "jdbc:lens:mem:l" + UUID.randomUUID().toString().replace("-", "");
    Connection connection = open();
    Lenses.run(
        connection,
        "declare schema Y " + store.newDatabase().using() + " { " + MEMBERS + " }",
        "apply schema Y",
        "declare logical schema X { table T (" + shape.key + ", n int, m int" + rules + ") }",
        "declare lens for X over Y { view T as " + shape.body + " }",
        "apply schema X");
    fill(connection, shape);
    return connection;
  }

  private static void fill(Connection connection, Shape shape) throws SQLException {
    connection.setAutoCommit(false);
    Lenses.run(connection, shape.rows());
    connection.setAutoCommit(true);
  }

  private static String sql(String text) {
    return text.startsWith("delete")
        ? text.replace("delete", "delete from X.T")
        : "update X.T " + text;
  }

  @ParameterizedTest
  @MethodSource("storesAndShapes")
  void laterSessionSeesWhatIsWritten(StoreUnderTest store, Shape shape) throws Exception {
    Connection keeper = deployed(store, shape, "");
    Connection earlier = open();
    Connection later = open();
    for (Case one : CASES) {
      fill(keeper, shape);
      PreparedStatement update = later.prepareStatement(sql(one.later()));
      earlier.setAutoCommit(false);
      Lenses.run(earlier, sql(one.earlier()));
      Future<Integer> count = sessions.submit(() -> persistently(update));
      awaitShortly(count);
      earlier.commit();
      assertEquals(one.count(), count.get(), one.toString());
      List<String> rows = Lenses.rows(keeper, "select id, n, m from X.T where id = 1");
      assertEquals(one.row().isEmpty() ? List.of() : List.of(one.row()), rows, one.toString());
      assertEquals(
          List.of("2|5|5"),
          Lenses.rows(keeper, "select id, n, m from X.T where id = 2"),
          one.toString());
    }
  }

  private static void awaitShortly(Future<?> future)
      throws InterruptedException, ExecutionException {
    try {
      future.get(WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // It waits for the other session, as most stores let it.
      return;
    }
  }

  @ParameterizedTest
  @MethodSource("storesAndShapes")
  void twoSessionsAddUp(StoreUnderTest store, Shape shape) throws Exception {
    Connection keeper = deployed(store, shape, "");
    CyclicBarrier start = new CyclicBarrier(2);
    together(
        () -> adding(start, connection -> connection.setAutoCommit(true)),
        () -> adding(start, connection -> connection.setAutoCommit(false)));
    assertEquals(
        List.of("1|" + 4 * TIMES + "|" + 2 * TIMES, "2|5|5"),
        Lenses.rows(keeper, "select id, n, m from X.T order by id"));
  }

  @FunctionalInterface
  private interface Setting {
    void apply(Connection connection) throws SQLException;
  }

  /** Adds to both columns, together and each by itself. */
  private Void adding(CyclicBarrier start, Setting setting) throws Exception {
    try (Connection connection = DriverManager.getConnection(url)) {
      setting.apply(connection);
      PreparedStatement one = connection.prepareStatement("update X.T set n = n + 1 where id = 1");
      PreparedStatement both =
          connection.prepareStatement("update X.T set n = n + 1, m = m + 1 where id = 1");
      start.await(1, TimeUnit.MINUTES);
      for (int i = 0; i < TIMES; i++) {
        assertEquals(1, persistently(one));
        assertEquals(1, persistently(both));
      }
    }
    return null;
  }

  @ParameterizedTest
  @MethodSource("storesWithSavepoints")
  void oneOfTwoInsertsOfOneKeyIsRefused(StoreUnderTest store) throws Exception {
    Connection keeper = deployed(store, Shape.TWO_MEMBERS, "");
    List<Integer> counts =
        eachForItself(
            "23505", "insert into X.T values (?, 10, 10)", "insert into X.T values (?, 20, 20)");
    assertEquals(TIMES, counts.get(0) + counts.get(1));
    assertEquals(
        List.of(TIMES + "|" + TIMES),
        Lenses.rows(
            keeper, "select count(*), count(case when n = m then 1 end) from X.T where id >= 100"));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void ruleOverTwoMembersHolds(StoreUnderTest store) throws Exception {
    Connection keeper = deployed(store, Shape.TWO_MEMBERS, ", check (n + m <= 10)");
    try (PreparedStatement insert = keeper.prepareStatement("insert into X.T values (?, 5, 5)")) {
      for (int id = 100; id < 100 + TIMES; id++) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    Lenses.run(keeper, "update X.T set n = 0, m = 0 where id >= 100");
    List<Integer> counts =
        eachForItself(
            "23514", "update X.T set n = 10 where id = ?", "update X.T set m = 10 where id = ?");
    assertEquals(TIMES, counts.get(0) + counts.get(1));
    assertEquals(
        List.of(String.valueOf(TIMES)),
        Lenses.rows(keeper, "select count(*) from X.T where id >= 100 and n + m = 10"));
  }

  /** Runs two statements for each of many keys, and counts what each of the sessions wrote. */
  private List<Integer> eachForItself(String refusal, String left, String right) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    return together(
        () -> eachKey(start, refusal, left, true), () -> eachKey(start, refusal, right, false));
  }

  private int eachKey(CyclicBarrier start, String refusal, String sql, boolean autoCommit)
      throws Exception {
    int count = 0;
    try (Connection connection = DriverManager.getConnection(url)) {
      connection.setAutoCommit(autoCommit);
      PreparedStatement write = connection.prepareStatement(sql);
      for (int id = 100; id < 100 + TIMES; id++) {
        write.setInt(1, id);
        start.await(1, TimeUnit.MINUTES);
        try {
          count += persistently(write);
        } catch (SQLException e) {
          assertEquals(refusal, e.getSQLState(), e.getMessage());
          if (!autoCommit) {
            connection.rollback();
          }
        }
      }
    }
    return count;
  }

  private <T> List<T> together(Callable<T> left, Callable<T> right) throws Exception {
    CompletionService<T> running = new ExecutorCompletionService<>(sessions);
    List<Future<T>> ends = List.of(running.submit(left), running.submit(right));
    // The first failure is told, not that the other session waits for a partner.
    running.take().get();
    running.take().get();
    List<T> results = new ArrayList<>();
    for (Future<T> end : ends) {
      results.add(end.get());
    }
    return results;
  }

  /** Runs a statement to its end: one that must be tried again is. */
  private static int persistently(PreparedStatement write)
      throws SQLException, InterruptedException {
    Connection connection = write.getConnection();
    while (true) {
      try {
        int count = write.executeUpdate();
        if (!connection.getAutoCommit()) {
          connection.commit();
        }
        return count;
      } catch (SQLException e) {
        if (!"40001".equals(e.getSQLState())) {
          throw e;
        }
        if (!connection.getAutoCommit()) {
          connection.rollback();
        }
        Thread.sleep(2);
      }
    }
  }
}
