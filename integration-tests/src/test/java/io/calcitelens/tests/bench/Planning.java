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

import io.calcitelens.ddl.jdbc.PlanningStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** What planning costs, step by step, when nothing is kept from the last time. */
final class Planning {
  private static final int ROWS = 1_000;
  private static final int RUNS = Integer.getInteger("bench.runs", 50);

  /** By what each is called. */
  private static final Map<String, String> STATEMENTS = statements();

  private final Fixture fixture;

  Planning(Fixture fixture) {
    this.fixture = fixture;
  }

  private static Map<String, String> statements() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("point-read", "select id, make, topSpeed from app.car where id = ?");
    all.put("full-read", "select id, make, topSpeed from app.car");
    all.put("one-member", "select id, topSpeed from app.car");
    all.put("basis-read", "select id, top_speed from store.car_speed");
    all.put("grouped", "select make, count(*), max(topSpeed) from app.car group by make");
    all.put(
        "self-join",
        "select a.make from app.car a join app.car b on b.id = a.id + 1 where a.id < 9");
    all.put("insert-one", "insert into app.car (id, make, topSpeed) values (?, ?, ?)");
    all.put(
        "bulk-insert",
        "insert into app.car (id, make, topSpeed) select id, make, top_speed from store.new_car");
    all.put("update-one", "update app.car set topSpeed = ? where id = ?");
    all.put("update-all", "update app.car set topSpeed = topSpeed + 1");
    all.put("delete-one", "delete from app.car where id = ?");
    return all;
  }

  /** Prints a line for each statement: the median of the whole, and the mean of each step. */
  void run() throws SQLException, IOException {
    try (fixture) {
      fixture.fillSource(ROWS);
      fixture.refill();
      try (Connection lens = fixture.lens(false, ";planCache=false")) {
        for (Map.Entry<String, String> statement : STATEMENTS.entrySet()) {
          double first = prepare(lens, statement.getValue());
          for (int i = 0; i < RUNS; i++) {
            prepare(lens, statement.getValue());
          }
          print(statement.getKey(), first, record(lens, statement.getValue()));
        }
      }
    }
  }

  private static double prepare(Connection lens, String sql) throws SQLException {
    long start = System.nanoTime();
    lens.prepareStatement(sql).close();
    return System.nanoTime() - start;
  }

  /** Nanoseconds of each step in each run, and of the whole. */
  private static Map<String, double[]> record(Connection lens, String sql)
      throws SQLException, IOException {
    double[] whole = new double[RUNS];
    Path file = Files.createTempFile("planning", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable(PlanningStep.class);
      recording.start();
      for (int i = 0; i < RUNS; i++) {
        whole[i] = prepare(lens, sql);
      }
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    Files.delete(file);
    return byStep(events, whole);
  }

  /** The steps' means: a run may have a step several times. */
  private static Map<String, double[]> byStep(List<RecordedEvent> events, double[] whole) {
    Map<String, double[]> steps = new LinkedHashMap<>();
    steps.put("all", whole);
    for (RecordedEvent event : events) {
      double[] sum = steps.computeIfAbsent(event.getString("step"), s -> new double[1]);
      sum[0] += (double) event.getDuration().toNanos() / whole.length;
    }
    return steps;
  }

  private static void print(String name, double first, Map<String, double[]> steps) {
    StringBuilder line = new StringBuilder("planning ").append(name);
    line.append(String.format(Locale.ROOT, " first=%.0fms", first / 1e6));
    steps.forEach(
        (step, nanos) ->
            line.append(String.format(Locale.ROOT, " %s=%.2fms", step, Pair.median(nanos) / 1e6)));
    System.out.println(line);
  }
}
