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

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Text of a statement with holes. In the text {@link #MARK} stands for a hole, <code>{W}</code> for
 * the written table, <code>{T}</code> for the table as it is read, <code>{F}</code> for the filter
 * of the written rows.
 */
record Fragment(String text, List<Hole> holes) {
  static final char MARK = '\u0001';

  static Fragment of(String text) {
    return new Fragment(text, List.of());
  }

  static Fragment of(Hole hole) {
    return new Fragment(String.valueOf(MARK), List.of(hole));
  }

  /** Joins texts and fragments. */
  static Fragment concat(Object... parts) {
    StringBuilder text = new StringBuilder();
    List<Hole> holes = new ArrayList<>();
    for (Object part : parts) {
      if (part instanceof Fragment fragment) {
        text.append(fragment.text);
        holes.addAll(fragment.holes);
      } else {
        text.append(part);
      }
    }
    return new Fragment(text.toString(), holes);
  }

  static Fragment join(String separator, List<Fragment> parts) {
    List<Object> all = new ArrayList<>();
    for (Fragment part : parts) {
      if (!all.isEmpty()) {
        all.add(separator);
      }
      all.add(part);
    }
    return concat(all.toArray());
  }

  Fragment named(String written, String read, String filter) {
    return new Fragment(
        text.replace("{W}", written).replace("{T}", read).replace("{F}", filter), holes);
  }

  /** The parameters of the text that {@link #sql} makes. */
  List<Hole> parameters() {
    return holes.stream().filter(h -> !h.literal).toList();
  }

  /** The text, its literal holes filled; the others as {@code ?}, or filled too. */
  String sql(Map<Hole, Object> values, boolean allLiteral) {
    StringBuilder out = new StringBuilder();
    int next = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != MARK) {
        out.append(c);
        continue;
      }
      Hole hole = holes.get(next++);
      out.append(hole.literal || allLiteral ? literal(values.get(hole)) : "?");
    }
    return out.toString();
  }

  static String literal(Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof String s) {
      return "'" + s.replace("'", "''") + "'";
    }
    if (value instanceof BigDecimal d) {
      return d.toPlainString();
    }
    return value.toString();
  }
}
