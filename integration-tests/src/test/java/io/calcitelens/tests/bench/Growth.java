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

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How the cost of a row grows with the rows touched, and that of a one-row statement with the
 * table.
 */
final class Growth {
  private static final List<String> NAMES =
      List.of(
          "bulk-insert",
          "update-all",
          "delete-all",
          "full-read",
          "insert-one",
          "update-one",
          "point-read");
  private static final int RUNS = 3;

  private final Fixture fixture;
  private final int most;
  private final Map<String, Double> last = new LinkedHashMap<>();

  Growth(Fixture fixture, int most) {
    this.fixture = fixture;
    this.most = most;
  }

  /** Prints a line for each benchmark and size. */
  void run() throws SQLException {
    try (fixture) {
      for (int rows = 1_000; rows <= most; rows *= 10) {
        fixture.fillSource(rows);
        for (Workload workload : Workloads.of(fixture.layout())) {
          if (NAMES.contains(workload.name())) {
            print(workload, rows, new Pair(fixture, workload, rows, RUNS).measure());
          }
        }
      }
    }
  }

  private void print(Workload workload, int rows, Pair.Result result) {
    double unit = workload.single() ? 1 : rows;
    double ours = result.ours() / unit;
    String step =
        last.containsKey(workload.name())
            ? String.format(Locale.ROOT, "%.2f", ours / last.get(workload.name()))
            : "-";
    last.put(workload.name(), ours);
    System.out.printf(
        Locale.ROOT,
        "growth %s.%s rows=%d ours=%s/%s hand=%s ours/hand=%.2f step=%s statements=%s%n",
        fixture.store().name(),
        workload.name(),
        rows,
        Bench.time(ours),
        workload.single() ? "statement" : "row",
        Bench.time(result.hand() / unit),
        result.ratio(),
        step,
        Bench.perOperation(result.counts().statements(), result.operations()));
  }
}
