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
package io.calcitelens.adapters.schema;

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.ReferentialAction;
import java.util.List;
import java.util.Optional;

/**
 * A foreign key.
 *
 * @param referencedSchema empty for the schema of the referring table
 * @param referencedColumns empty for the primary key of the referenced table
 */
public record ForeignKeyDefinition(
    Optional<String> name,
    List<String> columns,
    Optional<String> referencedSchema,
    String referencedTable,
    List<String> referencedColumns,
    ReferentialAction onUpdate,
    ReferentialAction onDelete) {
  public ForeignKeyDefinition {
    requireNonNull(name, "name");
    requireNonNull(referencedSchema, "referencedSchema");
    requireNonNull(referencedTable, "referencedTable");
    requireNonNull(onUpdate, "onUpdate");
    requireNonNull(onDelete, "onDelete");
    columns = List.copyOf(columns);
    referencedColumns = List.copyOf(referencedColumns);
  }
}
