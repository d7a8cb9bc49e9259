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

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An update is computed over the row that it overwrites (C10). */
class ConcurrentUpdatesTest {
  private static final int TIMES = 1000;

  @ParameterizedTest
  @CsvSource({
    "h2, 'A join B on A.id = B.id', n, auto, auto",
    "h2, 'A join B on A.id = B.id', m, auto, jvm",
    "h2, 'A join B on A.id = B.id', m, jvm, jvm",
    "h2, 'A left join B on A.id = B.id', m, store, jvm",
    "hsqldb, 'A join B on A.id = B.id', n, auto, auto",
    "hsqldb, 'A join B on A.id = B.id', m, auto, auto",
  })
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void twoSessionsAddUp(String store, String from, String column, String left, String right)
      throws Exception {
    String name = "c" + UUID.randomUUID().toString().replace("-", "");
    String url = "jdbc:lens:mem:" + name;
    String using =
        store.equals("h2") ? "using mem()" : "using jdbc('jdbc:hsqldb:mem:" + name + "', 'SA', '')";
    try (Connection keeper = DriverManager.getConnection(url)) {
      run(
          keeper,
          "declare schema Y { table A (id int primary key, n int) "
              + using
              + "; table B (id int primary key, m int) "
              + using
              + "; }",
          "declare logical schema X { table T (id int primary key, n int, m int); }",
          "declare lens for X over Y { view T as select A.id as id, n, m from " + from + "; }",
          "apply schema X",
          "insert into X.T (id, n, m) values (1, 0, 0), (2, 0, 0)");
      List<String> urls = List.of(url + ";captureHome=" + left, url + ";captureHome=" + right);
      addFromTwoSessions(urls, "update X.T set " + column + " = " + column + " + 1 where id = ?");
      assertEquals(2 * TIMES, number(keeper, "select " + column + " from X.T where id = 1"));
      assertEquals(0, number(keeper, "select " + column + " from X.T where id = 2"));
    }
  }

  private static void addFromTwoSessions(List<String> urls, String sql) throws Exception {
    ExecutorService sessions = Executors.newFixedThreadPool(2);
    CountDownLatch start = new CountDownLatch(2);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (String url : urls) {
        ends.add(
            sessions.submit(
                () -> {
                  add(url, sql, start);
                  return null;
                }));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      sessions.shutdownNow();
    }
  }

  private static void add(String url, String sql, CountDownLatch start) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement update = connection.prepareStatement(sql)) {
      update.setInt(1, 1);
      start.countDown();
      start.await();
      for (int i = 0; i < TIMES; i++) {
        assertEquals(1, update.executeUpdate());
      }
    }
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static int number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getInt(1);
    }
  }
}
