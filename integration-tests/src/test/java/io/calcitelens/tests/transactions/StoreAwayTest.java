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
package io.calcitelens.tests.transactions;

import static io.calcitelens.tests.jdbc.Lenses.rows;
import static io.calcitelens.tests.jdbc.Lenses.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.calcitelens.tests.postgres.PostgresProxy;
import io.calcitelens.tests.postgres.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One of two stores goes away in the midst of a commit, and is away when the database opens. */
class StoreAwayTest {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(40).toNanos();

  private static final WatchedDriver DRIVER = new WatchedDriver();

  @TempDir private Path folder;
  private PostgresProxy proxy;

  @BeforeEach
  void open() throws SQLException {
    assumeTrue(PostgresServer.available());
    DriverManager.registerDriver(DRIVER);
    proxy = PostgresProxy.open(PostgresServer.newDatabase(), Duration.ZERO);
  }

  @AfterEach
  void close() throws SQLException {
    WatchedDriver.watch(WatchedDriver.Watcher.NONE);
    if (proxy != null) {
      proxy.close();
      DriverManager.deregisterDriver(DRIVER);
    }
  }

  /** Goes away when it is asked to commit what it has prepared. */
  private final class Leaving implements WatchedDriver.Watcher {
    @Override
    public void before(String label, String call) {
      if (call.toLowerCase(Locale.ROOT).startsWith("commit prepared")) {
        proxy.close();
      }
    }

    @Override
    public void after(String label, String call) {}
  }

  @Test
  void theDatabaseOpensAndEndsWhatWasInDoubtWhenItIsBack() throws Exception {
    String url = "jdbc:lens:" + folder.resolve("db");
    try (Connection connection = DriverManager.getConnection(url)) {
      TwoStoreLens.deploy(
          connection,
          "using mem()",
          "using jdbc('" + WatchedDriver.url("b", proxy.url()) + "', 'postgres', 'postgres')");
      run(connection, "insert into X.T values (1, 'old', 0, 'old')", "create table Near (id int)");
      WatchedDriver.watch(new Leaving());
      // It is decided, so that it will be done.
      run(connection, "update X.T set a = 'new', b = 'new'");
      assertEquals(1, inDoubt(connection).size());
    }
    WatchedDriver.watch(WatchedDriver.Watcher.NONE);
    try (Connection connection = DriverManager.getConnection(url)) {
      run(connection, "insert into Near values (7)");
      assertEquals(List.of("7"), rows(connection, "select id from Near"));
      isAway(connection, "select * from X.T");
      isAway(connection, "update X.T set b = 'x'");
      isAway(connection, "select * from Y.B");
      assertEquals(1, inDoubt(connection).size());
      proxy.reopen();
      long end = System.nanoTime() + PATIENCE_NANOS;
      while (!isBack(connection) && System.nanoTime() < end) {
        Thread.sleep(200);
      }
      assertEquals(List.of("1|new|0|new"), rows(connection, "select * from X.T"));
      run(connection, "update X.T set a = 'later', b = 'later'");
      assertEquals(List.of("later"), rows(connection, "select b from Y.B"));
    }
  }

  private static List<String> inDoubt(Connection connection) throws SQLException {
    return rows(connection, "select * from lens.transactions where state = 'committing'");
  }

  private static void isAway(Connection connection, String sql) {
    SQLException fault = assertThrows(SQLException.class, () -> run(connection, sql));
    assertEquals("08001", fault.getSQLState(), fault.getMessage());
    assertTrue(fault.getMessage().startsWith("lens.unavailable: "), fault.getMessage());
  }

  private static boolean isBack(Connection connection) throws SQLException {
    try {
      rows(connection, "select * from X.T");
      return inDoubt(connection).isEmpty();
    } catch (SQLException e) {
      assertEquals("08001", e.getSQLState(), e.getMessage());
      return false;
    }
  }
}
