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

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlPostfixOperator;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.SqlWriterConfig;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.pretty.SqlPrettyWriter;

/** Writes trees as text that our parser reads: lower case, names quoted only where they must be. */
final class LensSqlWriter extends SqlPrettyWriter {
  private static final SqlDialect DIALECT = new LensDialect();

  private static final SqlWriterConfig CONFIG =
      SqlPrettyWriter.config()
          .withDialect(DIALECT)
          .withKeywordsLowerCase(true)
          .withQuoteAllIdentifiers(false)
          .withAlwaysUseParentheses(false)
          .withIndentation(2);

  LensSqlWriter() {
    super(CONFIG);
  }

  static String write(SqlNode node) {
    LensSqlWriter writer = new LensSqlWriter();
    node.unparse(writer, 0, 0);
    return writer.toString();
  }

  @Override
  public void identifier(String name, boolean quoted) {
    super.identifier(name, quoted || ReservedWords.mustQuote(name));
  }

  /** Double quotes, and the parentheses that Calcite forgets around queries. */
  private static final class LensDialect extends AnsiSqlDialect {
    private static final SqlOperator PARENTHESES =
        new SqlSpecialOperator("PARENTHESES", SqlKind.OTHER) {
          @Override
          public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
            if (isQuery(call.operand(0))) {
              SqlLensNode.expression(writer, call.operand(0));
            } else {
              SqlLensNode.parenthesized(writer, List.of(call.getOperandList().get(0)));
            }
          }
        };

    private static final Set<SqlKind> COMPARISONS =
        EnumSet.of(
            SqlKind.BETWEEN,
            SqlKind.LIKE,
            SqlKind.RLIKE,
            SqlKind.SIMILAR,
            SqlKind.IN,
            SqlKind.NOT_IN);

    /** Functions whose one argument is a query without parentheses of its own. */
    private static final Set<SqlKind> QUERY_FUNCTIONS =
        EnumSet.of(
            SqlKind.EXISTS,
            SqlKind.UNIQUE,
            SqlKind.CURSOR,
            SqlKind.COLLECTION_TABLE,
            SqlKind.ARRAY_QUERY_CONSTRUCTOR,
            SqlKind.MULTISET_QUERY_CONSTRUCTOR,
            SqlKind.MAP_QUERY_CONSTRUCTOR);

    LensDialect() {
      super(AnsiSqlDialect.DEFAULT_CONTEXT.withIdentifierQuoteString("\""));
    }

    /** The text is Unicode, so that no literal needs to name a character set. */
    @Override
    public void quoteStringLiteral(StringBuilder buf, String charsetName, String value) {
      super.quoteStringLiteral(buf, null, value);
    }

    @Override
    public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
      super.unparseCall(writer, parenthesized(call), leftPrec, rightPrec);
    }

    private static SqlCall parenthesized(SqlCall call) {
      if (call instanceof SqlSelect select
          && select.getSelectList().stream().anyMatch(LensDialect::isQuery)) {
        SqlSelect copy = (SqlSelect) select.clone(select.getParserPosition());
        copy.setSelectList(parenthesized(select.getSelectList()));
        return copy;
      }
      if (call instanceof SqlCase branches) {
        return new SqlCase(
            branches.getParserPosition(),
            branches.getValueOperand(),
            parenthesized(branches.getWhenOperands()),
            parenthesized(branches.getThenOperands()),
            parenthesized(branches.getElseOperand()));
      }
      SqlOperator operator = call.getOperator();
      boolean between = call.getKind() == SqlKind.BETWEEN;
      boolean wrapsQueries =
          call.getKind() == SqlKind.ROW
              || (operator instanceof SqlPrefixOperator
                      || operator instanceof SqlPostfixOperator
                      || operator instanceof SqlFunction)
                  && !QUERY_FUNCTIONS.contains(call.getKind());
      boolean wrapped =
          call.getOperandList().stream()
              .anyMatch(o -> between && isComparison(o) || wrapsQueries && isQuery(o));
      return wrapped
          ? operator.createCall(
              call.getFunctionQuantifier(),
              call.getParserPosition(),
              call.getOperandList().stream()
                  .map(o -> between && isComparison(o) ? parentheses(o) : parenthesized(o))
                  .toArray(SqlNode[]::new))
          : call;
    }

    private static SqlNodeList parenthesized(SqlNodeList list) {
      return new SqlNodeList(
          list.stream().map(LensDialect::parenthesized).toList(), list.getParserPosition());
    }

    private static SqlNode parenthesized(SqlNode node) {
      return isQuery(node) ? parentheses(node) : node;
    }

    private static SqlNode parentheses(SqlNode node) {
      return PARENTHESES.createCall(node.getParserPosition(), node);
    }

    /**
     * What binds like {@code between} itself; the parser takes the first {@code and} for the inner.
     */
    private static boolean isComparison(SqlNode node) {
      return node != null && COMPARISONS.contains(node.getKind());
    }

    private static boolean isQuery(SqlNode node) {
      return node != null && SqlKind.QUERY.contains(node.getKind());
    }
  }
}
