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

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** An index of a schema declaration. */
public final class SqlIndexDeclaration extends SqlLensNode {
  private static final SqlOperator OPERATOR = operator("INDEX", SqlKind.OTHER);

  private final boolean unique;
  private final SqlIdentifier name;
  private final SqlIdentifier table;
  private final List<SqlNode> columns;

  public SqlIndexDeclaration(
      SqlParserPos pos,
      boolean unique,
      SqlIdentifier name,
      SqlIdentifier table,
      List<SqlNode> columns) {
    super(OPERATOR, pos);
    this.unique = unique;
    this.name = requireNonNull(name, "name");
    this.table = requireNonNull(table, "table");
    this.columns = List.copyOf(columns);
  }

  public boolean unique() {
    return unique;
  }

  public SqlIdentifier name() {
    return name;
  }

  public SqlIdentifier table() {
    return table;
  }

  /** Column names, or {@code desc} calls over them. */
  public List<SqlNode> columns() {
    return columns;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(flag(unique), name, table, nodes(columns));
  }

  @Override
  void write(SqlWriter writer) {
    writer.keyword(unique ? "UNIQUE INDEX" : "INDEX");
    name(writer, name);
    writer.keyword("ON");
    name(writer, table);
    parenthesized(writer, columns);
  }
}
