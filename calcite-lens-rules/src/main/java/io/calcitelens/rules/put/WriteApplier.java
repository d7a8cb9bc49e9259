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
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.KeyedInsert;
import io.calcitelens.adapters.KeyedWriter;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.StoreSession;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;

/** Sends ordered steps to their stores, runs of one shape as batches. */
final class WriteApplier {
  private static final int BATCH = 10_000;

  /** Beyond so many rows, batches cost less than a message that holds a statement for each. */
  static final int MOST_AT_ONCE = 16;

  private final LensTransaction transaction;
  private final GeneratedColumns generatedColumns;

  /** Tells which columns of a new row are wanted back from its store. */
  @FunctionalInterface
  interface GeneratedColumns {
    List<BasisColumn> of(BasisChange change);
  }

  WriteApplier(LensTransaction transaction, GeneratedColumns generatedColumns) {
    this.transaction = transaction;
    this.generatedColumns = generatedColumns;
  }

  /** Sends changes in an order that their stores accept. */
  void write(List<BasisChange> changes) {
    Optional<List<WriteBatch>> batches = BatchOrder.of(changes);
    if (batches.isPresent()) {
      apply(batches.get());
    } else {
      applySteps(WriteOrder.order(changes, new StoredUnusedValues(transaction)));
    }
  }

  /**
   * Sends a few new rows and their commit to a store as one message.
   *
   * @return false if nothing was done: sent one by one, they tell which row of which table it is
   */
  boolean insertAtOnce(List<BasisChange> changes, Store store) {
    Optional<List<WriteBatch>> batches = BatchOrder.of(changes).filter(this::isFewInserts);
    Optional<StoreSession> alone = batches.flatMap(b -> transaction.atOnce(store));
    if (alone.isEmpty()) {
      return false;
    }
    try (StoreSession session = alone.get()) {
      session.insertAtOnce(batches.get().stream().map(WriteApplier::keyedInsert).toList());
      return true;
    } catch (StoreException e) {
      if (e.kind().isOfRows()) {
        return false;
      }
      throw e;
    }
  }

  private boolean isFewInserts(List<WriteBatch> batches) {
    int rows = 0;
    for (WriteBatch batch : batches) {
      rows += batch.changes().size();
      boolean plain =
          batch.kind() == WriteStep.Kind.INSERT
              && generatedColumns.of(batch.changes().get(0)).isEmpty();
      if (!plain || rows > MOST_AT_ONCE) {
        return false;
      }
    }
    return rows > 0;
  }

  private static KeyedInsert keyedInsert(WriteBatch batch) {
    batch.changes().forEach(BasisChange::resolveLinks);
    return new KeyedInsert(
        batch.table(), batch.columns(), new Rows(batch.changes(), batch.columns(), List.of()));
  }

  private void apply(List<WriteBatch> batches) {
    for (WriteBatch batch : batches) {
      List<BasisChange> changes = batch.changes();
      for (int start = 0; start < changes.size(); start += BATCH) {
        send(batch, changes.subList(start, Math.min(changes.size(), start + BATCH)));
      }
    }
  }

  private void send(WriteBatch batch, List<BasisChange> run) {
    BasisTable table = batch.table();
    KeyedWriter writer = transaction.session(table.store().orElseThrow(), true).writer(table);
    run.forEach(BasisChange::resolveLinks);
    switch (batch.kind()) {
      case INSERT -> insert(writer, batch.columns(), run);
      case UPDATE ->
          expectEach(
              table,
              writer.update(
                  batch.columns(), batch.key(), new Rows(run, batch.columns(), batch.key())));
      case DELETE ->
          expectEach(table, writer.delete(batch.key(), new Rows(run, List.of(), batch.key())));
    }
  }

  private void insert(KeyedWriter writer, List<BasisColumn> columns, List<BasisChange> run) {
    List<BasisColumn> generated = generatedColumns.of(run.get(0));
    List<Object[]> made = writer.insert(columns, new Rows(run, columns, List.of()), generated);
    for (int i = 0; i < made.size(); i++) {
      for (int c = 0; c < generated.size(); c++) {
        run.get(i).after[generated.get(c).ordinal()] = made.get(i)[c];
      }
    }
  }

  /** What changes send, made as it is asked for: new values, then the old ones of a key. */
  private static final class Rows extends AbstractList<Object[]> implements RandomAccess {
    private final List<BasisChange> changes;
    private final int[] columns;
    private final int[] key;

    Rows(List<BasisChange> changes, List<BasisColumn> columns, List<BasisColumn> key) {
      this.changes = changes;
      this.columns = ordinals(columns);
      this.key = ordinals(key);
    }

    private static int[] ordinals(List<BasisColumn> columns) {
      int[] ordinals = new int[columns.size()];
      for (int i = 0; i < ordinals.length; i++) {
        ordinals[i] = columns.get(i).ordinal();
      }
      return ordinals;
    }

    @Override
    public Object[] get(int index) {
      BasisChange change = changes.get(index);
      Object[] row = new Object[columns.length + key.length];
      for (int i = 0; i < columns.length; i++) {
        row[i] = change.after[columns[i]];
      }
      for (int i = 0; i < key.length; i++) {
        row[columns.length + i] = change.before[key[i]];
      }
      return row;
    }

    @Override
    public int size() {
      return changes.size();
    }
  }

  private void applySteps(List<WriteStep> steps) {
    int at = 0;
    while (at < steps.size()) {
      WriteStep first = steps.get(at);
      int end = at + 1;
      while (end < steps.size()
          && end - at < BATCH
          && steps.get(end).shape().equals(first.shape())
          && sameRowKey(first, steps.get(end))) {
        end++;
      }
      send(first, steps.subList(at, end));
      at = end;
    }
  }

  /** A row whose first key holds a null is addressed by another key. */
  private static boolean sameRowKey(WriteStep left, WriteStep right) {
    return left.key() == null || keyColumns(left).equals(keyColumns(right));
  }

  private void send(WriteStep first, List<WriteStep> run) {
    BasisTable table = first.change().table;
    KeyedWriter writer = transaction.session(table.store().orElseThrow(), true).writer(table);
    switch (first.kind()) {
      case INSERT -> insertSteps(writer, run);
      case UPDATE -> update(writer, run);
      case DELETE -> delete(writer, run);
    }
  }

  private void insertSteps(KeyedWriter writer, List<WriteStep> run) {
    WriteStep first = run.get(0);
    List<BasisChange> changes = run.stream().map(WriteStep::change).toList();
    changes.forEach(BasisChange::resolveLinks);
    insert(writer, columns(writer.table(), first.columns()), changes);
  }

  private void update(KeyedWriter writer, List<WriteStep> run) {
    WriteStep first = run.get(0);
    List<BasisColumn> set = columns(writer.table(), first.columns());
    List<BasisColumn> key = keyColumns(first);
    List<Object[]> rows = new ArrayList<>(run.size());
    for (WriteStep step : run) {
      step.change().resolveLinks();
      Object[] values =
          step.values() != null ? step.values() : pick(step.change().after, step.columns());
      Object[] row = new Object[values.length + key.size()];
      System.arraycopy(values, 0, row, 0, values.length);
      System.arraycopy(step.key(), 0, row, values.length, key.size());
      rows.add(row);
    }
    expectEach(writer.table(), writer.update(set, key, rows));
  }

  private void delete(KeyedWriter writer, List<WriteStep> run) {
    List<Object[]> keys = run.stream().map(WriteStep::key).toList();
    expectEach(writer.table(), writer.delete(keyColumns(run.get(0)), keys));
  }

  private static List<BasisColumn> keyColumns(WriteStep step) {
    return columns(step.change().table, WriteOrder.addressKey(step.change()).columns());
  }

  /** A write that meets another number of rows than were read has lost a race. */
  private static void expectEach(BasisTable table, long[] counts) {
    for (long count : counts) {
      if (count != 1) {
        throw LensException.of(
            LensCode.SERIALIZATION, RESOURCE.changedMeanwhile(table.id().name()));
      }
    }
  }

  private static List<BasisColumn> columns(BasisTable table, List<Integer> ordinals) {
    return ordinals.stream().map(o -> table.columns().get(o)).toList();
  }

  private static Object[] pick(Object[] row, List<Integer> ordinals) {
    Object[] picked = new Object[ordinals.size()];
    for (int i = 0; i < picked.length; i++) {
      picked[i] = row[ordinals.get(i)];
    }
    return picked;
  }
}
