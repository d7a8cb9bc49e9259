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

import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs the benchmarks that are named, each beside what one writes by hand. */
public final class Bench {
  private static final Map<String, Opener> STORES = stores();

  private Bench() {}

  /** Starts or finds a database. */
  @FunctionalInterface
  private interface Opener {
    BenchStore open() throws SQLException;
  }

  private static Map<String, Opener> stores() {
    Map<String, Opener> stores = new LinkedHashMap<>();
    stores.put("h2", BenchStore::h2);
    stores.put("pg", BenchStore::postgres);
    stores.put("pg-1ms", BenchStore::distantPostgres);
    return stores;
  }

  /**
   * Prints a line for each benchmark.
   *
   * @param names whole names ({@code h2.full-read}), stores ({@code h2}) or benchmarks ({@code
   *     full-read}); all if there is none; {@code growth} or {@code planning}, with stores behind
   *     it, print a series of sizes or the steps of planning
   */
  public static void main(String[] names) throws Exception {
    DriverManager.registerDriver(new CountingDriver());
    if (names.length > 0 && names[0].equals("growth")) {
      growth(Arrays.copyOfRange(names, 1, names.length));
      return;
    }
    if (names.length > 0 && names[0].equals("planning")) {
      planning(Arrays.copyOfRange(names, 1, names.length));
      return;
    }
    int rows = Integer.getInteger("bench.rows", 100_000);
    int runs = Integer.getInteger("bench.runs", 5);
    List<String> known = new ArrayList<>();
    boolean any = false;
    for (String name : STORES.keySet()) {
      List<Workload> wanted = Workloads.all().stream().filter(w -> wanted(name, w, names)).toList();
      Workloads.all().forEach(w -> known.add(name + "." + w.name()));
      if (!wanted.isEmpty()) {
        any = true;
        run(name, wanted, rows, runs);
      }
    }
    if (!any) {
      System.err.println("bench: no such benchmark; there are " + String.join(", ", known));
      System.exit(2);
    }
  }

  private static void planning(String[] stores) throws SQLException, IOException {
    for (String name : stores.length == 0 ? new String[] {"h2"} : stores) {
      new Planning(STORES.get(name).open()).run();
    }
  }

  private static void growth(String[] stores) throws SQLException {
    for (String name : stores.length == 0 ? new String[] {"h2"} : stores) {
      new Growth(STORES.get(name).open(), Integer.getInteger("bench.rows", 1_000_000)).run();
    }
  }

  private static boolean wanted(String store, Workload workload, String[] names) {
    // With a network between, only what it holds up is of interest.
    boolean usual = workload.single() || !store.equals("pg-1ms");
    for (String name : names) {
      if (usual && (name.equals(store) || name.equals(workload.name()))
          || name.equals(store + "." + workload.name())) {
        return true;
      }
    }
    return usual && names.length == 0;
  }

  private static void run(String name, List<Workload> workloads, int rows, int runs)
      throws SQLException {
    try (Fixture fixture = new Fixture(STORES.get(name).open())) {
      fixture.fillSource(rows);
      for (Workload workload : workloads) {
        Pair.Result result = new Pair(fixture, workload, rows, runs).measure();
        System.out.println(line(name + "." + workload.name(), result));
      }
    }
  }

  private static String line(String name, Pair.Result result) {
    return String.format(
        Locale.ROOT,
        "%s ours/hand=%.2f ours=%s hand=%s statements=%s roundtrips=%s hand-statements=%s"
            + " hand-roundtrips=%s",
        name,
        result.ratio(),
        time(result.ours()),
        time(result.hand()),
        perOperation(result.counts().statements(), result.operations()),
        perOperation(result.counts().roundTrips(), result.operations()),
        perOperation(result.handCounts().statements(), result.operations()),
        perOperation(result.handCounts().roundTrips(), result.operations()));
  }

  static String time(double nanos) {
    return nanos < 1e6
        ? String.format(Locale.ROOT, "%.1fµs", nanos / 1e3)
        : String.format(Locale.ROOT, "%.1fms", nanos / 1e6);
  }

  /** A number without a fraction where there is none. */
  static String perOperation(long count, int operations) {
    return count % operations == 0
        ? Long.toString(count / operations)
        : String.format(Locale.ROOT, "%.2f", (double) count / operations);
  }
}
