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
import java.math.BigDecimal;
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
    for (int ordinal : ordinals) {
      if (row[ordinal] == null || row[ordinal] == Unset.VALUE) {
        return Optional.empty();
      }
    }
    return Optional.of(ofKnown(table, ordinals, row));
  }

  /** The key of a row all of whose key values are there. */
  static RowKey ofKnown(BasisTable table, List<Integer> ordinals, Object[] row) {
    Store store = table.store().orElseThrow();
    List<BasisColumn> columns = table.columns();
    if (ordinals.size() == 1) {
      int ordinal = ordinals.get(0);
      return new RowKey(List.of(store.comparisonKey(columns.get(ordinal), row[ordinal])));
    }
    Object[] parts = new Object[ordinals.size()];
    for (int i = 0; i < parts.length; i++) {
      int ordinal = ordinals.get(i);
      parts[i] = store.comparisonKey(columns.get(ordinal), row[ordinal]);
    }
    return new RowKey(List.of(parts));
  }

  /**
   * The key that consists of values alone.
   *
   * @param values in the order of {@code ordinals}; none is null
   */
  static RowKey ofValues(BasisTable table, List<Integer> ordinals, Object[] values) {
    Store store = table.store().orElseThrow();
    Object[] parts = new Object[values.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = store.comparisonKey(table.columns().get(ordinals.get(i)), values[i]);
    }
    return new RowKey(List.of(parts));
  }

  /** Whether a column's store takes two values for the same; nulls are the same. */
  static boolean same(BasisTable table, BasisColumn column, Object left, Object right) {
    if (left == right) {
      return true;
    }
    if (left == null || right == null || left == Unset.VALUE || right == Unset.VALUE) {
      return false;
    }
    Store store = table.store().orElseThrow();
    return store.comparisonKey(column, left).equals(store.comparisonKey(column, right));
  }

  /** One order for all sessions, so that they wait for each other and not in a circle. */
  static int compare(List<Object> left, List<Object> right) {
    for (int i = 0; i < left.size(); i++) {
      int order = compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object left, Object right) {
    if (left instanceof Comparable<?> comparable && left.getClass() == right.getClass()) {
      return ((Comparable<Object>) comparable).compareTo(right);
    }
    return left instanceof Number && right instanceof Number
        ? new BigDecimal(left.toString()).compareTo(new BigDecimal(right.toString()))
        : left.toString().compareTo(right.toString());
  }

  /** Whether two values are indistinguishable, also where the store would call them equal. */
  static boolean identical(Object left, Object right) {
    return left == right || left != null && left.equals(right);
  }
}
