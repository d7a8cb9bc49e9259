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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Values of some columns, compared as their store compares them. */
record RowKey(List<Object> parts) {
  RowKey {
    parts = List.copyOf(parts);
  }

  /**
   * The key of a row.
   *
   * @return empty if a value is null or not known: such a key equals none
   */
  static Optional<RowKey> of(BasisTable table, List<Integer> ordinals, Object[] row) {
    Store store = table.store().orElseThrow();
    List<Object> parts = new ArrayList<>(ordinals.size());
    for (int ordinal : ordinals) {
      Object value = row[ordinal];
      if (value == null || value == Unset.VALUE) {
        return Optional.empty();
      }
      parts.add(store.comparisonKey(table.columns().get(ordinal), value));
    }
    return Optional.of(new RowKey(parts));
  }

  /** Whether a column's store takes two values for the same; nulls are the same. */
  static boolean same(BasisTable table, BasisColumn column, Object left, Object right) {
    if (left == null || right == null || left == Unset.VALUE || right == Unset.VALUE) {
      return left == right;
    }
    Store store = table.store().orElseThrow();
    return store.comparisonKey(column, left).equals(store.comparisonKey(column, right));
  }

  /** Whether two values are indistinguishable, also where the store would call them equal. */
  static boolean identical(Object left, Object right) {
    return left == right || left != null && left.equals(right);
  }
}
