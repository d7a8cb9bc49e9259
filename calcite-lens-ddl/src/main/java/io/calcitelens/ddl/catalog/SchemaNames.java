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

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.prover.LensCode;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;

/** Completes the names of DDL statements with the connection's default schema. */
final class SchemaNames {
  private final List<String> defaultSchema;

  SchemaNames(List<String> defaultSchema) {
    this.defaultSchema = List.copyOf(defaultSchema);
  }

  /** A relation's schema and name. */
  record Qualified(String schema, String name) {
    @Override
    public String toString() {
      return schema + "." + name;
    }
  }

  Qualified resolve(SqlIdentifier name) {
    if (name.names.size() > 2) {
      throw Faults.at(LensCode.UNKNOWN_TABLE, name, RESOURCE.unknownSchema(name.toString()));
    }
    return name.isSimple()
        ? new Qualified(current(), name.getSimple())
        : new Qualified(name.names.get(0), name.names.get(1));
  }

  /** Where names without a schema are looked for in a body that is stored. */
  List<String> path() {
    return List.of(current());
  }

  private String current() {
    return defaultSchema.isEmpty()
        ? CatalogState.DEFAULT_SCHEMA
        : defaultSchema.get(defaultSchema.size() - 1);
  }
}
