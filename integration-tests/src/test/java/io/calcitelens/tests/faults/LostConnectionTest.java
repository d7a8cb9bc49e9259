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
package io.calcitelens.tests.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.calcitelens.tests.jdbc.Lenses;
import io.calcitelens.tests.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A lost connection ends its transaction, wherever it is lost, and no other one. */
class LostConnectionTest {
  private static final int ROWS = 3_000;

  private Connection connection;
  private Connection server;

  @BeforeEach
  void open() throws SQLException {
    assumeTrue(PostgresServer.available());
    String url = PostgresServer.newDatabase();
    server = DriverManager.getConnection(url, PostgresServer.USER, PostgresServer.PASSWORD);
    connection = DriverManager.getConnection("jdbc:lens:");
    Lenses.run(
        connection,
        "declare schema B using jdbc('"
            + url
            + "', 'postgres', 'postgres') {"
            + " table A (id int primary key, n int); table C (id int primary key, m int) }",
        "declare logical schema X { table T (id int primary key, n int, m int) }",
        "declare lens for X over B { view T as select id, n, m from A join C using (id) }",
        "apply schema X");
    Lenses.run(
        server,
        "insert into \"B\".\"A\" select i, i from generate_series(1, " + ROWS + ") as g(i)",
        "insert into \"B\".\"C\" select i, i from generate_series(1, " + ROWS + ") as g(i)");
  }

  @AfterEach
  void close() throws SQLException {
    if (connection != null) {
      connection.close();
      server.close();
    }
  }

  /** Ends the server's side of all connections but its own, as an administrator does. */
  private void terminate() throws SQLException {
    String others =
        " from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
            + " and backend_type = 'client backend'";
    Lenses.rows(server, "select pg_terminate_backend(pid, 5000)" + others);
  }

  private static void fails(String state, String code, Executable work) {
    SQLException e = assertThrows(SQLException.class, work);
    assertEquals(state, e.getSQLState(), e.getMessage());
    assertTrue(e.getMessage().startsWith(code), e.getMessage());
  }

  private void isDead() {
    fails("25P02", "lens.failed-transaction", () -> read("select n from X.T where id = 1"));
    fails("25P02", "lens.failed-transaction", () -> write("update X.T set n = 0 where id = 1"));
    fails("25P02", "lens.failed-transaction", () -> connection.setSavepoint());
  }

  private void isAliveAndAsBefore() throws SQLException {
    connection.setAutoCommit(false);
    assertEquals(List.of("1|1"), read("select n, m from X.T where id = 1"));
    write("update X.T set n = 7, m = 8 where id = 1");
    connection.commit();
    connection.setAutoCommit(true);
    assertEquals(List.of("7|8"), read("select n, m from X.T where id = 1"));
  }

  private List<String> read(String sql) throws SQLException {
    return Lenses.rows(connection, sql);
  }

  private void write(String sql) throws SQLException {
    Lenses.run(connection, sql);
  }

  @Test
  void betweenStatementsOfATransaction() throws SQLException {
    connection.setAutoCommit(false);
    Savepoint begin = connection.setSavepoint();
    write("update X.T set n = 100, m = 100 where id = 1");
    Savepoint later = connection.setSavepoint();
    terminate();
    fails("08006", "lens.connection-lost", () -> read("select count(*) from X.T"));
    isDead();
    fails("25P02", "lens.failed-transaction", () -> connection.rollback(later));
    fails("25P02", "lens.failed-transaction", () -> connection.rollback(begin));
    connection.rollback();
    isAliveAndAsBefore();
  }

  @Test
  void beforeAWriteOfATransaction() throws SQLException {
    connection.setAutoCommit(false);
    write("update X.T set n = 100 where id = 1");
    terminate();
    fails("08006", "lens.connection-lost", () -> write("update X.T set m = 3 where id = 1"));
    isDead();
    fails("25P02", "lens.failed-transaction", connection::commit);
    isAliveAndAsBefore();
  }

  @Test
  void atCommit() throws SQLException {
    connection.setAutoCommit(false);
    write("update X.T set n = 100, m = 100 where id = 1");
    terminate();
    fails("08007", "lens.connection-lost", connection::commit);
    isAliveAndAsBefore();
  }

  @Test
  void atRollbackNothingIsLost() throws SQLException {
    connection.setAutoCommit(false);
    write("update X.T set n = 100 where id = 1");
    terminate();
    connection.rollback();
    isAliveAndAsBefore();
  }

  @Test
  void whileRowsAreFetchedInATransaction() throws SQLException {
    connection.setAutoCommit(false);
    write("update X.T set n = 100 where id = 1");
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select id, n, m from X.T")) {
      assertTrue(rows.next());
      terminate();
      fails("08006", "lens.connection-lost", () -> readOut(rows));
    }
    isDead();
    connection.rollback();
    isAliveAndAsBefore();
  }

  @Test
  void whileRowsAreFetchedInAutocommit() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select id, n, m from X.T")) {
      assertTrue(rows.next());
      terminate();
      fails("08006", "lens.connection-lost", () -> readOut(rows));
    }
    isAliveAndAsBefore();
  }

  private static void readOut(ResultSet rows) throws SQLException {
    while (rows.next()) {
      rows.getInt(1);
    }
  }

  @Test
  void betweenStatementsOfAutocommitItIsToldOnceAtMost() throws SQLException {
    read("select n from X.T where id = 1");
    write("update X.T set m = 1 where id = 1");
    terminate();
    try {
      read("select n from X.T where id = 1");
    } catch (SQLException e) {
      assertEquals("08006", e.getSQLState(), e.getMessage());
    }
    isAliveAndAsBefore();
  }

  @Test
  void withinAStatementOfATransaction() throws Exception {
    connection.setAutoCommit(false);
    whileItWaits("08006", "update X.T set n = 5, m = 5 where id = 1");
    isDead();
    connection.rollback();
    isAliveAndAsBefore();
  }

  @Test
  void withinAStatementOfAutocommit() throws Exception {
    whileItWaits("08006", "update X.T set n = 5 where id = 1 returning n");
    isAliveAndAsBefore();
  }

  @Test
  void withinAMessageThatCommitsItIsNotKnownWhatHappened() throws Exception {
    whileItWaits("08007", "update X.T set n = 5 where id = 1");
    isAliveAndAsBefore();
  }

  /** Runs a statement that waits for a row's lock, and ends its connection meanwhile. */
  private void whileItWaits(String state, String sql) throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    server.setAutoCommit(false);
    try {
      Lenses.rows(server, "select 1 from \"B\".\"A\" where \"id\" = 1 for update");
      Callable<Void> statement =
          () -> {
            write(sql);
            return null;
          };
      Future<Void> running = executor.submit(statement);
      String waiting =
          "select count(*) from pg_stat_activity where datname = current_database()"
              + " and wait_event_type = 'Lock'";
      while (Lenses.rows(server, waiting).equals(List.of("0"))) {
        Lenses.run(server, "select pg_stat_clear_snapshot()", "select pg_sleep(0.02)");
      }
      terminate();
      ExecutionException e =
          assertThrows(ExecutionException.class, () -> running.get(20, TimeUnit.SECONDS));
      fails(
          state,
          "lens.connection-lost",
          () -> {
            throw e.getCause();
          });
    } finally {
      server.rollback();
      server.setAutoCommit(true);
      executor.shutdownNow();
    }
  }

  @Test
  void aFaultOfALaterRowEndsTheTransactionUntilASavepoint() throws SQLException {
    connection.setAutoCommit(false);
    write("update X.T set m = 1 where id = 1");
    Savepoint point = connection.setSavepoint();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select 1 / (n - " + (ROWS - 1) + ") from B.A")) {
      fails("22012", "lens.division-by-zero", () -> readOut(rows));
    }
    isDead();
    connection.rollback(point);
    assertEquals(List.of("1"), read("select m from X.T where id = 1"));
    connection.rollback();
    isAliveAndAsBefore();
  }
}
