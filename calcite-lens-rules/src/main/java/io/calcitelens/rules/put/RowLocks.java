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

import com.google.common.collect.Iterables;
import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.spill.KeyedRows;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.Member;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rows that one statement has locked: anchors, and the parents that it writes after them. */
public final class RowLocks implements AutoCloseable {
  /** Keys that go to a store at once. */
  private static final int RUN = 10_000;

  private final PutProgram program;
  private final LensTransaction transaction;
  private final int memoryRows;
  private final Map<Integer, KeyedRows> held = new HashMap<>();

  /** Locks of one statement; of each table so many keys stay in memory. */
  public RowLocks(PutProgram program, LensTransaction transaction, int memoryRows) {
    this.program = requireNonNull(program, "program");
    this.transaction = requireNonNull(transaction, "transaction");
    this.memoryRows = memoryRows;
  }

  /**
   * Locks what captured rows will write, in key order.
   *
   * @param captured rows that begin with the members' columns
   * @param members indexes of the members to lock besides the anchor
   * @return whether a lock is new: then the rows must be captured again
   */
  public boolean lock(Collection<Object[]> captured, Set<Integer> members) {
    Lens lens = program.lens;
    boolean taken = lock(captured, lens.anchorMember());
    for (int index : members) {
      if (index != lens.anchor()) {
        taken |= lock(captured, lens.members().get(index));
      }
    }
    return taken;
  }

  private boolean lock(Collection<Object[]> captured, Member member) {
    BasisTable table = member.table();
    BasisKey key = member.rowKey().orElseThrow(() -> UpdatePut.noRowKey(table));
    List<Integer> ordinals = key.columns();
    KeyedRows keys =
        held.computeIfAbsent(member.index(), i -> new KeyedRows(memoryRows, RowKey::compare));
    int taken = 0;
    for (Object[] fields : captured) {
      Object[] values = new Object[ordinals.size()];
      boolean whole = true;
      for (int i = 0; i < values.length; i++) {
        values[i] = fields[member.offset() + ordinals.get(i)];
        whole &= values[i] != null;
      }
      if (whole) {
        taken += keys.add(RowKey.ofValues(table, ordinals, values).parts(), values) ? 1 : 0;
      }
    }
    if (taken > 0) {
      // Guava allocates whole parts, also for a single key.
      Iterables.partition(keys.takeNew(), Math.min(taken, RUN))
          .forEach(run -> lock(table, key, run));
    }
    return taken > 0;
  }

  private void lock(BasisTable table, BasisKey key, List<Object[]> ordered) {
    List<BasisColumn> columns = key.columns().stream().map(c -> table.columns().get(c)).toList();
    try {
      transaction.session(table.store().orElseThrow(), true).writer(table).lock(columns, ordered);
    } catch (StoreException e) {
      throw program.faults.translate(e);
    }
  }

  @Override
  public void close() {
    held.values().forEach(KeyedRows::close);
  }
}
