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

/** A view or materialized view of a schema declaration. */
public final class SqlViewDeclaration extends SqlLensNode {
  private static final SqlOperator OPERATOR = operator("VIEW", SqlKind.OTHER);

  private final SqlIdentifier name;
  private final SqlNode query;
  private final boolean materialized;
  private final SqlTags tags;

  public SqlViewDeclaration(
      SqlParserPos pos, SqlIdentifier name, SqlNode query, boolean materialized, SqlTags tags) {
    super(OPERATOR, pos);
    this.name = requireNonNull(name, "name");
    this.query = requireNonNull(query, "query");
    this.materialized = materialized;
    this.tags = requireNonNull(tags, "tags");
  }

  public SqlIdentifier name() {
    return name;
  }

  public SqlNode query() {
    return query;
  }

  public boolean materialized() {
    return materialized;
  }

  public SqlTags tags() {
    return tags;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(name, query, flag(materialized), tags);
  }

  @Override
  void write(SqlWriter writer) {
    writer.keyword(materialized ? "MATERIALIZED VIEW" : "VIEW");
    name(writer, name);
    writer.keyword("AS");
    query.unparse(writer, 0, 0);
    tags.write(writer);
  }
}
