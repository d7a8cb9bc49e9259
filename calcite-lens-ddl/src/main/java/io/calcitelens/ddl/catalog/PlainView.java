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
package io.calcitelens.ddl.catalog;

import static java.util.Objects.requireNonNull;

import io.calcitelens.ddl.mapper.SqlTrees;
import java.util.List;
import org.apache.calcite.sql.SqlNode;

/**
 * A view as its author wrote it.
 *
 * @param columns names for the columns; empty to keep the query's
 * @param schemaPath where names without a schema are looked for
 * @param declared whether it belongs to a declared physical schema, and goes with it
 */
record PlainView(
    String schema,
    String name,
    List<String> columns,
    SqlNode query,
    List<String> schemaPath,
    boolean declared) {
  PlainView {
    requireNonNull(schema, "schema");
    requireNonNull(name, "name");
    requireNonNull(query, "query");
    columns = List.copyOf(columns);
    schemaPath = List.copyOf(schemaPath);
  }

  String sql() {
    return SqlTrees.text(query);
  }

  List<String> path() {
    return List.of(schema, name);
  }

  String qualifiedName() {
    return schema + "." + name;
  }
}
