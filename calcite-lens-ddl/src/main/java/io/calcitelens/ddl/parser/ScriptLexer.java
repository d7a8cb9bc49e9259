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
package io.calcitelens.ddl.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts a text into tokens by the rules of the grammar, only as finely as finding statements needs.
 */
final class ScriptLexer {
  /** What a token is. */
  enum Kind {
    WORD,
    /** A string or a quoted name. */
    QUOTED,
    COMMENT,
    SYMBOL
  }

  /**
   * A piece of the text other than white space.
   *
   * @param start offset of its first character
   * @param end offset behind its last character
   * @param line 1-based
   * @param column 1-based
   * @param closed false for a quote or comment that the text's end cuts off
   */
  record Token(Kind kind, String text, int start, int end, int line, int column, boolean closed) {
    boolean is(String word) {
      return kind != Kind.QUOTED && text.equalsIgnoreCase(word);
    }
  }

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int line = 1;
  private int lineStart;

  private ScriptLexer(String text) {
    this.text = text;
  }

  /** All tokens, comments included. */
  static List<Token> tokens(String text) {
    ScriptLexer lexer = new ScriptLexer(text);
    lexer.run();
    return lexer.tokens;
  }

  /** All tokens but comments. */
  static List<Token> words(String text) {
    return tokens(text).stream().filter(token -> token.kind() != Kind.COMMENT).toList();
  }

  /** The first token that is no comment. */
  static Optional<Token> firstWord(String text) {
    ScriptLexer lexer = new ScriptLexer(text);
    while (lexer.at < text.length()) {
      lexer.step();
      int last = lexer.tokens.size() - 1;
      if (last >= 0 && lexer.tokens.get(last).kind() != Kind.COMMENT) {
        return Optional.of(lexer.tokens.get(last));
      }
    }
    return Optional.empty();
  }

  private void run() {
    while (at < text.length()) {
      step();
    }
  }

  private void step() {
    char c = text.charAt(at);
    if (Character.isWhitespace(c)) {
      advance(at + 1);
    } else if (starts("--") || starts("//")) {
      add(Kind.COMMENT, endOfLine(), true);
    } else if (starts("/*")) {
      closedBy(Kind.COMMENT, text.indexOf("*/", at + 2), 2);
    } else if (c == '\'' || c == '"') {
      quoted(c);
    } else if ((c == 'E' || c == 'e') && at + 1 < text.length() && text.charAt(at + 1) == '\'') {
      escapedString();
    } else if (Character.isJavaIdentifierStart(c) || Character.isDigit(c)) {
      add(Kind.WORD, endOfWord(), true);
    } else {
      add(Kind.SYMBOL, at + 1, true);
    }
  }

  private boolean starts(String prefix) {
    return text.startsWith(prefix, at);
  }

  private int endOfLine() {
    int end = at;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    return end;
  }

  private int endOfWord() {
    int end = at + 1;
    while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** A doubled quote belongs to the text. */
  private void quoted(char quote) {
    int end = text.indexOf(quote, at + 1);
    while (end >= 0 && end + 1 < text.length() && text.charAt(end + 1) == quote) {
      end = text.indexOf(quote, end + 2);
    }
    closedBy(Kind.QUOTED, end, 1);
  }

  private void escapedString() {
    int end = at + 2;
    while (end < text.length()) {
      char c = text.charAt(end);
      boolean doubled = c == '\'' && end + 1 < text.length() && text.charAt(end + 1) == '\'';
      if (c == '\\' || doubled) {
        end += 2;
      } else if (c == '\'') {
        break;
      } else {
        end++;
      }
    }
    closedBy(Kind.QUOTED, end < text.length() ? end : -1, 1);
  }

  private void closedBy(Kind kind, int close, int length) {
    add(kind, close < 0 ? text.length() : close + length, close >= 0);
  }

  private void add(Kind kind, int end, boolean closed) {
    int column = at - lineStart + 1;
    tokens.add(new Token(kind, text.substring(at, end), at, end, line, column, closed));
    advance(end);
  }

  private void advance(int end) {
    for (; at < end; at++) {
      char c = text.charAt(at);
      boolean lineEnds =
          c == '\n' || c == '\r' && (at + 1 == text.length() || text.charAt(at + 1) != '\n');
      if (lineEnds) {
        line++;
        lineStart = at + 1;
      }
    }
  }
}
