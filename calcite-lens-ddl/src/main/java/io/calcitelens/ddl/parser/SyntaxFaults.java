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

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.ddl.parser.ScriptLexer.Token;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Static;

/** Says in a sentence what the parser says in a list of tokens. */
final class SyntaxFaults {
  /** More possibilities than these help nobody. */
  private static final int MAX_EXPECTED = 6;

  private static final String NAME = "a name";

  private final String text;
  private final SqlParseException cause;

  private SyntaxFaults(String text, SqlParseException cause) {
    this.text = text;
    this.cause = cause;
  }

  /** The fault of a text that holds no statement. */
  static LensException empty() {
    return LensException.of(LensCode.SYNTAX, RESOURCE.noStatement());
  }

  static LensException of(String text, SqlParseException cause) {
    if (cause.getCause() instanceof LensException fault) {
      return fault;
    }
    return new SyntaxFaults(text, cause).fault().because(cause);
  }

  private LensException fault() {
    List<Token> tokens = ScriptLexer.tokens(text);
    Optional<Token> unclosed = tokens.stream().filter(token -> !token.closed()).findFirst();
    if (unclosed.isPresent()) {
      Token token = unclosed.get();
      String opening = token.kind() == ScriptLexer.Kind.COMMENT ? "/*" : opening(token);
      return at(token.line(), token.column(), RESOURCE.unclosed(opening));
    }
    boolean expects = cause.getExpectedTokenSequences() != null;
    if (expects && atEnd()) {
      return ScriptSplitter.openBrace(text).map(BlockBuffer::unclosed).orElseGet(this::tooEarly);
    }
    SqlParserPos pos = cause.getPos();
    if (pos == null) {
      return LensException.of(LensCode.SYNTAX, RESOURCE.syntax(firstLine(cause.getMessage())));
    }
    return at(pos.getLineNum(), pos.getColumnNum(), sentence(tokens, pos));
  }

  private Resources.Inst sentence(List<Token> tokens, SqlParserPos pos) {
    String message = cause.getMessage();
    String offending = offending(tokens, pos);
    if (cause.getExpectedTokenSequences() != null || message.startsWith("Lexical error")) {
      return unexpected(offending);
    }
    if (message.equals(Static.RESOURCE.illegalNonQueryExpression().str())) {
      boolean first = ScriptLexer.words(text).get(0).text().equals(offending);
      return first ? RESOURCE.notAStatement(offending) : RESOURCE.notAQuery(offending);
    }
    return RESOURCE.syntax(firstLine(message));
  }

  private static String opening(Token quoted) {
    return quoted.text().startsWith("\"") ? "\"" : "'";
  }

  private boolean atEnd() {
    return cause.getMessage().startsWith("Encountered \"<EOF>\"")
        || cause.getMessage().startsWith("Incorrect syntax near the keyword '<EOF>'");
  }

  private LensException tooEarly() {
    List<Token> tokens = ScriptLexer.words(text);
    Token last = tokens.get(tokens.size() - 1);
    int column = last.column() + last.text().length();
    return at(last.line(), column, withExpected(RESOURCE.endsTooEarly()));
  }

  private Resources.Inst unexpected(String offending) {
    if (ReservedWords.contains(offending) && expected().contains(NAME)) {
      return RESOURCE.reservedWord(offending);
    }
    return withExpected(RESOURCE.unexpectedText(offending));
  }

  private Resources.Inst withExpected(Resources.Inst sentence) {
    Set<String> expected = expected();
    return expected.isEmpty() || expected.size() > MAX_EXPECTED
        ? sentence
        : RESOURCE.expecting(sentence.str(), String.join(", ", expected));
  }

  /** What could stand at the position instead; all kinds of names and of values as one each. */
  private Set<String> expected() {
    Set<String> expected = new TreeSet<>();
    int[][] sequences = cause.getExpectedTokenSequences();
    if (sequences != null) {
      for (int[] sequence : sequences) {
        String image = cause.getTokenImages()[sequence[0]];
        if (image.contains("IDENTIFIER")) {
          expected.add(NAME);
        } else if (image.contains("STRING")) {
          expected.add("a string");
        } else if (image.contains("LITERAL")) {
          expected.add("a number");
        } else if (image.equals("<EOF>")) {
          expected.add("the end of the statement");
        } else {
          expected.add(image.replace("\"", "'").toLowerCase(Locale.ROOT));
        }
      }
    }
    return expected;
  }

  private static String offending(List<Token> tokens, SqlParserPos pos) {
    return tokens.stream()
        .filter(t -> t.line() == pos.getLineNum() && t.column() == pos.getColumnNum())
        .map(Token::text)
        .findFirst()
        .orElse("");
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("");
  }

  private static LensException at(int line, int column, Resources.Inst sentence) {
    return LensException.of(LensCode.SYNTAX, Site.at(line, column), sentence);
  }
}
