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

import java.util.List;

/**
 * The one thing that a store must offer to be writable: rows inserted, updated, deleted, locked and
 * read by key, in batches, within the current transaction. Rows are arrays in Calcite's internal
 * representation. Key comparison is the store's own equality; key columns are never null. Every
 * method throws {@link StoreException} on a fault of the store.
 */
public interface KeyedWriter {
  BasisTable table();

  /**
   * Inserts rows; a column that is not named takes the store's default.
   *
   * @param columns the columns that the rows give
   * @param rows one array per row, in the order of {@code columns}
   * @param generated columns whose stored values are wanted back (identity, defaults)
   * @return one array per row, in the order of {@code generated}; empty if none are wanted
   */
  List<Object[]> insert(
      List<BasisColumn> columns, List<Object[]> rows, List<BasisColumn> generated);

  /**
   * Updates rows by key, in the order given.
   *
   * @param rows the new values in the order of {@code set}, then the key's values in the order of
   *     {@code key}
   * @return the number of rows that each array changed
   */
  long[] update(List<BasisColumn> set, List<BasisColumn> key, List<Object[]> rows);

  /**
   * Deletes rows by key, in the order given.
   *
   * @return the number of rows that each key deleted
   */
  long[] delete(List<BasisColumn> key, List<Object[]> keys);

  /** Locks the rows with these keys until the end of the transaction; the keys come in order. */
  void lock(List<BasisColumn> key, List<Object[]> keys);

  /**
   * Reads rows by key; keys may have several rows or none, and an order is not promised.
   *
   * @return rows in the order of {@code columns}
   */
  List<Object[]> read(List<BasisColumn> key, List<Object[]> keys, List<BasisColumn> columns);
}
