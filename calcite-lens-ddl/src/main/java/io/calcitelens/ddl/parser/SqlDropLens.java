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

/** {@code drop lens for X}. */
public final class SqlDropLens extends SqlDrop {
  private static final SqlOperator OPERATOR = SqlLensNode.operator("DROP LENS", SqlKind.OTHER_DDL);

  private final SqlIdentifier logicalSchema;

  public SqlDropLens(SqlParserPos pos, boolean ifExists, SqlIdentifier logicalSchema) {
    super(OPERATOR, pos, ifExists);
    this.logicalSchema = requireNonNull(logicalSchema, "logicalSchema");
  }

  public SqlIdentifier logicalSchema() {
    return logicalSchema;
  }

  public boolean ifExists() {
    return ifExists;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return SqlLensNode.operands(SqlLensNode.flag(ifExists), logicalSchema);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword(ifExists ? "DROP LENS IF EXISTS FOR" : "DROP LENS FOR");
    SqlLensNode.name(writer, logicalSchema);
  }
}
