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
package io.calcitelens.tests.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.ddl.server.LensServer;
import io.calcitelens.ddl.server.ServerSettings;
import io.calcitelens.tests.jdbc.Lenses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.calcite.avatica.AvaticaClientRuntimeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many connections of mixed reads, writes and DDL on one database, embedded and remote. The
 * property {@code stress.seconds} says for how long.
 */
class ManyConnectionsTest {
  private static final int CONNECTIONS = 32;
  private static final int ROWS = 200;

  /** What each connection does at least, however slow the machine is. */
  private static final int STEPS = 5;

  private static final long SECONDS = Long.getLong("stress.seconds", 8);

  /** What may happen to anyone who works beside others. */
  private static final Set<String> STATED = Set.of("40001", "25P02");

  @TempDir private Path folder;

  private final AtomicLong done = new AtomicLong();
  private final Map<String, String> faults = new ConcurrentSkipListMap<>();
  private final Map<String, AtomicLong> stated = new ConcurrentSkipListMap<>();

  @Test
  void ddlOfOneTakesEffectInTheOthersAtTheirNextStatement() throws SQLException {
    try (LensServer server = LensServer.start(ServerSettings.local("jdbc:lens:mem:seen"));
        Connection first = Remote.connect(server);
        Connection second = Remote.connect(server);
        Connection embedded = DriverManager.getConnection("jdbc:lens:mem:seen")) {
      Remote.deploy(first, "X", "Y");
      Lenses.run(second, "insert into X.T values (1, 'x', 1)");
      try (PreparedStatement prepared = second.prepareStatement("select * from X.T")) {
        assertEquals(List.of("1|x|1"), Lenses.rows(prepared.executeQuery()));
        Lenses.run(
            embedded,
            "declare lens for X over Y {"
                + " view T as select id, 'new' as a, n from A join B using (id); }",
            "apply schema X");
        assertEquals(List.of("1|new|1"), Lenses.rows(prepared.executeQuery()));
        assertEquals(List.of("1|new|1"), Lenses.rows(first, "select * from X.T"));
      }
      Lenses.run(first, "drop lens for X");
      Remote.fails("42P01", "lens.unknown-table", () -> Lenses.rows(second, "select * from X.T"));
    }
  }

  @Test
  void manyWorkBesideOneAnother() throws Exception {
    long filesBefore = openFiles();
    Map<String, Long> threadsBefore = threads();
    String url = "jdbc:lens:" + folder.resolve("many");
    try (LensServer server = LensServer.start(ServerSettings.local(url));
        Connection keeper = DriverManager.getConnection(url)) {
      Remote.deploy(keeper, "X", "Y");
      fill(keeper);
      work(server, url);
      System.out.println(
          CONNECTIONS + " connections, " + SECONDS + " s: " + done + " steps, stated " + stated);
      assertEquals(Map.of(), faults, () -> done + " done; stated: " + stated);
      assertEquals(0, server.sessionCount());
      assertEquals(
          List.of("embedded|0", "embedded|1"),
          Lenses.rows(
              keeper, "select kind, open_statements from lens.sessions order by open_statements"));
      assertEquals(List.of(String.valueOf(ROWS)), Lenses.rows(keeper, "select count(*) from X.T"));
      assertEquals(
          List.of(String.valueOf(1000 * ROWS)),
          Lenses.rows(keeper, "select sum(n) from X.T"),
          "transfers keep the sum");
    }
    assertEquals(threadsBefore, threads(), "threads");
    assertTrue(openFiles() <= filesBefore + 2, () -> filesBefore + " files, now " + files());
  }

  private static void fill(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into X.T values (?, 'a', 1000)")) {
      for (int i = 0; i < ROWS; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private void work(LensServer server, String url) throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        int worker = i;
        String own =
            worker % 4 == 3 ? url : Remote.url(server, worker % 2 == 0 ? "json" : "protobuf");
        ends.add(
            workers.submit(
                () -> {
                  work(worker, own, end);
                  return null;
                }));
      }
      for (Future<?> worker : ends) {
        worker.get(SECONDS + 120, TimeUnit.SECONDS);
      }
    } finally {
      workers.shutdownNow();
      assertTrue(workers.awaitTermination(30, TimeUnit.SECONDS));
    }
  }

  private void work(int worker, String url, long end) throws SQLException {
    Random random = new Random(worker);
    int steps = 0;
    while (steps < STEPS || System.nanoTime() < end) {
      try (Connection connection = DriverManager.getConnection(url)) {
        int last = steps + 40;
        while (steps < last && (steps < STEPS || System.nanoTime() < end)) {
          step(connection, worker, random);
          steps++;
        }
      }
    }
  }

  private void step(Connection connection, int worker, Random random) throws SQLException {
    int kind = random.nextInt(100);
    try {
      if (kind < 45) {
        read(connection, random);
      } else if (kind < 65) {
        Lenses.run(
            connection, "update X.T set a = 'w" + worker + "' where id = " + random.nextInt(ROWS));
      } else if (kind < 85) {
        transfer(connection, random);
      } else if (kind < 95) {
        renew(connection, ROWS + worker);
      } else {
        ddl(connection, worker, random);
      }
      done.incrementAndGet();
    } catch (SQLException e) {
      keep(kind, e.getSQLState(), e);
    } catch (AvaticaClientRuntimeException e) {
      keep(kind, e.getSqlState(), e);
    } finally {
      if (!connection.getAutoCommit()) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    }
  }

  private void keep(int kind, String state, Exception fault) {
    if (STATED.contains(state)) {
      stated.computeIfAbsent(state, s -> new AtomicLong()).incrementAndGet();
    } else {
      faults.putIfAbsent(kind + " " + state, String.valueOf(fault.getMessage()));
    }
  }

  private static void read(Connection connection, Random random) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("select id, n from X.T where id >= ? order by id")) {
      query.setInt(1, random.nextInt(ROWS));
      try (ResultSet rows = query.executeQuery()) {
        int read = 0;
        while (read < 150 && rows.next()) {
          read++;
        }
      }
    }
  }

  /** Takes from one row what it gives to another. */
  private static void transfer(Connection connection, Random random) throws SQLException {
    int from = random.nextInt(ROWS - 1);
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("update X.T set n = n + 1 where id = " + from);
      statement.execute("savepoint s");
      statement.executeUpdate("delete from X.T where id = " + from);
      statement.execute("rollback to savepoint s");
      statement.executeUpdate("update X.T set n = n - 1 where id = " + (from + 1));
    }
    connection.commit();
  }

  private static void renew(Connection connection, int id) throws SQLException {
    connection.setAutoCommit(false);
    Lenses.run(
        connection,
        "delete from X.T where id = " + id,
        "insert into X.T values (" + id + ", 'new', 0)",
        "delete from X.T where id = " + id);
    connection.commit();
  }

  private static void ddl(Connection connection, int worker, Random random) throws SQLException {
    String design = "D" + worker;
    if (random.nextBoolean()) {
      Lenses.run(
          connection,
          "declare logical schema " + design + " { table U (id int primary key, a varchar(10)); }",
          "declare lens for " + design + " over Y { view U as select id, a from A; }",
          "apply schema " + design);
      Lenses.rows(connection, "select count(*) from " + design + ".U");
      Lenses.run(connection, "drop lens for " + design, "drop schema " + design);
    } else {
      Lenses.run(
          connection,
          "create table W" + worker + " (id int primary key)",
          "insert into W" + worker + " values (1)",
          "drop table W" + worker);
    }
  }

  /** Live threads by kind of name; those of the JVM and of what every client shares left out. */
  private static Map<String, Long> threads() {
    Map<String, Long> counts = new TreeMap<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("lens")) {
        counts.merge(thread.getName().replaceAll("\\d+", "N"), 1L, Long::sum);
      }
    }
    return counts;
  }

  private static long openFiles() {
    return files().size();
  }

  /** The files of databases that this process has open, where the system can tell. */
  private static List<String> files() {
    Path own = Path.of("/proc/self/fd");
    if (!Files.isDirectory(own)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(own)) {
      return all.map(ManyConnectionsTest::target).filter(f -> f.endsWith(".db")).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "";
    }
  }
}
