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

import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlNode;

/**
 * A column of the design.
 *
 * @param ordinal 0-based position in its table
 * @param name as declared
 * @param type the declared type; not nullable if declared so or in the primary key
 * @param defaultValue the declared default
 * @param tags free and reserved tags
 */
public record LogicalColumn(
    int ordinal,
    String name,
    RelDataType type,
    Optional<SqlNode> defaultValue,
    Map<String, String> tags) {
  public LogicalColumn {
    requireNonNull(name, "name");
    requireNonNull(type, "type");
    requireNonNull(defaultValue, "defaultValue");
    tags = Map.copyOf(tags);
  }

  public boolean notNull() {
    return !type.isNullable();
  }
}
