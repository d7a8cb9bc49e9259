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

import io.calcitelens.ddl.parser.LensParsers;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserImplFactory;

/** Texts in the lexical conventions of a connection. */
public final class SqlText {
  private SqlText() {}

  /** How a connection's texts are read. */
  public static SqlParser.Config parserConfig(CalciteConnectionConfig config) {
    return LensParsers.config()
        .withParserFactory(config.parserFactory(SqlParserImplFactory.class, LensParsers.FACTORY))
        .withQuoting(config.quoting())
        .withQuotedCasing(config.quotedCasing())
        .withUnquotedCasing(config.unquotedCasing())
        .withCaseSensitive(config.caseSensitive())
        .withConformance(config.conformance());
  }

  /** Parses one statement, which may end in a semicolon. */
  static SqlNode statement(String sql, CalciteConnectionConfig config) {
    return PlanningStep.timed(
        "parse", () -> parse(LensParsers.withoutSemicolon(sql), config, SqlParser::parseStmt));
  }

  /** Parses a query. */
  static SqlNode query(String sql, CalciteConnectionConfig config) {
    return parse(sql, config, SqlParser::parseQuery);
  }

  /** Parses an expression. */
  static SqlNode expression(String sql, CalciteConnectionConfig config) {
    return parse(sql, config, SqlParser::parseExpression);
  }

  private static SqlNode parse(String sql, CalciteConnectionConfig config, Start start) {
    try {
      return start.parse(SqlParser.create(sql, parserConfig(config)));
    } catch (SqlParseException e) {
      throw LensParsers.syntax(sql, e);
    } catch (RuntimeException | Error e) {
      throw ErrorTranslation.toLens(e);
    }
  }

  /** Where the grammar begins. */
  private interface Start {
    SqlNode parse(SqlParser parser) throws SqlParseException;
  }
}
