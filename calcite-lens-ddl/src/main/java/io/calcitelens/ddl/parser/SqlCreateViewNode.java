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
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code create view}. */
public final class SqlCreateViewNode extends SqlCreate {
  private static final SqlOperator OPERATOR =
      SqlLensNode.operator("CREATE VIEW", SqlKind.CREATE_VIEW);

  private final SqlIdentifier name;
  private final List<SqlIdentifier> columns;
  private final SqlNode query;

  public SqlCreateViewNode(
      SqlParserPos pos,
      boolean replace,
      SqlIdentifier name,
      List<SqlIdentifier> columns,
      SqlNode query) {
    super(OPERATOR, pos, replace, false);
    this.name = requireNonNull(name, "name");
    this.columns = List.copyOf(columns);
    this.query = requireNonNull(query, "query");
  }

  public SqlIdentifier name() {
    return name;
  }

  public List<SqlIdentifier> columns() {
    return columns;
  }

  public SqlNode query() {
    return query;
  }

  public boolean replace() {
    return getReplace();
  }

  @Override
  public List<SqlNode> getOperandList() {
    return SqlLensNode.operands(
        SqlLensNode.flag(getReplace()), name, SqlLensNode.nodes(columns), query);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(getReplace() ? "CREATE OR REPLACE VIEW" : "CREATE VIEW");
    SqlLensNode.name(writer, name);
    if (!columns.isEmpty()) {
      SqlLensNode.parenthesized(writer, columns);
    }
    writer.keyword("AS");
    writer.newlineAndIndent();
    query.unparse(writer, 0, 0);
  }
}
