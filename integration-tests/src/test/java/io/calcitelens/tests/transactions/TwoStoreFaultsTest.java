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
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.tests.stores.StoreUnderTest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever call to either of two stores fails, a statement over both leaves all or nothing. */
class TwoStoreFaultsTest {
  private static final int MOST_CALLS = 200;
  private static final WatchedDriver DRIVER = new WatchedDriver();
  private static final Map<Pair, Connection> OPEN = new HashMap<>();

  private enum Pair {
    POSTGRESQL_TWICE(StoreUnderTest.POSTGRESQL, StoreUnderTest.POSTGRESQL),
    POSTGRESQL_AND_H2(StoreUnderTest.POSTGRESQL, StoreUnderTest.H2),
    H2_AND_LAST_RESOURCE(StoreUnderTest.H2, StoreUnderTest.HSQLDB);

    private final StoreUnderTest first;
    private final StoreUnderTest second;

    Pair(StoreUnderTest first, StoreUnderTest second) {
      this.first = first;
      this.second = second;
    }
  }

  /** How a call fails. */
  private enum Mode {
    /** It is never made. */
    REFUSED,
    /** It is made, and its answer is lost. */
    UNANSWERED,
    /** It is never made, and its connection is cut. */
    CUT,
    /** It is made, then its connection is cut. */
    CUT_AFTERWARDS
  }

  /** Fails the n-th call, once. */
  private record Failing(Mode mode, AtomicInteger left) implements WatchedDriver.Watcher {
    @Override
    public void before(String label, String call) throws SQLException {
      if (mode == Mode.REFUSED || mode == Mode.CUT) {
        fail(call);
      }
    }

    @Override
    public void after(String label, String call) throws SQLException {
      if (mode == Mode.UNANSWERED || mode == Mode.CUT_AFTERWARDS) {
        fail(call);
      }
    }

    private void fail(String call) throws SQLException {
      if (left.getAndDecrement() == 1) {
        throw mode == Mode.CUT || mode == Mode.CUT_AFTERWARDS
            ? new WatchedDriver.Lost()
            : new SQLException("injected at " + call, "58030");
      }
    }

    boolean reached() {
      return left.get() <= 0;
    }
  }

  static Stream<Arguments> faults() {
    return Stream.of(Pair.values())
        .filter(p -> p.first.available())
        .flatMap(
            p -> Stream.of(Mode.values()).filter(m -> fits(p, m)).map(m -> Arguments.of(p, m)));
  }

  /**
   * A connection to an H2 in the same process is not cut; and the answer of a last resource's
   * commit decides, so that it must not be lost.
   */
  private static boolean fits(Pair pair, Mode mode) {
    return switch (mode) {
      case REFUSED -> true;
      case UNANSWERED -> pair != Pair.H2_AND_LAST_RESOURCE;
      case CUT, CUT_AFTERWARDS -> pair == Pair.POSTGRESQL_TWICE;
    };
  }

  @BeforeAll
  static void register() throws SQLException {
    DriverManager.registerDriver(DRIVER);
  }

  @AfterAll
  static void close() throws SQLException {
    for (Connection connection : OPEN.values()) {
      connection.close();
    }
    OPEN.clear();
    DriverManager.deregisterDriver(DRIVER);
  }

  private static Connection deployed(Pair pair) throws SQLException {
    Connection connection = OPEN.get(pair);
    if (connection == null) {
      connection = DriverManager.getConnection("jdbc:lens:");
      OPEN.put(pair, connection);
      TwoStoreLens.deploy(connection, using("a", pair.first), using("b", pair.second));
    }
    return connection;
  }

  private static String using(String label, StoreUnderTest store) throws SQLException {
    StoreUnderTest.Place place = store.newDatabase();
    return new StoreUnderTest.Place(
            WatchedDriver.url(label, place.url()), place.user(), place.password())
        .using();
  }

  private static void reset(Connection connection) throws SQLException {
    run(
        connection,
        "delete from Y.A",
        "delete from Y.B",
        "insert into X.T values (1, 'a1', 1, 'b1'), (2, 'a2', 2, 'b2')");
  }

  private static List<String> state(Connection connection) throws SQLException {
    List<String> state = new ArrayList<>(rows(connection, "select * from Y.A order by id"));
    state.addAll(rows(connection, "select * from Y.B order by id"));
    return state;
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aStatementIsWholeOrNothing(Pair pair, Mode mode) throws SQLException {
    Connection connection = deployed(pair);
    for (String sql :
        List.of(
            "insert into X.T values (3, 'a3', 3, 'b3')",
            "update X.T set a = 'x', b = 'y', n = n + 1",
            "delete from X.T where id = 1")) {
      reset(connection);
      run(connection, sql);
      List<String> after = state(connection);
      reset(connection);
      List<String> before = state(connection);
      assertNotEquals(before, after);
      int call = 0;
      boolean reached = true;
      while (reached) {
        call++;
        assertTrue(call < MOST_CALLS, "no end of calls");
        Failing failing = new Failing(mode, new AtomicInteger(call));
        String fault = attempt(connection, sql, failing);
        reached = failing.reached();
        String when = sql + ", call " + call + ": " + fault;
        // A fault after the decision is made good, and nobody hears of it.
        assertEquals(fault.isEmpty() ? after : before, state(connection), when);
        assertTrue(fault.isEmpty() || fault.startsWith("lens."), when);
        assertTrue(reached || fault.isEmpty(), when);
        assertEquals(List.of(), rows(connection, "select * from lens.transactions"), when);
        if (fault.isEmpty() && reached) {
          reset(connection);
        }
      }
      assertTrue(call > 5, "too few calls to the stores: " + call);
    }
  }

  private static String attempt(Connection connection, String sql, Failing failing) {
    WatchedDriver.watch(failing);
    try {
      run(connection, sql);
      return "";
    } catch (SQLException e) {
      return e.getMessage();
    } finally {
      WatchedDriver.watch(WatchedDriver.Watcher.NONE);
    }
  }
}
