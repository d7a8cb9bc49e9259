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
package io.calcitelens.tests.bench;

import io.calcitelens.tests.postgres.PostgresProxy;
import io.calcitelens.tests.postgres.PostgresServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Writes of one row to two databases of PostgreSQL: through a lens, whole or absent; by hand, one
 * commit after the other and the record of the log that a decision needs.
 */
final class TwoStores implements AutoCloseable {
  static final String NAME = "pg-pg";

  private static final int OPERATIONS = 200;
  private static final int WARM_RUNS = 5;

  /** As long as what a transaction manager writes about a decision. */
  private static final int LOG_RECORD = 512;

  private final int runs;
  private final List<String> urls = new ArrayList<>();
  private final List<PostgresProxy> proxies = new ArrayList<>();
  private final List<Connection> plain = new ArrayList<>();
  private final Path folder;
  private final FileChannel log;

  TwoStores(int runs) throws SQLException, IOException {
    this.runs = runs;
    this.folder = Files.createTempDirectory("two-stores");
    this.log =
        FileChannel.open(
            folder.resolve("hand.log"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    for (int i = 0; i < 2; i++) {
      String url = PostgresServer.newDatabase();
      urls.add(url);
      proxies.add(PostgresProxy.open(url, Duration.ZERO));
      plain.add(connect(url));
      execute(
          plain.get(i),
          "create schema \"y\"",
          "create table \"y\".\"part%1$d\" (\"id\" int primary key, \"n\" int)".formatted(i));
    }
  }

  private static Connection connect(String url) throws SQLException {
    return DriverManager.getConnection(url, PostgresServer.USER, PostgresServer.PASSWORD);
  }

  private static void execute(Connection connection, String... texts) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : texts) {
        statement.execute(text);
      }
    }
  }

  /** A connection over both databases, which also keeps its log in a file. */
  private Connection lens(String name, List<String> urls) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:lens:" + folder.resolve(name));
    StringBuilder tables = new StringBuilder();
    for (int i = 0; i < urls.size(); i++) {
      tables.append(
          " table part%d (id int primary key, n int) using jdbc('%s', '%s', '%s');"
              .formatted(i, urls.get(i), PostgresServer.USER, PostgresServer.PASSWORD));
    }
    execute(
        connection,
        "declare schema y {" + tables + " }",
        "apply schema y",
        "declare logical schema x { table whole (id int primary key, a int, b int) }",
        "declare lens for x over y { view whole as"
            + " select p.id, p.n as a, q.n as b from part0 p join part1 q on q.id = p.id }",
        "apply schema x");
    return connection;
  }

  /** Prints a line for each operation. */
  void run() throws SQLException, IOException {
    for (String name : List.of("insert-one", "update-row")) {
      Counts hand = counts(name, true);
      Counts ours = counts(name, false);
      System.out.println(Bench.line(NAME + "." + name, measure(name, hand, ours)));
    }
  }

  private Pair.Result measure(String name, Counts handCounts, Counts ourCounts)
      throws SQLException, IOException {
    double[] hand = new double[runs];
    double[] ours = new double[runs];
    double[] logging = new double[runs];
    try (Connection lens = lens("timed", urls)) {
      for (int i = -WARM_RUNS; i < runs; i++) {
        double byHand = time(() -> hand(name, plain));
        double through = time(() -> ours(name, lens));
        double log =
            time(
                () -> {
                  for (int n = 0; n < OPERATIONS; n++) {
                    writeLog();
                  }
                });
        if (i >= 0) {
          hand[i] = byHand;
          ours[i] = through;
          logging[i] = log;
        }
      }
    }
    System.out.printf(
        Locale.ROOT, "%s.log-write hand=%s%n", NAME, Bench.time(Pair.median(logging) / OPERATIONS));
    return new Pair.Result(
        Pair.median(hand) / OPERATIONS,
        Pair.median(ours) / OPERATIONS,
        OptionalDouble.empty(),
        handCounts,
        ourCounts,
        OPERATIONS);
  }

  /** One run of a side. */
  @FunctionalInterface
  private interface Run {
    void run() throws SQLException, IOException;
  }

  private double time(Run run) throws SQLException, IOException {
    start();
    long start = System.nanoTime();
    run.run();
    return System.nanoTime() - start;
  }

  /** Rows to update, with room for those that are inserted. */
  private void start() throws SQLException {
    for (int i = 0; i < plain.size(); i++) {
      execute(
          plain.get(i),
          "truncate table \"y\".\"part%1$d\"".formatted(i),
          "insert into \"y\".\"part%1$d\" select -i, 0 from generate_series(1, %2$d) i"
              .formatted(i, OPERATIONS));
    }
  }

  private Counts counts(String name, boolean byHand) throws SQLException, IOException {
    List<String> counted = proxies.stream().map(PostgresProxy::url).toList();
    start();
    if (byHand) {
      try (Connection first = connect(counted.get(0));
          Connection second = connect(counted.get(1))) {
        take();
        hand(name, List.of(first, second));
        return take();
      }
    }
    try (Connection lens = lens("counted", counted)) {
      ours(name, lens);
      start();
      take();
      ours(name, lens);
      return take();
    }
  }

  private Counts take() {
    long statements = 0;
    long roundTrips = 0;
    for (PostgresProxy proxy : proxies) {
      Counts counts = BenchStore.counts(proxy.take());
      statements += counts.statements();
      roundTrips += counts.roundTrips();
    }
    return new Counts(statements, roundTrips);
  }

  private void hand(String name, List<Connection> connections) throws SQLException, IOException {
    boolean inserts = name.equals("insert-one");
    String text =
        inserts
            ? "insert into \"y\".\"part%1$d\" (\"n\", \"id\") values (?, ?)"
            : "update \"y\".\"part%1$d\" set \"n\" = ? where \"id\" = ?";
    List<PreparedStatement> statements = new ArrayList<>();
    for (int i = 0; i < connections.size(); i++) {
      connections.get(i).setAutoCommit(false);
      statements.add(connections.get(i).prepareStatement(text.formatted(i)));
    }
    for (int i = 1; i <= OPERATIONS; i++) {
      for (PreparedStatement statement : statements) {
        statement.setInt(1, i);
        statement.setInt(2, inserts ? i : -i);
        statement.executeUpdate();
      }
      writeLog();
      for (Connection connection : connections) {
        connection.commit();
      }
    }
    for (int i = 0; i < connections.size(); i++) {
      statements.get(i).close();
      connections.get(i).setAutoCommit(true);
    }
  }

  private void writeLog() throws IOException {
    log.write(ByteBuffer.allocate(LOG_RECORD));
    log.force(false);
  }

  private static void ours(String name, Connection lens) throws SQLException {
    boolean inserts = name.equals("insert-one");
    String text =
        inserts
            ? "insert into x.whole (a, b, id) values (?, ?, ?)"
            : "update x.whole set a = ?, b = ? where id = ?";
    try (PreparedStatement statement = lens.prepareStatement(text)) {
      for (int i = 1; i <= OPERATIONS; i++) {
        statement.setInt(1, i);
        statement.setInt(2, i);
        statement.setInt(3, inserts ? i : -i);
        statement.executeUpdate();
      }
    }
  }

  @Override
  public void close() throws SQLException, IOException {
    for (Connection connection : plain) {
      connection.close();
    }
    proxies.forEach(PostgresProxy::close);
    log.close();
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
