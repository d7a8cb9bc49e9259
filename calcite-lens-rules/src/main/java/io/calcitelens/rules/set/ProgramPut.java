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
package io.calcitelens.rules.set;

import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.SetProgram;
import io.calcitelens.adapters.SetStatement;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.StoreSession;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.calcite.DataContext;

/**
 * Captures rows in the store and writes the members from there.
 *
 * @param locks lock the logical rows before they are captured, the anchors first, then the other
 *     members: a write of one member alone locks nothing else; empty for new rows
 * @param expectations what each step of the program must count
 */
record ProgramPut(Store store, List<Lock> locks, SetProgram program, List<Expectation> expectations)
    implements SetPut {
  ProgramPut {
    locks = List.copyOf(locks);
    expectations = List.copyOf(expectations);
  }

  /**
   * Locks the rows of a member.
   *
   * @param everyRow whether each logical row has one
   */
  record Lock(SetStatement statement, boolean everyRow) {}

  /** What a step must count. */
  sealed interface Expectation {
    /** No row, or the rows must be judged one by one. */
    record None() implements Expectation {}

    /** All captured rows. */
    record All() implements Expectation {}

    /** As many as another step. */
    record AsStep(int step) implements Expectation {}

    /** Whatever it is: others refer to it. */
    record Any() implements Expectation {}
  }

  @Override
  public OptionalLong run(DataContext context, LensTransaction transaction) {
    LensTransaction.Mark mark = transaction.mark();
    try {
      StoreSession session = transaction.session(store, true);
      long locked = Long.MAX_VALUE;
      for (Lock lock : locks) {
        long count = lock.statement().run(session, context);
        locked = lock.everyRow() ? Math.min(locked, count) : locked;
      }
      long[] counts = program.run(session, context);
      // Rows that came to be matched after the lock are not locked: they lock and judge anew.
      if (counts[0] <= locked && holds(counts)) {
        transaction.release(mark);
        return OptionalLong.of(counts[0]);
      }
    } catch (StoreException e) {
      if (!leavesDoubt(e.kind())) {
        throw e;
      }
    }
    transaction.rollbackTo(mark);
    transaction.release(mark);
    return OptionalLong.empty();
  }

  /** Whether single rows can tell more of a fault: it is about a value or a rule. */
  static boolean leavesDoubt(StoreException.Kind kind) {
    return switch (kind) {
      case NOT_NULL,
          UNIQUE,
          FOREIGN_KEY,
          CHECK,
          TOO_LONG,
          OUT_OF_RANGE,
          DIVISION_BY_ZERO,
          BAD_CAST ->
          true;
      default -> false;
    };
  }

  private boolean holds(long[] counts) {
    if (counts[0] == 0) {
      return true;
    }
    for (int i = 0; i < expectations.size(); i++) {
      long count = counts[i + 1];
      Expectation expected = expectations.get(i);
      boolean holds =
          expected instanceof Expectation.None
              ? count == 0
              : expected instanceof Expectation.All
                  ? count == counts[0]
                  : !(expected instanceof Expectation.AsStep as) || count == counts[as.step() + 1];
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  @Override
  public List<String> explain() {
    List<String> lines = new ArrayList<>();
    locks.forEach(lock -> lines.add(lock.statement().sql()));
    lines.addAll(program.sql());
    return lines;
  }
}
