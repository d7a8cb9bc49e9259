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

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A statement whose plain literals are cut out by its tokens alone. Two texts of one template have
 * the same tree but for the values of these literals, so that what is done with each literal of the
 * one may be done with that of the other.
 *
 * @param template the text with a mark of its kind in place of each literal
 */
record CutText(String sql, String template, List<Cut> cuts) {
  /** Stands before the kind of a literal; a text that holds it is not cut. */
  private static final char MARK = '\u0001';

  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern TIMESTAMP =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}");

  CutText {
    requireNonNull(sql, "sql");
    requireNonNull(template, "template");
    cuts = List.copyOf(cuts);
  }

  /**
   * A literal.
   *
   * @param kind as of a {@link LiftedLiteral}, without signs
   * @param text the number, or what stands between the quotes
   * @param start of its span in the text
   */
  record Cut(char kind, String text, int start, int end) {}

  /** Cuts a text; empty if it has parameters, or if it is not certain where its tokens end. */
  static Optional<CutText> of(String sql) {
    return new Cutter(sql).run();
  }

  /** Goes over a text once. */
  private static final class Cutter {
    private final String sql;
    private final StringBuilder template = new StringBuilder();
    private final List<Cut> cuts = new ArrayList<>();
    private int at;

    /** Up to here the template holds the text. */
    private int copied;

    Cutter(String sql) {
      this.sql = sql;
    }

    Optional<CutText> run() {
      while (at < sql.length()) {
        char c = sql.charAt(at);
        if (c == MARK || c == '?') {
          return Optional.empty();
        }
        if (c == '\'') {
          if (!string(at)) {
            return Optional.empty();
          }
        } else if (c == '"') {
          at = closing(at) + 1;
          if (at == 0) {
            return Optional.empty();
          }
        } else if (c == '/' || c == '-') {
          comment();
        } else if (isDigit(c) || c == '.') {
          number();
        } else if (Character.isJavaIdentifierStart(c)) {
          word();
        } else {
          at++;
        }
      }
      template.append(sql, copied, sql.length());
      return cuts.isEmpty()
          ? Optional.empty()
          : Optional.of(new CutText(sql, template.toString(), cuts));
    }

    private void cut(char kind, String text, int start, int end) {
      template.append(sql, copied, start).append(MARK).append(kind);
      copied = end;
      at = end;
      cuts.add(new Cut(kind, text, start, end));
    }

    /** The offset of the quote that closes the one at {@code open}; -1 if there is none. */
    private int closing(int open) {
      char quote = sql.charAt(open);
      int close = sql.indexOf(quote, open + 1);
      while (close >= 0 && close + 1 < sql.length() && sql.charAt(close + 1) == quote) {
        close = sql.indexOf(quote, close + 2);
      }
      return close;
    }

    /** A string whose text decides on nothing; {@code start} is that of its type, if it has one. */
    private boolean string(int start) {
      int close = closing(at);
      if (close < 0) {
        return false;
      }
      String inner = sql.substring(at + 1, close);
      // A prefix makes other characters of it; what is empty or ends in a space compares otherwise.
      boolean plain =
          !inner.isEmpty() && !inner.endsWith(" ") && (at == 0 || !isPrefix(sql.charAt(at - 1)));
      at = close + 1;
      if (plain) {
        cut('s', inner.replace("''", "'"), start, at);
      }
      return true;
    }

    private static boolean isPrefix(char c) {
      return c == '&' || Character.isJavaIdentifierPart(c) || c == '\'';
    }

    private void comment() {
      if (sql.startsWith("--", at) || sql.startsWith("//", at)) {
        while (at < sql.length() && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
          at++;
        }
      } else if (sql.startsWith("/*", at)) {
        int end = sql.indexOf("*/", at + 2);
        at = end < 0 ? sql.length() : end + 2;
      } else {
        at++;
      }
    }

    /** Digits with one point between them; all that is written otherwise stays. */
    private void number() {
      int start = at;
      while (at < sql.length()
          && (sql.charAt(at) == '.' || Character.isJavaIdentifierPart(sql.charAt(at)))) {
        at++;
      }
      String text = sql.substring(start, at);
      if (isPlain(text) && (start == 0 || !isBound(sql.charAt(start - 1)))) {
        cut('n', text, start, at);
      }
    }

    private static boolean isPlain(String number) {
      int points = 0;
      for (int i = 0; i < number.length(); i++) {
        if (number.charAt(i) == '.') {
          points++;
        } else if (!isDigit(number.charAt(i))) {
          return false;
        }
      }
      return points <= 1
          && isDigit(number.charAt(0))
          && isDigit(number.charAt(number.length() - 1));
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }

    private static boolean isBound(char c) {
      return c == '.' || c == '"' || c == '\'' || Character.isJavaIdentifierPart(c);
    }

    private void word() {
      int start = at;
      while (at < sql.length() && Character.isJavaIdentifierPart(sql.charAt(at))) {
        at++;
      }
      int length = at - start;
      if (is(start, length, "true") || is(start, length, "false")) {
        cut('b', sql.substring(start, at), start, at);
      } else if (is(start, length, "date")) {
        moment('d', DATE, start);
      } else if (is(start, length, "timestamp")) {
        moment('t', TIMESTAMP, start);
      }
    }

    private boolean is(int start, int length, String word) {
      return length == word.length() && sql.regionMatches(true, start, word, 0, length);
    }

    /** A type's name and, behind spaces, a string of the form that every value is printed in. */
    private void moment(char kind, Pattern form, int start) {
      int quote = at;
      while (quote < sql.length() && sql.charAt(quote) == ' ') {
        quote++;
      }
      if (quote == at || quote == sql.length() || sql.charAt(quote) != '\'') {
        return;
      }
      int close = closing(quote);
      if (close < 0) {
        return;
      }
      String inner = sql.substring(quote + 1, close);
      if (form.matcher(inner).matches()) {
        cut(kind, inner, start, close + 1);
      } else {
        at = close + 1;
      }
    }
  }
}
