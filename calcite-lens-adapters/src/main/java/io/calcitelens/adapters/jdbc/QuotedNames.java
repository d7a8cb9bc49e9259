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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Names as stores print them in messages: quoted where needed, qualified, in lists. */
final class QuotedNames {
  private QuotedNames() {}

  /** The last part of a qualified name, unquoted. */
  static String last(String qualified) {
    final List<String> parts = split(qualified.trim(), '.');
    return unquote(parts.get(parts.size() - 1));
  }

  /** The names of a list of columns, without what follows each (an order, say). */
  static List<String> list(String columns) {
    final List<String> names = new ArrayList<>();
    for (String item : split(columns, ',')) {
      leading(item.trim()).ifPresent(names::add);
    }
    return names;
  }

  /** The name at the head of a text. */
  static Optional<String> leading(String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    final List<String> parts = split(text, ' ');
    return Optional.of(last(parts.get(0)));
  }

  private static String unquote(String name) {
    return name.length() >= 2 && name.startsWith("\"") && name.endsWith("\"")
        ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
        : name;
  }

  private static List<String> split(String text, char separator) {
    final List<String> parts = new ArrayList<>();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      final char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        parts.add(text.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(text.substring(start));
    return parts;
  }
}
