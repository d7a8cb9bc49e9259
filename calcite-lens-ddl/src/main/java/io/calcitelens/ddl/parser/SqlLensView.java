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

/** The override of one logical table in a lens. */
public final class SqlLensView extends SqlLensNode {
  private static final SqlOperator OPERATOR = operator("LENS VIEW", SqlKind.OTHER);

  private final SqlIdentifier name;
  private final SqlNode query;
  private final List<SqlNode> defaults;
  private final SqlTags tags;

  public SqlLensView(
      SqlParserPos pos, SqlIdentifier name, SqlNode query, List<SqlNode> defaults, SqlTags tags) {
    super(OPERATOR, pos);
    this.name = requireNonNull(name, "name");
    this.query = requireNonNull(query, "query");
    this.defaults = List.copyOf(defaults);
    this.tags = requireNonNull(tags, "tags");
  }

  public SqlIdentifier name() {
    return name;
  }

  /** The body, as written. */
  public SqlNode query() {
    return query;
  }

  /** Equations of a column and an expression. */
  public List<SqlNode> defaults() {
    return defaults;
  }

  public SqlTags tags() {
    return tags;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name, query, nodes(defaults), tags);
  }

  @Override
  void write(SqlWriter writer) {
    writer.keyword("VIEW");
    name(writer, name);
    writer.keyword("AS");
    query.unparse(writer, 0, 0);
    if (!defaults.isEmpty()) {
      writer.keyword("WITH DEFAULTS");
      parenthesized(writer, defaults);
    }
    tags.write(writer);
  }
}
