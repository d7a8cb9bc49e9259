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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.calcitelens.tests.jdbc.Lenses;
import io.calcitelens.tests.stores.StoreUnderTest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two sessions cannot together break a rule over two members that each of them keeps. */
class CrossMemberRulesTest {
  private static final int ROWS = 150;

  @ParameterizedTest
  @CsvSource({
    "H2, auto, auto",
    "H2, store, jvm",
    "POSTGRESQL, auto, auto",
    "POSTGRESQL, auto, jvm",
    "HSQLDB, auto, auto"
  })
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void oneOfTwoSessionsIsRefused(StoreUnderTest store, String left, String right) throws Exception {
    assumeTrue(store.available());
    String url = "jdbc:lens:mem:r" + UUID.randomUUID().toString().replace("-", "");
    try (Connection keeper = DriverManager.getConnection(url)) {
      Lenses.run(
          keeper,
          "declare schema Y "
              + store.newDatabase().using()
              + " { table A (id int primary key, n int); table B (id int primary key, m int); }",
          "declare logical schema X {"
              + " table T (id int primary key, n int, m int, check (n + m <= 1)); }",
          "declare lens for X over Y { view T as select id, n, m from A join B using (id); }",
          "apply schema X");
      fill(keeper);
      List<Integer> counts =
          together(
              url + ";captureHome=" + left, "update X.T set n = 1 where id = ?",
              url + ";captureHome=" + right, "update X.T set m = 1 where id = ?");
      assertEquals(ROWS, counts.get(0) + counts.get(1));
      assertEquals(
          List.of(String.valueOf(ROWS)),
          Lenses.rows(keeper, "select count(*) from X.T where n + m = 1"));
    }
  }

  private static void fill(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into X.T values (?, 0, 0)")) {
      for (int id = 0; id < ROWS; id++) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /**
   * Runs two statements for each row at once, and counts how often each of them was let through.
   */
  private static List<Integer> together(
      String leftUrl, String leftSql, String rightUrl, String rightSql) throws Exception {
    ExecutorService sessions = Executors.newFixedThreadPool(2);
    CyclicBarrier start = new CyclicBarrier(2);
    try {
      Future<Integer> left = sessions.submit(session(leftUrl, leftSql, start));
      Future<Integer> right = sessions.submit(session(rightUrl, rightSql, start));
      return List.of(left.get(), right.get());
    } finally {
      sessions.shutdownNow();
    }
  }

  private static Callable<Integer> session(String url, String sql, CyclicBarrier start) {
    return () -> {
      int count = 0;
      try (Connection connection = DriverManager.getConnection(url);
          PreparedStatement update = connection.prepareStatement(sql)) {
        for (int id = 0; id < ROWS; id++) {
          update.setInt(1, id);
          start.await(1, TimeUnit.MINUTES);
          try {
            count += update.executeUpdate();
          } catch (SQLException e) {
            assertEquals("23514", e.getSQLState(), e.getMessage());
          }
        }
      }
      return count;
    };
  }
}
