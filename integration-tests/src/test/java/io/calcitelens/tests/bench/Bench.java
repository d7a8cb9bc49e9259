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
  private static final Map<String, Setting> SETTINGS = settings();

  private Bench() {}

  /**
   * Where cars are kept.
   *
   * @param single whether only operations of one row are of interest
   */
  private record Setting(Opener opener, Layout layout, boolean single) {
    List<Workload> workloads() {
      return Workloads.of(layout);
    }

    Fixture open() throws SQLException {
      return new Fixture(opener.open(), layout);
    }
  }

  /** Starts or finds a database. */
  @FunctionalInterface
  private interface Opener {
    BenchStore open() throws SQLException;
  }

  private static Map<String, Setting> settings() {
    Map<String, Setting> settings = new LinkedHashMap<>();
    settings.put("h2", new Setting(BenchStore::h2, Layout.TWO, false));
    settings.put("pg", new Setting(BenchStore::postgres, Layout.TWO, false));
    settings.put("pg-five", new Setting(BenchStore::postgres, Layout.FIVE, false));
    settings.put("pg-1ms", new Setting(BenchStore::distantPostgres, Layout.TWO, true));
    return settings;
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
    for (Map.Entry<String, Setting> entry : SETTINGS.entrySet()) {
      String name = entry.getKey();
      Setting setting = entry.getValue();
      List<Workload> wanted =
          setting.workloads().stream().filter(w -> wanted(name, setting, w, names)).toList();
      setting.workloads().forEach(w -> known.add(name + "." + w.name()));
      if (!wanted.isEmpty()) {
        any = true;
        run(name, setting, wanted, rows, runs);
      }
    }
    if (names.length == 0 || List.of(names).contains(TwoStores.NAME)) {
      any = true;
      try (TwoStores two = new TwoStores(runs)) {
        two.run();
      }
    }
    if (!any) {
      System.err.println("bench: no such benchmark; there are " + String.join(", ", known));
      System.exit(2);
    }
  }

  private static void planning(String[] stores) throws SQLException, IOException {
    for (String name : stores.length == 0 ? new String[] {"h2"} : stores) {
      new Planning(SETTINGS.get(name).open()).run();
    }
  }

  private static void growth(String[] stores) throws SQLException {
    for (String name : stores.length == 0 ? new String[] {"h2"} : stores) {
      new Growth(SETTINGS.get(name).open(), Integer.getInteger("bench.rows", 1_000_000)).run();
    }
  }

  private static boolean wanted(String store, Setting setting, Workload workload, String[] names) {
    boolean usual = workload.single() || !setting.single();
    for (String name : names) {
      if (usual && (name.equals(store) || name.equals(workload.name()))
          || name.equals(store + "." + workload.name())) {
        return true;
      }
    }
    return usual && names.length == 0;
  }

  private static void run(
      String name, Setting setting, List<Workload> workloads, int rows, int runs)
      throws SQLException {
    try (Fixture fixture = setting.open()) {
      fixture.fillSource(rows);
      for (Workload workload : workloads) {
        Pair.Result result = new Pair(fixture, workload, rows, runs).measure();
        System.out.println(line(name + "." + workload.name(), result));
      }
    }
  }

  static String line(String name, Pair.Result result) {
    return String.format(
        Locale.ROOT,
        "%s ours/hand=%.2f ours=%s hand=%s%s statements=%s roundtrips=%s hand-statements=%s"
            + " hand-roundtrips=%s%s",
        name,
        result.ratio(),
        time(result.ours()),
        time(result.hand()),
        result.trigger().isPresent() ? " trigger=" + time(result.trigger().getAsDouble()) : "",
        perOperation(result.counts().statements(), result.operations()),
        perOperation(result.counts().roundTrips(), result.operations()),
        perOperation(result.handCounts().statements(), result.operations()),
        perOperation(result.handCounts().roundTrips(), result.operations()),
        result.trigger().isPresent()
            ? String.format(
                Locale.ROOT, " ours/trigger=%.2f", result.ours() / result.trigger().getAsDouble())
            : "");
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
