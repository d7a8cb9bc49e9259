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

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** Runs both sides of a workload in turn, and times them. */
final class Pair {
  private static final int WARM_RUNS = 3;
  private static final int MOST_WARM_RUNS = 30;
  private static final long WARM_NANOS =
      TimeUnit.SECONDS.toNanos(Integer.getInteger("bench.warm", 4));

  private final Fixture fixture;
  private final Workload workload;
  private final int rows;
  private final int operations;
  private final int runs;
  private int round;

  Pair(Fixture fixture, Workload workload, int rows, int runs) {
    this.fixture = fixture;
    this.workload = workload;
    this.rows = rows;
    this.operations = workload.single() ? fixture.store().singles() : 1;
    this.runs = runs;
  }

  /**
   * What was measured.
   *
   * @param hand median nanoseconds of an operation by hand
   * @param ours the same through the lens
   * @param trigger the same through a view with triggers
   * @param counts what one run through the lens sent
   * @param operations how many operations a run has
   */
  record Result(
      double hand,
      double ours,
      OptionalDouble trigger,
      Counts handCounts,
      Counts counts,
      int operations) {
    double ratio() {
      return ours / hand;
    }
  }

  Result measure() throws SQLException {
    fixture.refill();
    Counts handCounts = count(false);
    Counts counts = count(true);
    try (Connection lens = fixture.lens(false);
        Connection plain = fixture.store().connect()) {
      List<Side.Work> sides = new ArrayList<>();
      sides.add(workload.hand().of(rows, operations).on(workload.handThroughLens() ? lens : plain));
      sides.add(workload.ours().of(rows, operations).on(lens));
      if (fixture.store().triggers() && workload.trigger().isPresent()) {
        sides.add(workload.trigger().get().of(rows, operations).on(plain));
      }
      warm(sides);
      double[][] nanos = new double[sides.size()][runs];
      for (int i = 0; i < runs; i++) {
        round++;
        for (int side = 0; side < nanos.length; side++) {
          nanos[side][i] = time(sides.get(side));
        }
      }
      return new Result(
          median(nanos[0]) / operations,
          median(nanos[1]) / operations,
          nanos.length > 2
              ? OptionalDouble.of(median(nanos[2]) / operations)
              : OptionalDouble.empty(),
          handCounts,
          counts,
          operations);
    }
  }

  /** The first runs, after which the tables must be the same. */
  private void warm(List<Side.Work> sides) throws SQLException {
    long start = System.nanoTime();
    for (int i = 0;
        i < WARM_RUNS || (i < MOST_WARM_RUNS && System.nanoTime() - start < WARM_NANOS);
        i++) {
      round++;
      long[] read = new long[sides.size()];
      long[] digests = new long[sides.size()];
      for (int side = 0; side < read.length; side++) {
        workload.start().of(fixture, rows, operations);
        read[side] = sides.get(side).run(round);
        digests[side] = i == 0 ? fixture.digest() : 0;
      }
      if (LongStream.of(read).distinct().count() > 1
          || LongStream.of(digests).distinct().count() > 1) {
        throw new IllegalStateException(
            "%s: by hand, lens and trigger gave %s and left %s"
                .formatted(workload.name(), Arrays.toString(read), Arrays.toString(digests)));
      }
    }
  }

  private double time(Side.Work work) throws SQLException {
    workload.start().of(fixture, rows, operations);
    System.gc();
    long start = System.nanoTime();
    work.run(round);
    return System.nanoTime() - start;
  }

  /** Counts what a run sends, on connections of their own, after a run that is not counted. */
  private Counts count(boolean ours) throws SQLException {
    boolean throughLens = ours || workload.handThroughLens();
    try (Connection connection = throughLens ? fixture.lens(true) : fixture.store().counted()) {
      Side.Work work =
          (ours ? workload.ours() : workload.hand()).of(rows, operations).on(connection);
      workload.start().of(fixture, rows, operations);
      work.run(0);
      workload.start().of(fixture, rows, operations);
      fixture.store().takeCounts();
      work.run(0);
      return fixture.store().takeCounts();
    } finally {
      workload.start().of(fixture, rows, operations);
    }
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
