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

import io.calcitelens.adapters.BasisTable;
import java.util.Optional;
import org.apache.calcite.schema.Table;

/**
 * A relation that a lens may stand on.
 *
 * @param name the name in its schema
 * @param table what the planner reads
 * @param basis what the relation is to writes; empty for a view or a designed table
 */
public record BasisRelation(String name, Table table, Optional<BasisTable> basis) {
  public BasisRelation {
    requireNonNull(name, "name");
    requireNonNull(table, "table");
    requireNonNull(basis, "basis");
  }
}
