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

import io.calcitelens.adapters.BasisCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What only the text of a table's declaration tells, in stores that keep one: the names of its
 * constraints, its checks, its collations and its generated columns.
 */
final class TableText {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s+|--[^\\n]*|/\\*.*?\\*/|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`(?:[^`]|``)*`|\\[[^]]*]"
              + "|[\\w$.\\x80-\\uffff]+|.",
          Pattern.DOTALL);

  private final String sql;
  private final List<BasisCheck> checks = new ArrayList<>();
  private final Map<String, String> collations = new HashMap<>();
  private final Set<String> generated = new HashSet<>();
  private final Map<Set<String>, String> keyNames = new HashMap<>();
  private final List<Optional<String>> foreignKeyNames = new ArrayList<>();

  private record Token(String text, int start, int end) {
    boolean is(String word) {
      return text.equalsIgnoreCase(word);
    }
  }

  private TableText(String sql) {
    this.sql = sql;
  }

  static TableText of(String sql) {
    final TableText result = new TableText(sql);
    final List<Token> tokens = tokens(sql);
    int start = 0;
    while (start < tokens.size() && !tokens.get(start).is("(")) {
      start++;
    }
    for (List<Token> item : items(tokens, start)) {
      result.read(item);
    }
    return result;
  }

  List<BasisCheck> checks() {
    return List.copyOf(checks);
  }

  /** How a column's text is compared, if not as it is. */
  Optional<String> collation(String column) {
    return Optional.ofNullable(collations.get(column.toLowerCase(Locale.ROOT)))
        .filter(c -> !c.equalsIgnoreCase("BINARY"));
  }

  /** Whether a column says that it is generated from others. */
  boolean isGenerated(String column) {
    return generated.contains(column.toLowerCase(Locale.ROOT));
  }

  /** The name that a key over these columns was given. */
  Optional<String> keyName(List<String> columns) {
    return Optional.ofNullable(keyNames.get(folded(columns)));
  }

  /** What the foreign keys are called, in their order. */
  List<Optional<String>> foreignKeyNames() {
    return List.copyOf(foreignKeyNames);
  }

  private static List<Token> tokens(String sql) {
    final List<Token> tokens = new ArrayList<>();
    final Matcher matcher = TOKEN.matcher(sql);
    while (matcher.find()) {
      final String text = matcher.group();
      if (!text.isBlank() && !text.startsWith("--") && !text.startsWith("/*")) {
        tokens.add(new Token(text, matcher.start(), matcher.end()));
      }
    }
    return tokens;
  }

  /** The columns and constraints between the outer parentheses. */
  private static List<List<Token>> items(List<Token> tokens, int start) {
    final List<List<Token>> items = new ArrayList<>();
    List<Token> item = new ArrayList<>();
    int depth = 0;
    for (Token token : tokens.subList(start, tokens.size())) {
      if (token.is(")") && --depth == 0) {
        break;
      }
      if (depth == 1 && token.is(",")) {
        items.add(item);
        item = new ArrayList<>();
      } else if (depth > 0) {
        item.add(token);
      }
      if (token.is("(")) {
        depth++;
      }
    }
    items.add(item);
    return items;
  }

  private void read(List<Token> item) {
    if (item.isEmpty()) {
      return;
    }
    // A column says first what it is called.
    final String first = unquoted(item.get(0).text());
    Optional<String> name = Optional.empty();
    for (int i = 0; i < item.size(); i++) {
      final String word = item.get(i).text().toUpperCase(Locale.ROOT);
      final int close = i + 1 < item.size() ? close(item, i + 1) : -1;
      switch (word) {
        case "CONSTRAINT":
          name = Optional.of(unquoted(item.get(++i).text()));
          continue;
        case "COLLATE":
          collations.put(first.toLowerCase(Locale.ROOT), unquoted(item.get(++i).text()));
          continue;
        case "GENERATED":
          generated.add(first.toLowerCase(Locale.ROOT));
          continue;
        case "CHECK":
          final String condition = sql.substring(item.get(i + 1).end(), item.get(close).start());
          checks.add(new BasisCheck(name.orElse(condition.trim()), condition.trim()));
          break;
        case "PRIMARY":
        case "UNIQUE":
          final int open = word.equals("UNIQUE") ? i + 1 : i + 2;
          final boolean listed = open < item.size() && item.get(open).is("(");
          final List<String> columns = listed ? names(item, open) : List.of(first);
          name.ifPresent(n -> keyNames.put(folded(columns), n));
          break;
        case "REFERENCES":
          foreignKeyNames.add(name);
          break;
        case "FOREIGN":
          // The references follow, and are of this name.
          i = close(item, i + 2);
          continue;
        default:
          break;
      }
      i = Math.max(i, close);
      name = isWordOf(word) ? Optional.empty() : name;
    }
  }

  private static boolean isWordOf(String word) {
    return Set.of("CHECK", "PRIMARY", "UNIQUE", "REFERENCES", "NULL", "DEFAULT").contains(word);
  }

  /** The closing parenthesis of the one at {@code open}; -1 if there is none. */
  private static int close(List<Token> item, int open) {
    int depth = 0;
    for (int i = open; i < item.size(); i++) {
      if (item.get(i).is("(")) {
        depth++;
      } else if (item.get(i).is(")")) {
        depth--;
      }
      if (depth == 0) {
        return i == open ? -1 : i;
      }
    }
    return -1;
  }

  /** The first word of each part of a list. */
  private static List<String> names(List<Token> item, int open) {
    final List<String> names = new ArrayList<>();
    boolean wanted = true;
    for (Token token : item.subList(open + 1, close(item, open))) {
      if (wanted) {
        names.add(unquoted(token.text()));
      }
      wanted = token.is(",");
    }
    return names;
  }

  private static Set<String> folded(List<String> names) {
    return names.stream().map(n -> n.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }

  private static String unquoted(String name) {
    final char first = name.charAt(0);
    if (name.length() < 2) {
      return name;
    }
    final String inner = name.substring(1, name.length() - 1);
    switch (first) {
      case '"':
      case '`':
      case '\'':
        final String quote = String.valueOf(first);
        return inner.replace(quote + quote, quote);
      case '[':
        return inner;
      default:
        return name;
    }
  }
}
