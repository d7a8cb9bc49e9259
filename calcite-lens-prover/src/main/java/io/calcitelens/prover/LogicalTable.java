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
package io.calcitelens.prover;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A designed table: columns and rules, no storage. */
public record LogicalTable(
    String schema,
    String name,
    List<LogicalColumn> columns,
    List<LogicalConstraint> constraints,
    Map<String, String> tags) {
  public LogicalTable {
    requireNonNull(schema, "schema");
    requireNonNull(name, "name");
    columns = List.copyOf(columns);
    constraints = List.copyOf(constraints);
    tags = Map.copyOf(tags);
  }

  /** {@code schema.table}, as declared. */
  public String qualifiedName() {
    return schema + "." + name;
  }

  /** Finds a column, ignoring case. */
  public Optional<LogicalColumn> column(String column) {
    String folded = column.toLowerCase(Locale.ROOT);
    return columns.stream()
        .filter(c -> c.name().toLowerCase(Locale.ROOT).equals(folded))
        .findFirst();
  }

  /** The primary key, if one is declared. */
  public Optional<LogicalConstraint.Key> primaryKey() {
    return constraints.stream()
        .filter(LogicalConstraint.Key.class::isInstance)
        .map(LogicalConstraint.Key.class::cast)
        .filter(LogicalConstraint.Key::primary)
        .findFirst();
  }
}
