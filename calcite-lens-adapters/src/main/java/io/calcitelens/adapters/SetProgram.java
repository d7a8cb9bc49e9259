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
package io.calcitelens.adapters;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalLong;
import org.apache.calcite.DataContext;

/**
 * Statements over rows that are captured in the store first. It knows what each of them must count;
 * where one counts something else, somebody must look at the single rows. Immutable.
 */
public interface SetProgram {
  /** The texts, in the order in which they are sent. */
  List<String> sql();

  /**
   * Locks the rows, captures them and runs the steps.
   *
   * @return the number of captured rows; empty if a count is not what it must be: what was written
   *     by then is the caller's to take back
   * @throws StoreException on a fault of the store; what was written by then is the caller's to
   *     take back
   */
  OptionalLong run(StoreSession session, DataContext context);

  /** Whether the store takes the whole program, with its commit, as one message. */
  boolean isOneMessage();

  /**
   * Runs the program and commits it: wholly, or not at all.
   *
   * @param session of {@link SessionOptions.Use#ONE_WRITE}
   * @return as for {@link #run}, but where it is empty nothing is written
   * @throws IllegalStateException if it is not {@link #isOneMessage}
   */
  OptionalLong runAlone(StoreSession session, DataContext context);

  /**
   * Locks rows of a member before they are captured.
   *
   * @param everyRow whether each captured row must have one: rows that came to be matched after the
   *     lock are then told by the counts
   */
  record Lock(SetStatement statement, boolean everyRow) {
    public Lock {
      requireNonNull(statement, "statement");
    }
  }

  /** A statement over the captured rows, and what it must count. */
  record Step(SetStatement statement, Expectation expectation) {
    public Step {
      requireNonNull(statement, "statement");
      requireNonNull(expectation, "expectation");
    }
  }

  /** What a step must count. */
  sealed interface Expectation {
    /** No row, or the rows must be judged one by one. */
    record None() implements Expectation {}

    /** All captured rows. */
    record All() implements Expectation {}

    /** As many as another step, by its position. */
    record AsStep(int step) implements Expectation {}

    /** Whatever it is: others refer to it. */
    record Any() implements Expectation {}
  }
}
