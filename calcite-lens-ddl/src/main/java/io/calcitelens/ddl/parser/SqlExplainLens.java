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

/** {@code explain lens X.T}: asks for the effective mapping. */
public final class SqlExplainLens extends SqlLensNode {
  private static final SqlOperator OPERATOR = operator("EXPLAIN LENS", SqlKind.OTHER_DDL);

  private final SqlIdentifier table;

  public SqlExplainLens(SqlParserPos pos, SqlIdentifier table) {
    super(OPERATOR, pos);
    this.table = requireNonNull(table, "table");
  }

  public SqlIdentifier table() {
    return table;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(table);
  }

  @Override
  void write(SqlWriter writer) {
    writer.keyword("EXPLAIN LENS");
    name(writer, table);
  }
}
