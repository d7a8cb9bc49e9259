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

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.TableId;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The changes of one statement, one per physical row: whatever roles a row plays, what is written
 * to it is one change.
 */
final class BasisChanges {
  private final Map<Identity, BasisChange> existing = new HashMap<>();
  private final List<BasisChange> all = new ArrayList<>();

  private record Identity(TableId table, RowKey key) {}

  /** All changes, in the order in which their rows were first met. */
  List<BasisChange> all() {
    return all;
  }

  /** Adds a new row. */
  BasisChange insert(BasisTable table, Object[] values) {
    BasisChange change = BasisChange.ofNew(table, values);
    all.add(change);
    return change;
  }

  /** The change of a stored row that nothing else of the statement meets. */
  BasisChange ofAlone(BasisTable table, Object[] row) {
    BasisChange change = BasisChange.ofExisting(table, row);
    all.add(change);
    return change;
  }

  /** The change of a stored row, made when the row is first met. */
  BasisChange of(BasisTable table, BasisKey rowKey, Object[] row) {
    RowKey key =
        RowKey.of(table, rowKey.columns(), row)
            .orElseThrow(
                () -> new AssertionError("a stored row of " + table.id() + " without key"));
    return existing.computeIfAbsent(
        new Identity(table.id(), key),
        identity -> {
          BasisChange change = BasisChange.ofExisting(table, row);
          all.add(change);
          return change;
        });
  }

  /**
   * Assigns a column of a row; a value that differs from one assigned before is a fault.
   *
   * @param code of the fault
   */
  static void assign(BasisChange change, int ordinal, Object value, LensCode code) {
    BasisColumn column = change.table.columns().get(ordinal);
    if (change.assigned.get(ordinal)) {
      if (!RowKey.same(change.table, column, change.after[ordinal], value)) {
        throw LensException.of(
            code, RESOURCE.twoValuesForOneRow(change.table.id().name(), column.name()));
      }
      return;
    }
    // Writing back what was read changes nothing, and must not look like a change.
    if (!change.isInsert() && RowKey.identical(change.before[ordinal], value)) {
      change.assigned.set(ordinal);
      return;
    }
    change.assigned.set(ordinal);
    change.after[ordinal] = value;
  }
}
