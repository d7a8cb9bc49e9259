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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A table of a schema declaration, or of {@code create table}. */
public final class SqlTableDeclaration extends SqlLensNode {
  private static final SqlOperator OPERATOR = operator("TABLE", SqlKind.OTHER);

  private final SqlIdentifier name;
  private final List<SqlColumnDeclarationNode> columns;
  private final List<SqlTableConstraint> constraints;
  private final Optional<SqlUsing> using;
  private final SqlTags tags;

  public SqlTableDeclaration(
      SqlParserPos pos,
      SqlIdentifier name,
      List<SqlColumnDeclarationNode> columns,
      List<SqlTableConstraint> constraints,
      Optional<SqlUsing> using,
      SqlTags tags) {
    super(OPERATOR, pos);
    this.name = requireNonNull(name, "name");
    this.columns = List.copyOf(columns);
    this.constraints = List.copyOf(constraints);
    this.using = requireNonNull(using, "using");
    this.tags = requireNonNull(tags, "tags");
  }

  public SqlIdentifier name() {
    return name;
  }

  public List<SqlColumnDeclarationNode> columns() {
    return columns;
  }

  /** All rules but not null; those written at a column stand here too. */
  public List<SqlTableConstraint> constraints() {
    return constraints;
  }

  public Optional<SqlUsing> using() {
    return using;
  }

  public SqlTags tags() {
    return tags;
  }

  /** Name and everything after it, for contexts that write their own first words. */
  void writeDefinition(SqlWriter writer) {
    name(writer, name);
    List<SqlNode> elements = new ArrayList<>(columns);
    elements.addAll(constraints);
    lines(writer, elements);
    using.ifPresent(u -> u.write(writer));
    tags.write(writer);
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name, nodes(columns), nodes(constraints), orNull(using), tags);
  }

  @Override
  void write(SqlWriter writer) {
    writer.keyword("TABLE");
    writeDefinition(writer);
  }
}
