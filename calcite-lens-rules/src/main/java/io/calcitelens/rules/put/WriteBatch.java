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
package io.calcitelens.rules.put;

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import java.util.List;

/**
 * Keyed writes of one kind to the same columns of one table, in any order.
 *
 * @param kind insert, update or delete
 * @param table the written table
 * @param columns the columns that are written; none for a delete
 * @param key the columns that address a stored row; none for an insert
 * @param changes the rows
 */
record WriteBatch(
    WriteStep.Kind kind,
    BasisTable table,
    List<BasisColumn> columns,
    List<BasisColumn> key,
    List<BasisChange> changes) {
  WriteBatch {
    requireNonNull(kind, "kind");
    requireNonNull(table, "table");
    columns = List.copyOf(columns);
    key = List.copyOf(key);
  }
}
