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
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LensResource;
import io.calcitelens.prover.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Puts together the block of a declaration that a client cuts at its semicolons and sends in
 * pieces. One per connection; not for use by several threads at once.
 */
public final class BlockBuffer {
  private static final Set<String> ITEMS =
      Set.of("table", "view", "create", "materialized", "unique", "index", "}");

  /**
   * What a text of the client means.
   *
   * @param fault the block before it, which it does not continue and which is given up: report it
   * @param statements what is to be run now, in this order; empty while a block is open
   */
  public record Step(Optional<LensException> fault, List<String> statements) {
    public Step {
      statements = List.copyOf(statements);
    }
  }

  private String open = "";

  /** Takes the next text that the client sends. */
  public Step add(String text) {
    if (!isOpen()) {
      return new Step(Optional.empty(), statements(text));
    }
    List<Token> words = ScriptLexer.words(text);
    if (words.isEmpty() || continuesBlock(words.get(0))) {
      String block = open.endsWith(";") ? open + "\n" + text : open + ";\n" + text;
      open = "";
      return new Step(Optional.empty(), statements(block));
    }
    LensException fault = unclosed(ScriptSplitter.openBrace(open).orElseThrow());
    open = "";
    return new Step(Optional.of(fault), statements(text));
  }

  /** Whether pieces of a block are waiting for the rest. */
  public boolean isOpen() {
    return !open.isEmpty();
  }

  /** Gives up the pieces that are waiting. */
  public void clear() {
    open = "";
  }

  /** What is wrong with a whole text that ends inside a block. */
  public static Optional<LensException> unclosedBlock(String text) {
    return ScriptSplitter.openBrace(text).map(BlockBuffer::unclosed);
  }

  static LensException unclosed(Token brace) {
    return LensException.of(
        LensCode.SYNTAX,
        Site.at(brace.line(), brace.column()),
        LensResource.RESOURCE.unclosedBrace());
  }

  private static boolean continuesBlock(Token first) {
    return ITEMS.stream().anyMatch(first::is);
  }

  /** Only a text that begins with a declaration is taken apart; all others are run as they are. */
  private List<String> statements(String text) {
    if (!ScriptLexer.firstWord(text).map(word -> word.is("declare")).orElse(false)) {
      return List.of(text);
    }
    List<String> result = new ArrayList<>();
    for (ScriptSplitter.Statement statement : ScriptSplitter.split(text)) {
      if (!statement.ended() && ScriptSplitter.openBrace(statement.text()).isPresent()) {
        open = statement.text();
      } else {
        result.add(statement.text());
      }
    }
    return result;
  }
}
