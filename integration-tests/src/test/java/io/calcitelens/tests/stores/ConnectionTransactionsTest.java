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
package io.calcitelens.tests.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.calcitelens.tests.jdbc.Lenses;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Transactions of a connection, over each store, by JDBC and as SQL statements. */
class ConnectionTransactionsTest {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  /** More rows than a driver fetches at once. */
  private static final int MANY = 2_500;

  private final List<Connection> opened = new ArrayList<>();

  /** How a client says what it wants of its transaction. */
  enum Way {
    JDBC {
      @Override
      void commit(Connection connection) throws SQLException {
        connection.commit();
      }

      @Override
      void rollback(Connection connection) throws SQLException {
        connection.rollback();
      }

      @Override
      Undo savepoint(Connection connection, String name) throws SQLException {
        Savepoint savepoint = connection.setSavepoint(name);
        return () -> connection.rollback(savepoint);
      }

      @Override
      void isolation(Connection connection, int level, String name) throws SQLException {
        connection.setTransactionIsolation(level);
      }

      @Override
      void readOnly(Connection connection) throws SQLException {
        connection.setReadOnly(true);
      }
    },
    SQL {
      @Override
      void commit(Connection connection) throws SQLException {
        Lenses.run(connection, "commit");
      }

      @Override
      void rollback(Connection connection) throws SQLException {
        Lenses.run(connection, "rollback");
      }

      @Override
      Undo savepoint(Connection connection, String name) throws SQLException {
        Lenses.run(connection, "savepoint " + name);
        return () -> Lenses.run(connection, "rollback to savepoint " + name);
      }

      @Override
      void isolation(Connection connection, int level, String name) throws SQLException {
        Lenses.run(connection, "set transaction isolation level " + name);
      }

      @Override
      void readOnly(Connection connection) throws SQLException {
        Lenses.run(connection, "set transaction read only");
      }
    };

    abstract void commit(Connection connection) throws SQLException;

    abstract void rollback(Connection connection) throws SQLException;

    abstract Undo savepoint(Connection connection, String name) throws SQLException;

    abstract void isolation(Connection connection, int level, String name) throws SQLException;

    abstract void readOnly(Connection connection) throws SQLException;
  }

  /** Goes back to a savepoint. */
  @FunctionalInterface
  interface Undo {
    void run() throws SQLException;
  }

  static Stream<Arguments> storesAndWays() {
    return stores().flatMap(s -> Stream.of(Way.values()).map(w -> Arguments.of(s, w)));
  }

  static Stream<StoreUnderTest> stores() {
    return Stream.of(StoreUnderTest.values()).filter(StoreUnderTest::available);
  }

  @AfterEach
  void close() throws SQLException {
    for (Connection connection : opened) {
      connection.close();
    }
  }

  private String url;

  private Connection open() throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    opened.add(connection);
    return connection;
  }

  /** A database with X.T (id, a, n) over two members in the store. */
  private Connection deployed(StoreUnderTest store) throws SQLException {
    url = "jdbc:lens:mem:transactions" + DATABASES.incrementAndGet();
    Connection connection = open();
    Lenses.run(
        connection,
        "declare schema Y "
            + store.newDatabase().using()
            + " { table A (id int primary key, a varchar(20)); table B (id int primary key, n int); }",
        "declare logical schema X {"
            + " table T (id int primary key, a varchar(20), n int check (n >= 0)); }",
        "declare lens for X over Y { view T as select id, a, n from A join B using (id); }",
        "apply schema X",
        "insert into X.T values (1, 'one', 1), (2, 'two', 2)");
    return connection;
  }

  private static List<String> rows(Connection connection) throws SQLException {
    return Lenses.rows(connection, "select id, a, n from X.T order by id");
  }

  @ParameterizedTest
  @MethodSource("storesAndWays")
  void transactionReadsItsOwnWritesAndEndsAsTold(StoreUnderTest store, Way way)
      throws SQLException {
    Connection connection = deployed(store);
    connection.setAutoCommit(false);
    Lenses.run(connection, "insert into X.T values (3, 'three', 3)");
    Lenses.run(connection, "update X.T set n = n + 10 where id = 1");
    Lenses.run(connection, "delete from X.T where id = 2");
    List<String> inside = List.of("1|one|11", "3|three|3");
    assertEquals(inside, rows(connection));
    way.rollback(connection);
    assertEquals(List.of("1|one|1", "2|two|2"), rows(connection));
    Lenses.run(connection, "insert into X.T values (3, 'three', 3)");
    way.commit(connection);
    assertEquals(List.of("1|one|1", "2|two|2", "3|three|3"), rows(open()));
  }

  @ParameterizedTest
  @MethodSource("storesAndWays")
  void savepointsNest(StoreUnderTest store, Way way) throws SQLException {
    assumeTrue(store.can(Capability.SAVEPOINTS));
    Connection connection = deployed(store);
    connection.setAutoCommit(false);
    Undo outer = way.savepoint(connection, "s_outer");
    Lenses.run(connection, "insert into X.T values (3, 'three', 3)");
    Undo inner = way.savepoint(connection, "s_inner");
    Lenses.run(connection, "update X.T set a = 'changed'");
    assertEquals(List.of("1|changed|1", "2|changed|2", "3|changed|3"), rows(connection));
    inner.run();
    assertEquals(List.of("1|one|1", "2|two|2", "3|three|3"), rows(connection));
    Lenses.run(connection, "delete from X.T where id = 3");
    inner.run();
    assertEquals(List.of("1|one|1", "2|two|2", "3|three|3"), rows(connection));
    outer.run();
    Lenses.run(connection, "insert into X.T values (4, 'four', 4)");
    way.commit(connection);
    assertEquals(List.of("1|one|1", "2|two|2", "4|four|4"), rows(open()));
    assertThrows(SQLException.class, inner::run);
  }

  @ParameterizedTest
  @MethodSource("storesAndWays")
  void failedStatementTakesBackItsOwnEffectsOnly(StoreUnderTest store, Way way)
      throws SQLException {
    assumeTrue(store.can(Capability.SAVEPOINTS));
    Connection connection = deployed(store);
    connection.setAutoCommit(false);
    Lenses.run(connection, "insert into X.T values (3, 'three', 3)");
    for (String failing :
        List.of(
            "insert into X.T values (4, 'four', 4), (3, 'again', 3)",
            "insert into X.T values (5, 'five', -5)",
            "update X.T set n = n - 2",
            "insert into X.T values (6, 'longer than twenty characters', 6)",
            "select 1 / (n - n) from X.T")) {
      assertThrows(
          SQLException.class,
          () -> {
            try (Statement statement = connection.createStatement()) {
              if (statement.execute(failing)) {
                Lenses.rows(statement.getResultSet());
              }
            }
          },
          failing);
      assertEquals(List.of("1|one|1", "2|two|2", "3|three|3"), rows(connection), failing);
    }
    way.commit(connection);
    assertEquals(List.of("1|one|1", "2|two|2", "3|three|3"), rows(open()));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void openResultStaysReadable(StoreUnderTest store) throws SQLException {
    assumeTrue(store.can(Capability.SAVEPOINTS));
    Connection connection = deployed(store);
    fill(connection);
    connection.setAutoCommit(false);
    try (Statement first = connection.createStatement();
        ResultSet before = first.executeQuery("select id, n from X.T order by id")) {
      assertTrue(before.next());
      Savepoint savepoint = connection.setSavepoint();
      try (Statement second = connection.createStatement();
          ResultSet since = second.executeQuery("select id, n from X.T order by id")) {
        assertTrue(since.next());
        assertEquals(1, since.getInt(2));
        Lenses.run(connection, "update X.T set n = n + 1");
        assertThrows(
            SQLException.class, () -> Lenses.run(connection, "insert into X.T values (1, '', 1)"));
        connection.rollback(savepoint);
        assertEquals(1, since.getInt(1));
        assertRest(since);
      }
      assertRest(before);
    }
    connection.commit();
  }

  private static void fill(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (var insert = connection.prepareStatement("insert into X.T values (?, 'x', ?)")) {
      for (int id = 3; id <= MANY; id++) {
        insert.setInt(1, id);
        insert.setInt(2, id);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    connection.setAutoCommit(true);
  }

  /** The first row was read, and each row is as it was when the result was opened. */
  private static void assertRest(ResultSet result) throws SQLException {
    int id = 1;
    while (result.next()) {
      id++;
      assertEquals(id, result.getInt(1));
      assertEquals(id, result.getInt(2));
    }
    assertEquals(MANY, id);
  }

  @ParameterizedTest
  @MethodSource("stores")
  void openResultOfAutocommitStaysReadable(StoreUnderTest store) throws SQLException {
    assumeTrue(store.can(Capability.CONCURRENT_WRITERS));
    Connection connection = deployed(store);
    fill(connection);
    try (Statement statement = connection.createStatement();
        ResultSet open = statement.executeQuery("select id, n from X.T order by id")) {
      assertTrue(open.next());
      Lenses.run(connection, "insert into X.T values (0, 'zero', 0)");
      assertRest(open);
    }
  }

  /**
   * The stores do not compute the function, so that the second part is asked for after the write.
   */
  @ParameterizedTest
  @EnumSource(names = {"H2", "POSTGRESQL"})
  void readOverOneStoreIsOneSnapshot(StoreUnderTest store) throws SQLException {
    assumeTrue(store.available());
    Connection connection = deployed(store);
    Connection writer = open();
    try (Statement statement = connection.createStatement();
        ResultSet open =
            statement.executeQuery(
                "select id, initcap(a) from X.T union all select id, initcap(a || 'x') from X.T")) {
      assertTrue(open.next());
      Lenses.run(writer, "delete from X.T where id = 2", "insert into X.T values (3, 'x', 3)");
      List<String> rest = new ArrayList<>(Lenses.rows(open));
      Collections.sort(rest);
      assertEquals(List.of("1|Onex", "2|Two", "2|Twox"), rest);
    }
  }

  @ParameterizedTest
  @MethodSource("storesAndWays")
  void resultEndsWithItsTransaction(StoreUnderTest store, Way way) throws SQLException {
    Connection connection = deployed(store);
    assertEquals(
        ResultSet.CLOSE_CURSORS_AT_COMMIT, connection.getMetaData().getResultSetHoldability());
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement();
        ResultSet open = statement.executeQuery("select id from X.T order by id")) {
      assertTrue(open.next());
      way.commit(connection);
      assertTrue(open.isClosed());
      assertThrows(SQLException.class, open::next);
    }
  }

  @ParameterizedTest
  @MethodSource("storesAndWays")
  void readOnlyTransactionRefusesWrites(StoreUnderTest store, Way way) throws SQLException {
    Connection connection = deployed(store);
    connection.setAutoCommit(false);
    way.readOnly(connection);
    assertEquals(2, rows(connection).size());
    SQLException refused =
        assertThrows(SQLException.class, () -> Lenses.run(connection, "delete from X.T"));
    assertEquals("25006", refused.getSQLState(), refused.getMessage());
    way.commit(connection);
    connection.setReadOnly(false);
    Lenses.run(connection, "delete from X.T where id = 1");
    way.commit(connection);
    assertEquals(List.of("2|two|2"), rows(open()));
  }

  @ParameterizedTest
  @MethodSource("storesAndWays")
  void isolationLevelsAreTaken(StoreUnderTest store, Way way) throws SQLException {
    Connection connection = deployed(store);
    connection.setAutoCommit(false);
    way.isolation(connection, Connection.TRANSACTION_SERIALIZABLE, "serializable");
    Lenses.run(connection, "update X.T set n = n + 1 where id = 1");
    assertEquals(List.of("1|one|2", "2|two|2"), rows(connection));
    way.commit(connection);
    way.isolation(connection, Connection.TRANSACTION_READ_COMMITTED, "read committed");
    assertEquals(List.of("1|one|2", "2|two|2"), rows(connection));
    way.commit(connection);
  }

  @ParameterizedTest
  @MethodSource("stores")
  void closingRollsBack(StoreUnderTest store) throws SQLException {
    Connection first = deployed(store);
    Connection second = open();
    second.setAutoCommit(false);
    Lenses.run(second, "delete from X.T where id = 1");
    second.close();
    assertEquals(List.of("1|one|1", "2|two|2"), rows(first));
    assertFalse(first.isClosed());
  }

  @ParameterizedTest
  @MethodSource("stores")
  void changingAutocommitCommits(StoreUnderTest store) throws SQLException {
    Connection connection = deployed(store);
    connection.setAutoCommit(false);
    Lenses.run(connection, "delete from X.T where id = 1");
    connection.setAutoCommit(true);
    assertEquals(List.of("2|two|2"), rows(open()));
  }
}
