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

import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.transaction.LocalTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Changes of a {@link SimulatedStore}, put in order and sent to it. */
final class Replay {
  private final SimulatedStore store;
  final List<BasisChange> changes = new ArrayList<>();

  Replay(SimulatedStore store) {
    this.store = store;
  }

  /** Assigns columns of a stored row: ordinal, value, ordinal, value. */
  BasisChange update(SimulatedTable table, int row, Object... assignments) {
    BasisChange change = BasisChange.ofExisting(table, table.rows.get(row).clone());
    for (int i = 0; i < assignments.length; i += 2) {
      change.assigned.set((Integer) assignments[i]);
      change.after[(Integer) assignments[i]] = assignments[i + 1];
    }
    changes.add(change);
    return change;
  }

  BasisChange delete(SimulatedTable table, int row) {
    BasisChange change = BasisChange.ofExisting(table, table.rows.get(row).clone());
    change.delete = true;
    changes.add(change);
    return change;
  }

  BasisChange insert(SimulatedTable table, Object... values) {
    BasisChange change = BasisChange.ofNew(table, values);
    changes.add(change);
    return change;
  }

  void run() {
    try (LensTransaction transaction = LocalTransaction.begin(SessionOptions.DEFAULT)) {
      new WriteApplier(
              transaction,
              c ->
                  c.table.columns().stream()
                      .filter(o -> c.after[o.ordinal()] == Unset.VALUE)
                      .toList())
          .write(changes);
      transaction.commit();
    }
    store.log.add("end");
  }

  static Set<List<Object>> rows(SimulatedTable table) {
    return table.rows.stream()
        .map(r -> java.util.Arrays.asList(r.clone()))
        .collect(Collectors.toSet());
  }
}
