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

import io.calcitelens.ddl.parser.ScriptLexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts a script into its statements. A semicolon ends one, but not inside the braces or parentheses
 * of a declaration; the brace that closes a declaration ends it too, if no tags follow.
 */
public final class ScriptSplitter {
  /**
   * One statement of a script.
   *
   * @param text from its first to its last word, without the semicolon
   * @param line where it starts, 1-based; line n of the text is line {@code line + n - 1} of the
   *     script
   * @param column where it starts, 1-based
   * @param ended false for the last one if the script's end cuts it off
   */
  public record Statement(String text, int line, int column, boolean ended) {}

  private final String script;
  private final List<Token> words;
  private final List<Statement> statements = new ArrayList<>();
  private int first;
  private int depth;

  private ScriptSplitter(String script) {
    this.script = script;
    this.words = ScriptLexer.words(script);
  }

  /** The statements of the script in order; empty ones and comments alone are left out. */
  public static List<Statement> split(String script) {
    ScriptSplitter splitter = new ScriptSplitter(script);
    splitter.run();
    return List.copyOf(splitter.statements);
  }

  /** Whether a text that is being typed holds whole statements only, so that it can be run. */
  public static boolean isComplete(String text) {
    List<Token> tokens = ScriptLexer.tokens(text);
    boolean commentOpen = !tokens.isEmpty() && !tokens.get(tokens.size() - 1).closed();
    return !commentOpen && split(text).stream().allMatch(Statement::ended);
  }

  /** The innermost brace of a declaration that the text opens and does not close. */
  static Optional<Token> openBrace(String text) {
    List<Token> words = ScriptLexer.words(text);
    if (words.isEmpty() || !words.get(0).is("declare")) {
      return Optional.empty();
    }
    List<Token> open = new ArrayList<>();
    for (Token word : words) {
      if (word.is("{")) {
        open.add(word);
      } else if (word.is("}") && !open.isEmpty()) {
        open.remove(open.size() - 1);
      }
    }
    return open.isEmpty() ? Optional.empty() : Optional.of(open.get(open.size() - 1));
  }

  private void run() {
    for (int i = 0; i < words.size(); i++) {
      Token word = words.get(i);
      boolean declaration = words.get(first).is("declare");
      if (word.is(";") && depth == 0) {
        end(i, true);
        first = i + 1;
      } else if (declaration && (word.is("{") || word.is("("))) {
        depth++;
      } else if (declaration && depth > 0 && (word.is("}") || word.is(")"))) {
        depth--;
        if (depth == 0 && endsDeclaration(i)) {
          end(i + 1, true);
          first = i + 1;
        }
      }
    }
    end(words.size(), false);
  }

  /** Whether what follows the closing brace starts a statement of its own. */
  private boolean endsDeclaration(int close) {
    boolean block = words.get(close).is("}");
    boolean tags = words.get(close).is(")") && followsTags(close);
    if (!block && !tags) {
      return false;
    }
    boolean semicolon = close + 1 < words.size() && words.get(close + 1).is(";");
    boolean tagsFollow =
        close + 2 < words.size()
            && words.get(close + 1).is("with")
            && words.get(close + 2).is("tags");
    return !semicolon && !tagsFollow;
  }

  private boolean followsTags(int close) {
    int open = close;
    int level = 0;
    do {
      Token word = words.get(open);
      level += word.is(")") ? 1 : word.is("(") ? -1 : 0;
      open--;
    } while (level > 0 && open >= first);
    return open >= first && words.get(open).is("tags");
  }

  private void end(int behind, boolean ended) {
    depth = 0;
    if (first < behind) {
      Token start = words.get(first);
      Token last = words.get(behind - 1);
      statements.add(
          new Statement(
              script.substring(start.start(), last.end()), start.line(), start.column(), ended));
    }
  }
}
