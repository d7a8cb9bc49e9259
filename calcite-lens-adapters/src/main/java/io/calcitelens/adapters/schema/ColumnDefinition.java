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

import io.calcitelens.adapters.BasisColumn;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlNode;

/**
 * A column to be made.
 *
 * @param type nullable where the column takes null
 * @param defaultValue sent to the store only if it is a literal or a date-time function; what a
 *     store cannot evaluate is for others to supply
 * @param computedAs the expression of a column that is {@code COMPUTED}
 */
public record ColumnDefinition(
    String name,
    RelDataType type,
    Optional<SqlNode> defaultValue,
    BasisColumn.Generation generation,
    Optional<SqlNode> computedAs) {
  public ColumnDefinition {
    requireNonNull(name, "name");
    requireNonNull(type, "type");
    requireNonNull(defaultValue, "defaultValue");
    requireNonNull(generation, "generation");
    requireNonNull(computedAs, "computedAs");
  }
}
