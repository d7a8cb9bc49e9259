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
package io.calcitelens.tests.transactions;

import java.util.Locale;

/** Where a process is killed that commits over two stores. */
enum CrashPoint {
  /** Nothing is written yet. */
  BEGUN(Step.WRITE, 0),
  /** Both stores are written, none has prepared. */
  WRITTEN(Step.PREPARE, 0),
  PREPARED_ONE(Step.PREPARE, 1),
  /** All that can prepare have, and nothing is decided. */
  PREPARED_ALL(Step.PREPARE, 2),
  /** A store without two-phase commit has committed, and the log does not know. */
  LAST_COMMITTED(Step.LAST, 1),
  /** The decision is in the log. */
  DECIDED(Step.COMMIT, 0),
  COMMITTED_ONE(Step.COMMIT, 1),
  COMMITTED_ALL(Step.COMMIT, 2),
  /** The log has forgotten the transaction. */
  FORGOTTEN(Step.NONE, 0);

  private final Step step;
  private final int done;

  CrashPoint(Step step, int done) {
    this.step = step;
    this.done = done;
  }

  /** What a call to a store does for the transaction. */
  enum Step {
    WRITE,
    PREPARE,
    COMMIT,
    LAST,
    NONE;

    static Step of(String call) {
      String text = call.toLowerCase(Locale.ROOT);
      if (text.startsWith("prepare ")) {
        return PREPARE;
      }
      if (text.startsWith("commit prepared") || text.startsWith("commit transaction")) {
        return COMMIT;
      }
      if (text.equals("commit")) {
        return LAST;
      }
      return text.contains("update ") || text.contains("insert ") ? WRITE : NONE;
    }
  }

  /** Whether the process dies when so many calls of a step have been made. */
  boolean isAt(Step reached, int calls) {
    return step == reached && step != Step.NONE && done == calls;
  }

  /** Whether the row is the new one after a recovery. */
  boolean isDecided() {
    return compareTo(DECIDED) >= 0;
  }
}
