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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a check, in whatever SQL its store keeps it. */
final class CheckText {
  /** A literal, which says nothing, or else a name: in double quotes, back quotes, or plain. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "'(?:[^']|'')*'|\"((?:[^\"]|\"\")+)\"|`((?:[^`]|``)+)`|([\\p{L}_][\\p{L}\\p{N}_$]*)");

  private CheckText() {}

  /** The names of the table's columns that a check reads, in its order. */
  static List<String> columns(String sql, BasisTable table) {
    final Set<String> columns = new LinkedHashSet<>();
    final Matcher tokens = TOKEN.matcher(sql);
    while (tokens.find()) {
      final String name = name(tokens);
      if (name != null) {
        table.column(name).map(BasisColumn::name).ifPresent(columns::add);
      }
    }
    return new ArrayList<>(columns);
  }

  private static String name(Matcher token) {
    if (token.group(1) != null) {
      return token.group(1).replace("\"\"", "\"");
    }
    return token.group(2) != null ? token.group(2).replace("``", "`") : token.group(3);
  }
}
