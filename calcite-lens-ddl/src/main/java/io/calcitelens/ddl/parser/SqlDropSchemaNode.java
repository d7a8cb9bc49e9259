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
import org.apache.calcite.sql.SqlDrop;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code drop schema X}. */
public final class SqlDropSchemaNode extends SqlDrop {
  private static final SqlOperator OPERATOR =
      SqlLensNode.operator("DROP SCHEMA", SqlKind.DROP_SCHEMA);

  private final SqlIdentifier name;
  private final boolean cascade;

  public SqlDropSchemaNode(
      SqlParserPos pos, boolean ifExists, SqlIdentifier name, boolean cascade) {
    super(OPERATOR, pos, ifExists);
    this.name = requireNonNull(name, "name");
    this.cascade = cascade;
  }

  public SqlIdentifier name() {
    return name;
  }

  public boolean cascade() {
    return cascade;
  }

  public boolean ifExists() {
    return ifExists;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return SqlLensNode.operands(SqlLensNode.flag(ifExists), name, SqlLensNode.flag(cascade));
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(ifExists ? "DROP SCHEMA IF EXISTS" : "DROP SCHEMA");
    SqlLensNode.name(writer, name);
    if (cascade) {
      writer.keyword("CASCADE");
    }
  }
}
