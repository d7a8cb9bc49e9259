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

/** {@code declare lens for X over Y { … }}: how a design stands on a basis. */
public final class SqlDeclareLens extends SqlLensNode {
  private static final SqlOperator OPERATOR = operator("DECLARE LENS", SqlKind.OTHER_DDL);

  private final SqlIdentifier logicalSchema;
  private final SqlIdentifier basis;
  private final List<SqlLensView> views;

  public SqlDeclareLens(
      SqlParserPos pos, SqlIdentifier logicalSchema, SqlIdentifier basis, List<SqlLensView> views) {
    super(OPERATOR, pos);
    this.logicalSchema = requireNonNull(logicalSchema, "logicalSchema");
    this.basis = requireNonNull(basis, "basis");
    this.views = List.copyOf(views);
  }

  public SqlIdentifier logicalSchema() {
    return logicalSchema;
  }

  public SqlIdentifier basis() {
    return basis;
  }

  public List<SqlLensView> views() {
    return views;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(logicalSchema, basis, nodes(views));
  }

  @Override
  void write(SqlWriter writer) {
    writer.keyword("DECLARE LENS FOR");
    name(writer, logicalSchema);
    writer.keyword("OVER");
    name(writer, basis);
    block(writer, views);
  }
}
