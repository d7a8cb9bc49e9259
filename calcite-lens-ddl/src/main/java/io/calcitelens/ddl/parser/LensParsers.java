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

import io.calcitelens.ddl.parser.impl.LensSqlParserImpl;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LensResource;
import io.calcitelens.prover.Site;
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
    try {
      return SqlParser.create(sql, CONFIG).parseStmt();
    } catch (SqlParseException e) {
      throw syntax(e);
    }
  }

  /** Parses an expression; faults as {@link #parse}. */
  public static SqlNode parseExpression(String sql) {
    try {
      return SqlParser.create(sql, CONFIG).parseExpression();
    } catch (SqlParseException e) {
      throw syntax(e);
    }
  }

  /** The text of a tree, in lower case, which parses to the same tree. */
  public static String toSql(SqlNode node) {
    return LensSqlWriter.write(node);
  }

  private static LensException syntax(SqlParseException e) {
    return LensException.of(
            LensCode.SYNTAX,
            Site.at(e.getPos().getLineNum(), e.getPos().getColumnNum()),
            LensResource.RESOURCE.syntax(e.getMessage()))
        .because(e);
  }
}
