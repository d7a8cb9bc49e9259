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
package io.calcitelens.adapters.jdbc;

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.StoreException;
import java.util.List;
import java.util.Optional;

/**
 * What a store's exception tells.
 *
 * @param table the table's own name
 * @param columns the columns concerned; empty if the store does not tell
 * @param constraint the violated constraint's or index's name
 */
record StoreFault(
    StoreException.Kind kind,
    Optional<String> table,
    List<String> columns,
    Optional<String> constraint) {
  StoreFault {
    requireNonNull(kind, "kind");
    requireNonNull(table, "table");
    requireNonNull(constraint, "constraint");
    columns = List.copyOf(columns);
  }

  static StoreFault of(StoreException.Kind kind) {
    return new StoreFault(kind, Optional.empty(), List.of(), Optional.empty());
  }

  StoreFault at(Optional<String> table, List<String> columns, Optional<String> constraint) {
    return new StoreFault(kind, table, columns, constraint);
  }
}
