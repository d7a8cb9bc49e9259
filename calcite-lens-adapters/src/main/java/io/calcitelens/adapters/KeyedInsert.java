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
package io.calcitelens.adapters;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * New rows of one table.
 *
 * @param columns the columns that the rows give; others take the store's default
 * @param rows one array per row, in the order of {@code columns}
 */
public record KeyedInsert(BasisTable table, List<BasisColumn> columns, List<Object[]> rows) {
  public KeyedInsert {
    requireNonNull(table, "table");
    requireNonNull(rows, "rows");
    columns = List.copyOf(columns);
  }
}
