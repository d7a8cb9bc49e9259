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
package io.calcitelens.adapters.jdbc;

import io.calcitelens.adapters.SetProgram;
import java.util.List;

/** Whether the counts of a program are what they must be. */
final class Counts {
  private Counts() {}

  /**
   * Judges counts.
   *
   * @param locked how many rows each of the locks counted
   * @param counts the number of captured rows, then what each step counted
   */
  static boolean hold(
      List<SetProgram.Lock> locks, long[] locked, List<SetProgram.Step> steps, long[] counts) {
    for (int i = 0; i < locked.length; i++) {
      // Rows that came to be matched after the lock are not locked: they lock and judge anew.
      if (locks.get(i).everyRow() && counts[0] > locked[i]) {
        return false;
      }
    }
    if (counts[0] == 0) {
      return true;
    }
    for (int i = 0; i < steps.size(); i++) {
      if (!holds(steps.get(i).expectation(), counts[i + 1], counts)) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(SetProgram.Expectation expected, long count, long[] counts) {
    if (expected instanceof SetProgram.Expectation.None) {
      return count == 0;
    }
    if (expected instanceof SetProgram.Expectation.All) {
      return count == counts[0];
    }
    return !(expected instanceof SetProgram.Expectation.AsStep as)
        || count == counts[as.step() + 1];
  }
}
