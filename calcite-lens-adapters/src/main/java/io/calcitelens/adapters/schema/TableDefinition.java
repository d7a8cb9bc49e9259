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

import java.util.List;
import java.util.Optional;

/**
 * A table to be made, or to be brought up to.
 *
 * @param primaryKey without columns, the table has at most one row
 */
public record TableDefinition(
    String name,
    List<ColumnDefinition> columns,
    Optional<KeyDefinition> primaryKey,
    List<KeyDefinition> uniques,
    List<CheckDefinition> checks,
    List<ForeignKeyDefinition> foreignKeys,
    List<IndexDefinition> indexes) {
  public TableDefinition {
    requireNonNull(name, "name");
    requireNonNull(primaryKey, "primaryKey");
    columns = List.copyOf(columns);
    uniques = List.copyOf(uniques);
    checks = List.copyOf(checks);
    foreignKeys = List.copyOf(foreignKeys);
    indexes = List.copyOf(indexes);
  }
}
