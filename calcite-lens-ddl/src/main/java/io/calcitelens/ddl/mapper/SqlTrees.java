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
package io.calcitelens.ddl.mapper;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.dialect.CalciteSqlDialect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.checkerframework.checker.nullness.qual.Nullable;

/** Making, copying and printing syntax trees. */
public final class SqlTrees {
  /** Quotes every identifier, so that the text means the same under any lexical settings. */
  public static final SqlDialect DIALECT = CalciteSqlDialect.DEFAULT;

  private SqlTrees() {}

  /** A copy that shares nothing that a validator may change. */
  public static SqlNode copy(SqlNode node) {
    return node.accept(new Copier());
  }

  /** The text of a query or expression on as few lines as the writer makes. */
  public static String text(SqlNode node) {
    return node.toSqlString(
            c ->
                c.withDialect(DIALECT)
                    .withQuoteAllIdentifiers(true)
                    .withAlwaysUseParentheses(false)
                    .withSelectListItemsOnSeparateLines(false)
                    .withUpdateSetListNewline(false)
                    .withClauseStartsLine(false)
                    .withIndentation(0))
        .getSql();
  }

  /** The text of a query with a clause per line. */
  public static String prettyText(SqlNode node) {
    return node.toSqlString(c -> c.withDialect(DIALECT).withQuoteAllIdentifiers(true)).getSql();
  }

  /** Whether a node is a query, in whatever position. */
  static boolean isQuery(SqlNode node) {
    return node.isA(SqlKind.QUERY) || node.getKind() == SqlKind.WITH;
  }

  static SqlIdentifier identifier(SqlParserPos pos, String... names) {
    return new SqlIdentifier(List.of(names), pos);
  }

  static SqlNode as(SqlNode node, String alias) {
    return SqlStdOperatorTable.AS.createCall(
        node.getParserPosition(), node, identifier(node.getParserPosition(), alias));
  }

  static SqlNode equal(SqlNode left, SqlNode right, SqlParserPos pos) {
    return SqlStdOperatorTable.EQUALS.createCall(pos, left, right);
  }

  /** A shuttle that makes new calls always, so that the result can be changed freely. */
  static class Copier extends SqlShuttle {
    @Override
    public @Nullable SqlNode visit(SqlIdentifier id) {
      return id.clone(id.getParserPosition());
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      CallCopyingArgHandler handler = new CallCopyingArgHandler(call, true);
      call.getOperator().acceptCall(this, call, false, handler);
      return handler.result();
    }
  }
}
