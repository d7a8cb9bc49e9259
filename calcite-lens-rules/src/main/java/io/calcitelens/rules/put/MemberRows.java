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
import io.calcitelens.adapters.KeyedWriter;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.TableId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stored rows by key, read in batches and kept for the statement, with the rows that the statement
 * itself makes.
 */
final class MemberRows {
  private final LensTransaction transaction;
  private final Map<Index, Map<RowKey, Optional<Object[]>>> stored = new HashMap<>();
  private final Map<Index, Map<RowKey, BasisChange>> pending = new HashMap<>();

  private record Index(TableId table, List<Integer> columns) {
    static Index of(BasisTable table, List<Integer> columns) {
      return new Index(table.id(), List.copyOf(columns));
    }
  }

  MemberRows(LensTransaction transaction) {
    this.transaction = transaction;
  }

  /**
   * Reads the rows with these keys, as far as they are not known, in one batch.
   *
   * @param keys values in the order of {@code columns}; none is null
   * @return whether a key may have a row
   */
  boolean prefetch(BasisTable table, List<Integer> columns, Collection<Object[]> keys) {
    Map<RowKey, Optional<Object[]>> known =
        stored.computeIfAbsent(Index.of(table, columns), i -> new HashMap<>());
    List<Object[]> missing = new ArrayList<>();
    for (Object[] key : keys) {
      if (known.putIfAbsent(RowKey.ofValues(table, columns, key), Optional.empty()) == null) {
        missing.add(key);
      }
    }
    boolean found = missing.size() < keys.size();
    if (!missing.isEmpty()) {
      for (Object[] row : read(table, columns, missing)) {
        found = true;
        RowKey.of(table, columns, row).ifPresent(k -> known.put(k, Optional.of(row)));
      }
    }
    return found;
  }

  /** Reads whole rows from the store, each time anew. */
  List<Object[]> read(BasisTable table, List<Integer> columns, List<Object[]> keys) {
    KeyedWriter writer = transaction.session(table.store().orElseThrow(), false).writer(table);
    List<BasisColumn> keyColumns = columns.stream().map(c -> table.columns().get(c)).toList();
    return writer.read(keyColumns, keys, table.columns());
  }

  /** The stored row with a key. */
  Optional<Object[]> find(BasisTable table, List<Integer> columns, Object[] key) {
    prefetch(table, columns, Collections.singletonList(key));
    return stored.get(Index.of(table, columns)).get(RowKey.ofValues(table, columns, key));
  }

  /** The row with a key that the statement makes. */
  Optional<BasisChange> findPending(BasisTable table, List<Integer> columns, Object[] key) {
    Map<RowKey, BasisChange> made = pending.get(Index.of(table, columns));
    return made == null
        ? Optional.empty()
        : Optional.ofNullable(made.get(RowKey.ofValues(table, columns, key)));
  }

  /**
   * Makes a new row known by one of its keys, if all values of the key are known.
   *
   * @return whether it is the only new row with this key
   */
  boolean addPending(BasisTable table, List<Integer> columns, BasisChange change) {
    Optional<RowKey> key = RowKey.of(table, columns, change.after);
    return key.isEmpty()
        || pending
                .computeIfAbsent(Index.of(table, columns), i -> new HashMap<>())
                .putIfAbsent(key.get(), change)
            == null;
  }
}
