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
package io.calcitelens.tests.twin;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** One run over an embodiment: draws steps, and shrinks what differs. */
final class TwinRun {
  private static final int SHAPES = 300;
  private static final int ROWS = 25;
  private static final long SHRINKING = Integer.getInteger("twin.shrink", 60) * 1_000_000_000L;

  private final Embodiment embodiment;
  private final Setting setting;
  private final Random random;
  private final List<Shape> shapes = new ArrayList<>();
  private final List<Op> history = new ArrayList<>();
  private boolean open;
  private boolean saved;
  private int statements;

  /**
   * @param setting where the lens side stores and captures
   */
  TwinRun(Embodiment embodiment, Setting setting, long seed) {
    this.embodiment = embodiment;
    this.setting = setting;
    this.random = new Random(seed);
    ShapeGenerator generator =
        new ShapeGenerator(random, embodiment.columns(), embodiment.merges());
    for (int i = 0; i < SHAPES; i++) {
      shapes.add(generator.next());
    }
  }

  int statements() {
    return statements;
  }

  /**
   * Runs until the time or the number of statements is reached.
   *
   * @return the report of the first difference; empty if there is none
   */
  Optional<String> run(int steps, long deadline) throws SQLException {
    history.clear();
    open = false;
    saved = false;
    try (Pair pair = new Pair(embodiment, setting)) {
      while (statements < steps && System.nanoTime() < deadline) {
        Op op = draw(pair.size());
        history.add(op);
        String difference;
        try {
          difference = pair.step(op);
        } catch (RuntimeException | Error e) {
          difference = "threw " + e;
        }
        if (!difference.isEmpty()) {
          if (op instanceof Op.Run run) {
            shapes.remove(run.shape());
          }
          return Optional.of(report(difference));
        }
        statements++;
        if (!pair.changed()) {
          history.remove(history.size() - 1);
        }
      }
    }
    return Optional.empty();
  }

  private Op draw(int rows) {
    if (!open && random.nextInt(30) == 0) {
      open = true;
      saved = false;
      return Op.Turn.BEGIN;
    }
    if (open) {
      int turn = random.nextInt(16);
      if (turn < 3) {
        open = false;
        return turn == 0 ? Op.Turn.ROLLBACK : Op.Turn.COMMIT;
      }
      if (turn == 3) {
        saved = true;
        return Op.Turn.SAVEPOINT;
      }
      if (turn == 4 && saved) {
        return Op.Turn.ROLLBACK_TO;
      }
    }
    if (!embodiment.basis().isEmpty() && random.nextInt(30) == 0) {
      return embodiment.basis().get(random.nextInt(embodiment.basis().size()));
    }
    Shape shape = shape();
    for (int i = 0; i < 4 && !wanted(shape, rows); i++) {
      shape = shape();
    }
    Map<Hole, Object> values = new IdentityHashMap<>();
    for (Hole hole : shape.fragment().holes()) {
      values.put(hole, hole.pool.get(random.nextInt(hole.pool.size())));
    }
    return new Op.Run(shape, values);
  }

  /** The first shapes come more often, so that short runs reuse plans. */
  private Shape shape() {
    double skewed = random.nextDouble() * random.nextDouble();
    return shapes.get((int) (skewed * shapes.size()));
  }

  /** Keeps the table neither empty nor full. */
  private static boolean wanted(Shape shape, int rows) {
    boolean grows = shape instanceof Shape.Insert || shape instanceof Shape.Merge;
    if (rows < 4) {
      return grows;
    }
    return rows > ROWS ? !grows : !(shape instanceof Shape.Delete) || rows > 8;
  }

  /** Shrinks the history: to its end, then by leaving out parts. */
  private String report(String difference) {
    List<Op> steps = List.copyOf(history);
    String told = difference;
    long until = System.nanoTime() + SHRINKING;
    for (int length = 1; length < history.size() && System.nanoTime() < until; length *= 2) {
      List<Op> end = history.subList(history.size() - length, history.size());
      Optional<String> still = replay(end);
      if (still.isPresent()) {
        steps = List.copyOf(end);
        told = still.get();
        break;
      }
    }
    for (int size = steps.size() / 2; size > 0; size /= 2) {
      for (int from = 0; from + size < steps.size() && System.nanoTime() < until; ) {
        List<Op> fewer = new ArrayList<>(steps);
        fewer.subList(from, from + size).clear();
        Optional<String> still = replay(fewer);
        if (still.isPresent()) {
          steps = fewer;
          told = still.get();
        } else {
          from += size;
        }
      }
    }
    StringBuilder text = new StringBuilder();
    steps.forEach(op -> text.append(op).append(";\n"));
    return text.append(told).toString();
  }

  /** What differs at the last of the steps, if they run and it is the first to differ. */
  private Optional<String> replay(List<Op> steps) {
    try (Pair pair = new Pair(embodiment, setting)) {
      for (int i = 0; i < steps.size(); i++) {
        String difference;
        try {
          difference = pair.step(steps.get(i));
        } catch (RuntimeException | Error e) {
          difference = "threw " + e;
        }
        if (!difference.isEmpty()) {
          return i == steps.size() - 1 ? Optional.of(difference) : Optional.empty();
        }
      }
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.empty();
    }
  }
}
