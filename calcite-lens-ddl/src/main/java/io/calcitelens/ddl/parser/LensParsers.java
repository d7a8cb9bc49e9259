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
import io.calcitelens.ddl.parser.impl.LensSqlParserImpl;
import io.calcitelens.prover.LensException;
import java.util.List;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserImplFactory;
import org.apache.calcite.sql.validate.SqlConformanceEnum;

/** Text to tree and back, with the lexical settings of the product. */
public final class LensParsers {
  /** Makes parsers of the lens grammar. */
  public static final SqlParserImplFactory FACTORY = LensSqlParserImpl.FACTORY;

  private static final SqlParser.Config CONFIG =
      SqlParser.config()
          .withParserFactory(FACTORY)
          .withQuoting(Quoting.DOUBLE_QUOTE)
          .withUnquotedCasing(Casing.UNCHANGED)
          .withQuotedCasing(Casing.UNCHANGED)
          .withCaseSensitive(false)
          .withConformance(SqlConformanceEnum.LENIENT)
          .withIdentifierMaxLength(256);

  private LensParsers() {}

  /** The settings under which every text of a user is read. */
  public static SqlParser.Config config() {
    return CONFIG;
  }

  /**
   * Parses one statement, which may end in a semicolon.
   *
   * @throws LensException with code SYNTAX and a position, if it is none
   */
  public static SqlNode parse(String sql) {
    String statement = withoutSemicolon(sql);
    try {
      return SqlParser.create(statement, CONFIG).parseStmt();
    } catch (SqlParseException e) {
      throw syntax(statement, e);
    }
  }

  /** Parses an expression; faults as {@link #parse}. */
  public static SqlNode parseExpression(String sql) {
    try {
      return SqlParser.create(sql, CONFIG).parseExpression();
    } catch (SqlParseException e) {
      throw syntax(sql, e);
    }
  }

  /** The fault that a failure to parse the text is to the user. */
  public static LensException syntax(String sql, SqlParseException e) {
    return ScriptLexer.words(sql).isEmpty() ? SyntaxFaults.empty() : SyntaxFaults.of(sql, e);
  }

  /** The text without its last semicolon; what stands before keeps its position. */
  public static String withoutSemicolon(String sql) {
    List<Token> words = ScriptLexer.words(sql);
    if (words.isEmpty() || !words.get(words.size() - 1).is(";")) {
      return sql;
    }
    return sql.substring(0, words.get(words.size() - 1).start());
  }

  /** The text of a tree, in lower case, which parses to the same tree. */
  public static String toSql(SqlNode node) {
    return LensSqlWriter.write(node);
  }
}
