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
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserImplFactory;

/** Parsers in the lexical conventions of a connection. */
public final class SqlText {
  private SqlText() {}

  /** A parser of one text. */
  public static SqlParser parser(String sql, CalciteConnectionConfig config) {
    return SqlParser.create(sql, parserConfig(config));
  }

  /** How a connection's texts are read. */
  public static SqlParser.Config parserConfig(CalciteConnectionConfig config) {
    return SqlParser.config()
        .withParserFactory(config.parserFactory(SqlParserImplFactory.class, LensParsers.FACTORY))
        .withQuoting(config.quoting())
        .withQuotedCasing(config.quotedCasing())
        .withUnquotedCasing(config.unquotedCasing())
        .withCaseSensitive(config.caseSensitive())
        .withConformance(config.conformance())
        .withIdentifierMaxLength(MAX_IDENTIFIER);
  }

  /** Long enough for the longest names of any store. */
  private static final int MAX_IDENTIFIER = 256;
}
