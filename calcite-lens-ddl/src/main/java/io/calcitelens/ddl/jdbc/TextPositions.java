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
package io.calcitelens.ddl.jdbc;

import java.util.ArrayList;
import java.util.List;

/** Where the lines of a text begin, as the parser counts them. */
final class TextPositions {
  private final List<Integer> lines = new ArrayList<>();

  TextPositions(String text) {
    lines.add(0);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if (c == '\n' || c == '\r' && !pair) {
        lines.add(i + 1);
      }
    }
  }

  /** The offset of a line and column, both counted from 1; -1 if there is no such line. */
  int offset(int line, int column) {
    return line < 1 || line > lines.size() ? -1 : lines.get(line - 1) + column - 1;
  }
}
