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

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlDdl;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** What the nodes of the lens grammar have in common. */
public abstract class SqlLensNode extends SqlDdl {
  SqlLensNode(SqlOperator operator, SqlParserPos pos) {
    super(operator, pos);
  }

  static SqlOperator operator(String name, SqlKind kind) {
    return new SqlSpecialOperator(name, kind);
  }

  /** Operands of which some may be absent; two nodes are equal if these are. */
  static List<SqlNode> operands(SqlNode... nodes) {
    return Collections.unmodifiableList(Arrays.asList(nodes));
  }

  static SqlNode flag(boolean value) {
    return SqlLiteral.createBoolean(value, SqlParserPos.ZERO);
  }

  static SqlNode symbol(Enum<?> value) {
    return SqlLiteral.createSymbol(value, SqlParserPos.ZERO);
  }

  static SqlNode number(int value) {
    return SqlLiteral.createExactNumeric(Integer.toString(value), SqlParserPos.ZERO);
  }

  static SqlNode text(Optional<String> value) {
    return value.isPresent() ? SqlLiteral.createCharString(value.get(), SqlParserPos.ZERO) : null;
  }

  static SqlNodeList nodes(List<? extends SqlNode> list) {
    return new SqlNodeList(list, SqlParserPos.ZERO);
  }

  static SqlNode orNull(Optional<? extends SqlNode> node) {
    return node.isPresent() ? node.get() : null;
  }

  static void name(SqlWriter writer, SqlIdentifier name) {
    name.unparse(writer, 0, 0);
  }

  static void parenthesized(SqlWriter writer, Iterable<? extends SqlNode> nodes) {
    SqlWriter.Frame frame = writer.startList("(", ")");
    for (SqlNode node : nodes) {
      writer.sep(",");
      expression(writer, node);
    }
    writer.endList(frame);
  }

  /**
   * An expression; a query as an expression needs parentheses, of which a select writes its own.
   */
  static void expression(SqlWriter writer, SqlNode node) {
    boolean bare = SqlKind.QUERY.contains(node.getKind()) && node.getKind() != SqlKind.SELECT;
    SqlWriter.Frame frame = bare ? writer.startList("(", ")") : writer.startList("", "");
    node.unparse(writer, 0, 0);
    writer.endList(frame);
  }

  static void parenthesized(SqlWriter writer, SqlNode node) {
    parenthesized(writer, List.of(node));
  }

  static void commaList(SqlWriter writer, Iterable<? extends SqlNode> nodes) {
    SqlWriter.Frame frame = writer.startList("", "");
    for (SqlNode node : nodes) {
      writer.sep(",");
      expression(writer, node);
    }
    writer.endList(frame);
  }

  /** Items between braces, a line each, every one ended by a semicolon. */
  static void block(SqlWriter writer, Iterable<? extends SqlNode> items) {
    writer.keyword("{");
    for (SqlNode item : items) {
      writer.newlineAndIndent();
      writer.print("  ");
      item.unparse(writer, 0, 0);
      writer.setNeedWhitespace(false);
      writer.print(";");
    }
    writer.newlineAndIndent();
    writer.keyword("}");
  }

  /** Elements between parentheses, a line each. */
  static void lines(SqlWriter writer, Iterable<? extends SqlNode> elements) {
    writer.keyword("(");
    boolean first = true;
    for (SqlNode element : elements) {
      if (!first) {
        writer.keyword(",");
      }
      first = false;
      writer.newlineAndIndent();
      writer.print("    ");
      element.unparse(writer, 0, 0);
    }
    if (!first) {
      writer.newlineAndIndent();
      writer.print("  ");
    }
    writer.keyword(")");
  }

  /** The node's own text after any words that its context writes. */
  abstract void write(SqlWriter writer);

  @Override
  public final void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    write(writer);
  }
}
