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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.calcitelens.tests.postgres.PostgresServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process is killed at each point of a commit over two stores. After its database is opened again
 * the row is the old one or the new one, never half of each; {@code -Dcrash.all=true} takes every
 * point of every pair.
 */
class CrashTest {
  private static final boolean ALL = Boolean.getBoolean("crash.all");
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static final WatchedDriver DRIVER = new WatchedDriver();

  private static EmbeddedPostgres server;

  @TempDir private Path folder;

  private enum Second {
    POSTGRESQL,
    H2_FILE,
    SQLITE,
    OWN_STORE
  }

  @BeforeAll
  static void start() throws IOException, SQLException {
    assumeTrue(PostgresServer.available());
    server =
        EmbeddedPostgres.builder()
            .setServerConfig("max_prepared_transactions", "16")
            .setServerConfig("fsync", "on")
            .start();
    DriverManager.registerDriver(DRIVER);
  }

  @AfterAll
  static void stop() throws IOException, SQLException {
    DriverManager.deregisterDriver(DRIVER);
    if (server != null) {
      server.close();
    }
  }

  static Stream<Arguments> points() {
    return Arrays.stream(Second.values())
        .flatMap(
            second ->
                Arrays.stream(CrashPoint.values())
                    .filter(point -> ALL ? happens(second, point) : represents(second, point))
                    .map(point -> Arguments.of(second, point)));
  }

  /** Only one of two prepares where the other is the last resource, or is not watched. */
  private static boolean happens(Second second, CrashPoint point) {
    return switch (point) {
      case PREPARED_ALL, COMMITTED_ALL -> second == Second.POSTGRESQL || second == Second.H2_FILE;
      case LAST_COMMITTED -> second == Second.SQLITE;
      default -> true;
    };
  }

  /** Each point once at least, and those that are told apart by a kind of store for that one. */
  private static boolean represents(Second second, CrashPoint point) {
    return switch (second) {
      case POSTGRESQL ->
          point == CrashPoint.PREPARED_ALL
              || point == CrashPoint.DECIDED
              || point == CrashPoint.COMMITTED_ONE
              || point == CrashPoint.COMMITTED_ALL;
      case H2_FILE ->
          point == CrashPoint.WRITTEN
              || point == CrashPoint.DECIDED
              || point == CrashPoint.COMMITTED_ONE;
      case SQLITE ->
          point == CrashPoint.BEGUN
              || point == CrashPoint.PREPARED_ONE
              || point == CrashPoint.LAST_COMMITTED
              || point == CrashPoint.DECIDED;
      case OWN_STORE -> point == CrashPoint.FORGOTTEN;
    };
  }

  @ParameterizedTest
  @MethodSource("points")
  void aRowIsWholeAfterwards(Second second, CrashPoint point)
      throws IOException, InterruptedException, SQLException {
    String url = "jdbc:lens:" + folder.resolve("db");
    try (Connection connection = DriverManager.getConnection(url)) {
      TwoStoreLens.deploy(connection, using("a", postgres()), second(second));
      run(connection, "insert into X.T values (1, 'old', 0, 'old'), (2, 'other', 0, 'other')");
    }
    kill(url, point);
    try (Connection connection = DriverManager.getConnection(url)) {
      assertEquals(List.of(), rows(connection, "select * from lens.transactions"));
      String a = point.isDecided() ? "new" : "old";
      // The one hole of a last resource: it has committed, and the log does not know.
      String b = point == CrashPoint.LAST_COMMITTED ? "new" : a;
      assertEquals(
          List.of("1|" + a + "|0|" + b, "2|other|0|other"),
          rows(connection, "select * from X.T order by id"));
      // Nothing holds a lock any longer.
      run(connection, "update X.T set a = 'later', b = 'later'");
      assertEquals(List.of("later|later", "later|later"), rows(connection, "select a, b from X.T"));
    }
  }

  private static String using(String label, String url) {
    return "using jdbc('" + WatchedDriver.url(label, url) + "', 'postgres', 'postgres')";
  }

  private String second(Second second) throws SQLException {
    return switch (second) {
      case POSTGRESQL -> using("b", postgres());
      case H2_FILE -> using("b", "jdbc:h2:file:" + folder.resolve("h2"));
      case SQLITE -> using("b", "jdbc:sqlite:" + folder.resolve("sqlite.db"));
      case OWN_STORE -> "using mem()";
    };
  }

  private static String postgres() throws SQLException {
    String name = "crash" + DATABASES.incrementAndGet();
    try (Connection connection =
        DriverManager.getConnection(server.getJdbcUrl("postgres", "postgres"))) {
      run(connection, "create database " + name);
    }
    return "jdbc:postgresql://localhost:" + server.getPort() + "/" + name;
  }

  private void kill(String url, CrashPoint point) throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xshare:auto",
                    "-cp",
                    System.getProperty("java.class.path"),
                    CrashMain.class.getName(),
                    url,
                    point.name()))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertEquals(true, process.waitFor(2, TimeUnit.MINUTES), "the process hangs");
      String told = Files.readString(output);
      assertEquals(CrashMain.KILLED, process.exitValue(), told);
    } finally {
      process.destroyForcibly();
    }
  }
}
