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

/** {@code apply}, {@code diff}, {@code export} or {@code refresh schema X}. */
public final class SqlSchemaCommand extends SqlLensNode {
  private static final SqlOperator OPERATOR = operator("SCHEMA COMMAND", SqlKind.OTHER_DDL);

  /** What is to be done with the schema. */
  public enum Kind {
    APPLY,
    DIFF,
    EXPORT,
    REFRESH
  }

  private final Kind kind;
  private final SqlIdentifier name;

  public SqlSchemaCommand(SqlParserPos pos, Kind kind, SqlIdentifier name) {
    super(OPERATOR, pos);
    this.kind = requireNonNull(kind, "kind");
    this.name = requireNonNull(name, "name");
  }

  public Kind kind() {
    return kind;
  }

  public SqlIdentifier name() {
    return name;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(symbol(kind), name);
  }

  @Override
  void write(SqlWriter writer) {
    writer.keyword(kind.name());
    writer.keyword("SCHEMA");
    name(writer, name);
  }
}
