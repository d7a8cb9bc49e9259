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
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code declare [logical] schema X { … }}: what a schema shall hold. */
public final class SqlDeclareSchema extends SqlLensNode {
  private static final SqlOperator OPERATOR = operator("DECLARE SCHEMA", SqlKind.OTHER_DDL);

  private final boolean logical;
  private final SqlIdentifier name;
  private final Optional<SqlUsing> using;
  private final List<SqlNode> items;
  private final SqlTags tags;

  public SqlDeclareSchema(
      SqlParserPos pos,
      boolean logical,
      SqlIdentifier name,
      Optional<SqlUsing> using,
      List<SqlNode> items,
      SqlTags tags) {
    super(OPERATOR, pos);
    this.logical = logical;
    this.name = requireNonNull(name, "name");
    this.using = requireNonNull(using, "using");
    this.items = List.copyOf(items);
    this.tags = requireNonNull(tags, "tags");
  }

  public boolean logical() {
    return logical;
  }

  public SqlIdentifier name() {
    return name;
  }

  public Optional<SqlUsing> using() {
    return using;
  }

  /** Table, index and view declarations, in the order of the text. */
  public List<SqlNode> items() {
    return items;
  }

  public SqlTags tags() {
    return tags;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(flag(logical), name, orNull(using), nodes(items), tags);
  }

  @Override
  void write(SqlWriter writer) {
    writer.keyword(logical ? "DECLARE LOGICAL SCHEMA" : "DECLARE SCHEMA");
    name(writer, name);
    using.ifPresent(u -> u.write(writer));
    block(writer, items);
    tags.write(writer);
  }
}
