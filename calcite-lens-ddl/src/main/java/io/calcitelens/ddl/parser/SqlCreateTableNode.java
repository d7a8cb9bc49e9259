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
import java.util.Optional;
import org.apache.calcite.sql.SqlCreate;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code create table}. */
public final class SqlCreateTableNode extends SqlCreate {
  private static final SqlOperator OPERATOR =
      SqlLensNode.operator("CREATE TABLE", SqlKind.CREATE_TABLE);

  private final SqlTableDeclaration declaration;
  private final Optional<SqlNode> query;

  public SqlCreateTableNode(
      SqlParserPos pos,
      boolean replace,
      boolean ifNotExists,
      SqlTableDeclaration declaration,
      Optional<SqlNode> query) {
    super(OPERATOR, pos, replace, ifNotExists);
    this.declaration = requireNonNull(declaration, "declaration");
    this.query = requireNonNull(query, "query");
  }

  public SqlTableDeclaration declaration() {
    return declaration;
  }

  public Optional<SqlNode> query() {
    return query;
  }

  public boolean replace() {
    return getReplace();
  }

  public boolean ifNotExists() {
    return ifNotExists;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return SqlLensNode.operands(
        SqlLensNode.flag(getReplace()),
        SqlLensNode.flag(ifNotExists),
        declaration,
        SqlLensNode.orNull(query));
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(getReplace() ? "CREATE OR REPLACE TABLE" : "CREATE TABLE");
    if (ifNotExists) {
      writer.keyword("IF NOT EXISTS");
    }
    if (declaration.columns().isEmpty() && declaration.constraints().isEmpty()) {
      SqlLensNode.name(writer, declaration.name());
    } else {
      declaration.writeDefinition(writer);
    }
    if (query.isPresent()) {
      writer.keyword("AS");
      writer.newlineAndIndent();
      query.get().unparse(writer, 0, 0);
    }
  }
}
