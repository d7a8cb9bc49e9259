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
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.StoreCursor;
import io.calcitelens.adapters.StoreSession;
import io.calcitelens.adapters.jdbc.JdbcStore;
import io.calcitelens.tests.postgres.PostgresServer;
import io.calcitelens.tests.stores.StoreUnderTest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two sessions that wait for each other in two stores, which no store can see, go on in time. */
class CrossedLocksTest {
  /** A lock is waited for ten seconds at most. */
  private static final int PATIENCE_SECONDS = 20;

  @Test
  void aDeadlockOverTwoStoresEndsAsASerializationFault() throws Exception {
    assumeTrue(PostgresServer.available());
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (Connection first = DriverManager.getConnection("jdbc:lens:mem:crossed");
        Connection second = DriverManager.getConnection("jdbc:lens:mem:crossed")) {
      TwoStoreLens.deploy(
          first,
          StoreUnderTest.POSTGRESQL.newDatabase().using(),
          StoreUnderTest.POSTGRESQL.newDatabase().using());
      run(first, "insert into X.T values (1, 'a', 0, 'b')");
      first.setAutoCommit(false);
      second.setAutoCommit(false);
      run(first, "update Y.A set a = 'one' where id = 1");
      run(second, "update Y.B set b = 'two' where id = 1");
      Callable<Optional<SQLException>> waiting =
          () -> fault(second, "update Y.A set a = 'two' where id = 1");
      Future<Optional<SQLException>> waits = other.submit(waiting);
      List<SQLException> faults = new ArrayList<>();
      fault(first, "update Y.B set b = 'one' where id = 1").ifPresent(faults::add);
      waits.get(PATIENCE_SECONDS, TimeUnit.SECONDS).ifPresent(faults::add);
      assertTrue(!faults.isEmpty(), "nobody gave way");
      for (SQLException fault : faults) {
        assertEquals("40001", fault.getSQLState(), fault.getMessage());
      }
      first.rollback();
      second.rollback();
      run(first, "update X.T set a = 'later', b = 'later'");
      first.commit();
      assertEquals(List.of("later|later"), rows(second, "select a, b from X.T"));
    } finally {
      other.shutdownNow();
    }
  }

  @ParameterizedTest
  @CsvSource({"7s, true", "7s, false", "0, true", "0, false"})
  void connectionsOfAnApplicationKeepTheirLimit(String limit, boolean autoCommit)
      throws SQLException {
    assumeTrue(PostgresServer.available());
    StoreUnderTest.Place place = StoreUnderTest.POSTGRESQL.newDatabase();
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(place.url());
    config.setUsername(place.user());
    config.setPassword(place.password());
    config.setMaximumPoolSize(1);
    config.setAutoCommit(autoCommit);
    // The pool itself does not commit it.
    config.setConnectionInitSql("set lock_timeout = '" + limit + "'; commit");
    String show = "select current_setting('lock_timeout')";
    try (HikariDataSource pool = new HikariDataSource(config)) {
      try (JdbcStore store = JdbcStore.over("s", pool);
          StoreSession session = store.open(SessionOptions.DEFAULT)) {
        String during = limit.equals("0") ? "10s" : limit;
        assertEquals(during, shown(session, show));
        session.rollback();
        assertEquals(during, shown(session, show));
      }
      try (Connection connection = pool.getConnection()) {
        assertEquals(List.of(limit), rows(connection, show));
      }
    }
  }

  private static String shown(StoreSession session, String query) {
    BasisColumn column =
        new BasisColumn(
            0,
            "setting",
            LensTypes.FACTORY.createSqlType(SqlTypeName.VARCHAR),
            Types.VARCHAR,
            BasisColumn.Generation.NONE,
            Optional.empty());
    try (StoreCursor cursor = session.query(query, List.of(), List.of(column), false)) {
      assertTrue(cursor.next());
      return cursor.row()[0].toString();
    }
  }

  /** Whoever has to give way does so at once, so that the other one can go on. */
  private static Optional<SQLException> fault(Connection connection, String sql)
      throws SQLException {
    try {
      run(connection, sql);
      return Optional.empty();
    } catch (SQLException e) {
      connection.rollback();
      return Optional.of(e);
    }
  }
}
