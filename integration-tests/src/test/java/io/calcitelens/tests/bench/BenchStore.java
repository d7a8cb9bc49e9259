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
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A database on which both sides of a pair run.
 *
 * @param name what stands before the dot of a benchmark's name
 * @param url of the connections that are timed
 * @param countedUrl of those whose statements are counted
 * @param counts what the latter sent since it was last asked
 * @param singles how many one-row operations make up one timed run
 * @param triggers whether it can write a view by triggers of the usual kind
 */
record BenchStore(
    String name,
    String url,
    String countedUrl,
    Supplier<Counts> counts,
    String user,
    String password,
    int singles,
    boolean triggers) {

  /** Statements of a transaction's bounds, which are no work. */
  private static final Pattern BOUND =
      Pattern.compile("(?i)begin|(commit|rollback)( prepared .*)?|prepare transaction .*");

  /** A statement about a prepared transaction, whose name differs each time. */
  private static final Pattern BRANCH =
      Pattern.compile("(?is)((prepare transaction|commit prepared|rollback prepared) ).*");

  private static final boolean SHOWN = Boolean.getBoolean("bench.show");

  /** H2 in the process, in memory. */
  static BenchStore h2() {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    return new BenchStore(
        "h2", url, CountingDriver.PREFIX + url, CountingDriver::take, "sa", "", 2_000, false);
  }

  /** PostgreSQL in a process of its own, reached over the loopback. */
  static BenchStore postgres() throws SQLException {
    return postgres("pg", Duration.ZERO);
  }

  /** The same with a network before it, on which a round trip takes a millisecond. */
  static BenchStore distantPostgres() throws SQLException {
    return postgres("pg-1ms", Duration.ofMillis(1));
  }

  /** What is counted goes by a proxy, so that it is known what was sent and waited for. */
  private static BenchStore postgres(String name, Duration latency) throws SQLException {
    String url = PostgresServer.newDatabase() + "?reWriteBatchedInserts=true";
    PostgresProxy counting = PostgresProxy.open(url, Duration.ZERO);
    return new BenchStore(
        name,
        latency.isZero() ? url : PostgresProxy.open(url, latency).url(),
        counting.url(),
        () -> counts(counting.take()),
        PostgresServer.USER,
        PostgresServer.PASSWORD,
        500,
        true);
  }

  static Counts counts(PostgresProxy.Traffic traffic) {
    Map<String, Integer> texts = new TreeMap<>();
    traffic
        .statements()
        .forEach(text -> texts.merge(BRANCH.matcher(text).replaceAll("$1"), 1, Integer::sum));
    if (SHOWN) {
      texts.forEach((text, count) -> System.err.println("  " + count + " x " + text));
    }
    texts.keySet().removeIf(text -> BOUND.matcher(text).matches());
    return new Counts(
        texts.values().stream().mapToInt(Integer::intValue).sum(), traffic.roundTrips());
  }

  Counts takeCounts() {
    return counts.get();
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url, user, password);
  }

  /** A connection whose statements are counted. */
  Connection counted() throws SQLException {
    return DriverManager.getConnection(countedUrl, user, password);
  }

  /** The text behind {@code using} in a declaration. */
  String module(boolean counted) {
    return "jdbc('%s', '%s', '%s')".formatted(counted ? countedUrl : url, user, password);
  }
}
