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
package io.calcitelens.ddl.tools;

import java.io.PrintWriter;
import java.util.List;

/** The lines that two texts do not share, by their longest common subsequence. */
final class TextDifference {
  private static final int CONTEXT = 3;

  private final List<String> before;
  private final List<String> after;
  private final int[][] common;

  TextDifference(List<String> before, List<String> after) {
    this.before = before;
    this.after = after;
    this.common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
  }

  /**
   * Prints lines that were lost with a minus, new ones with a plus, a few around them with none.
   */
  void print(PrintWriter out) {
    int i = 0;
    int j = 0;
    int shown = 0;
    while (i < before.size() || j < after.size()) {
      if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
        i++;
        j++;
        continue;
      }
      out.println("@@ line " + (i + 1) + " @@");
      for (int k = Math.max(shown, i - CONTEXT); k < i; k++) {
        out.println(" " + before.get(k));
      }
      while (i < before.size() || j < after.size()) {
        if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
          break;
        }
        if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
          out.println("-" + before.get(i++));
        } else {
          out.println("+" + after.get(j++));
        }
      }
      shown = i;
    }
  }
}
