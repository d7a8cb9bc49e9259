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
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.transaction.LocalTransaction;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.Member;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.DataContext;

/** One execution of a write: rows in, keyed writes out, an answer in logical rows. */
public final class PutRun {
  private final PutProgram program;
  private final PutContext context;
  private final Lens lens;
  private final InsertPut insert;
  private final UpdatePut update;
  private final RowJudge judge;
  private final List<PutRow> inserted = new ArrayList<>();
  private final List<PutRow> written = new ArrayList<>();
  private final List<PutRow> waiting = new ArrayList<>();
  private Phase phase = Phase.START;
  private Phase end = Phase.END;

  /** The steps that all rows take together, in their order. */
  public enum Phase {
    START,
    PLACE,
    COMPLETE,
    JUDGE,
    WRITE,
    JUDGE_STORED,
    END
  }

  /** A run of a program within a transaction; {@code data} gives the parameters. */
  public PutRun(PutProgram program, LensTransaction transaction, DataContext data) {
    this.program = program;
    this.lens = program.lens;
    this.context = new PutContext(program, transaction, data);
    this.insert = new InsertPut(context);
    this.update = new UpdatePut(context);
    this.judge = new RowJudge(lens, data);
  }

  /** The step in which the run is, or in which it failed. */
  public Phase phase() {
    return phase;
  }

  /** Lets the run end before a step. */
  public void stopBefore(Phase step) {
    end = step;
  }

  private boolean enter(Phase next) {
    boolean wanted = next.compareTo(end) < 0;
    if (wanted) {
      phase = next;
    }
    return wanted;
  }

  /**
   * Adds a new row.
   *
   * @param supplied by ordinal of the logical column
   * @param listed the columns that have a value in {@code supplied}
   * @param defaulted the columns that are said to take their default
   */
  public void insert(Object[] supplied, BitSet listed, BitSet defaulted) {
    inserted.add(insert.start(supplied, listed, defaulted));
  }

  /**
   * Changes rows.
   *
   * @param captured rows that begin with the members' columns
   * @param assigned ordinals of the logical columns that get new values
   * @param first where in each row the new values begin, in the order of {@code assigned}
   * @param defaulted positions of {@code assigned} that take their default
   */
  public void update(
      Collection<Object[]> captured, List<Integer> assigned, int first, BitSet defaulted) {
    List<PutRow> rows = new ArrayList<>(captured.size());
    for (Object[] fields : captured) {
      rows.add(update.start(fields, assigned, first, defaulted));
    }
    if (enter(Phase.COMPLETE)) {
      translated(
          () -> {
            update.complete(rows);
            return true;
          });
      judge(rows);
    }
  }

  /** Removes rows: the owned members, then the anchor. */
  public void delete(Collection<Object[]> captured) {
    OwnedMembers owned = new OwnedMembers(context);
    for (Object[] fields : captured) {
      PutRow row = PutRow.ofStored(lens, fields);
      for (Member member : lens.members()) {
        if (member.role() != Member.Role.SHARED) {
          owned.delete(member, row);
        }
      }
    }
  }

  private void judge(List<PutRow> rows) {
    if (program.judgesRows && enter(Phase.JUDGE)) {
      for (PutRow row : rows) {
        if (judge.judge(row)) {
          waiting.add(row);
        }
      }
    }
    written.addAll(rows);
  }

  private void completeInserts() {
    if (enter(Phase.PLACE)) {
      insert.placeAnchors(inserted);
    }
    if (enter(Phase.COMPLETE)) {
      translated(
          () -> {
            insert.complete(inserted);
            return true;
          });
      judge(inserted);
    }
  }

  /**
   * Writes new rows and commits them, as one message to their store, in the hope that no row
   * without an anchor waits for them.
   *
   * @return false if nothing was done, and must be by another run
   */
  public boolean insertAtOnce() {
    insert.expectNoOrphans();
    completeInserts();
    return waiting.isEmpty()
        && !insert.mayMeetOrphans()
        && translated(
            () ->
                new WriteApplier(context.transaction, this::generatedColumns)
                    .insertAtOnce(context.changes.all(), program.joiningStore.orElseThrow()));
  }

  /** Writes the changes and judges what could not be judged before. */
  public void apply() {
    if (!inserted.isEmpty()) {
      completeInserts();
    }
    if (enter(Phase.WRITE)) {
      write();
    }
    if (enter(Phase.JUDGE_STORED)) {
      if (!waiting.isEmpty()) {
        storedFields(waiting).forEach(judge::judgeStored);
      }
      judgeReaders();
    }
  }

  private void write() {
    try {
      new WriteApplier(context.transaction, this::generatedColumns).write(context.changes.all());
    } catch (StoreException e) {
      throw program.faults.isOfRowKey(lens.anchorMember(), e) && hiddenRowInTheWay()
          ? program.faults.hiddenRow(e)
          : program.faults.translate(e);
    }
  }

  /** Whether a new row's key is that of a stored row that the lens does not show. */
  private boolean hiddenRowInTheWay() {
    Member anchor = lens.anchorMember();
    if (anchor.rowKey().isEmpty()) {
      return false;
    }
    List<Integer> columns = anchor.rowKey().get().columns();
    List<Object[]> keys = new ArrayList<>();
    for (PutRow row : written) {
      BasisChange change = row.changes[anchor.index()];
      if (change != null && RowKey.of(anchor.table(), columns, change.after).isPresent()) {
        keys.add(columns.stream().map(c -> change.after[c]).toArray());
      }
    }
    if (keys.isEmpty()) {
      return false;
    }
    if (!anchor.table().store().orElseThrow().capabilities().failedStatementAborts()) {
      return anyHidden(anchor, columns, keys, context.rows);
    }
    // Nothing more can be read in this transaction; another one sees what was there before it.
    try (LensTransaction other = LocalTransaction.begin(SessionOptions.READ_ONLY)) {
      return anyHidden(anchor, columns, keys, new MemberRows(other));
    }
  }

  private boolean anyHidden(
      Member anchor, List<Integer> columns, List<Object[]> keys, MemberRows rows) {
    List<Object[]> stored = rows.read(anchor.table(), columns, keys);
    return program.images.assemble(stored, rows).stream().anyMatch(f -> !isShown(f));
  }

  private boolean isShown(Object[] fields) {
    for (Member.FieldConstant constant : lens.constants()) {
      Member member = lens.memberOf(constant.field());
      if (!RowKey.same(
          member.table(),
          member.column(constant.field()),
          constant.value(),
          fields[constant.field()])) {
        return false;
      }
    }
    for (Member member : lens.members()) {
      boolean missing =
          !member.optional()
              && member.rowKey().isPresent()
              && member.rowKey().get().columns().stream()
                  .anyMatch(c -> fields[member.offset() + c] == null);
      if (missing) {
        return false;
      }
    }
    return true;
  }

  private List<BasisColumn> generatedColumns(BasisChange change) {
    BitSet wanted = new BitSet();
    for (BasisKey key : change.table.keys()) {
      for (int ordinal : key.columns()) {
        wanted.set(ordinal, change.after[ordinal] == Unset.VALUE);
      }
    }
    List<BasisColumn> columns = new ArrayList<>(0);
    for (int o = wanted.nextSetBit(0); o >= 0; o = wanted.nextSetBit(o + 1)) {
      columns.add(change.table.columns().get(o));
    }
    return columns;
  }

  /** The rows that were inserted or updated, as they are stored. */
  public List<Object[]> storedImages() {
    return images(written);
  }

  private List<Object[]> images(List<PutRow> rows) {
    return program.images.ofFields(storedFields(rows), context.data);
  }

  /** The members' columns of rows, as they are stored. */
  private List<Object[]> storedFields(List<PutRow> rows) {
    Member anchor = lens.anchorMember();
    List<Object[]> anchors = new ArrayList<>();
    for (PutRow row : rows) {
      BasisChange change = row.changes[anchor.index()];
      anchors.add(change != null ? change.after : row.afterOf(anchor));
    }
    return translated(
        () ->
            program.images.assemble(
                program.images.anchorRows(anchors, context.rows), context.rows));
  }

  /** A changed parent is read by rows that the statement did not meet: checks hold there too. */
  private void judgeReaders() {
    for (Member member : program.judgedParents) {
      List<Object[]> changed = changedRows(member);
      if (!changed.isEmpty()) {
        translated(() -> program.images.assemble(readers(member, changed), context.rows))
            .forEach(judge::judgeStored);
      }
    }
  }

  private List<Object[]> changedRows(Member member) {
    List<Object[]> rows = new ArrayList<>();
    for (BasisChange change : context.changes.all()) {
      // A new parent is also one: rows that referred to it in vain begin to read it.
      boolean written = change.isUpdate() || change.isInsert();
      if (written && change.table.id().equals(member.table().id())) {
        rows.add(change.after);
      }
    }
    return rows;
  }

  /** The anchor rows that read rows of a parent. */
  private List<Object[]> readers(Member member, List<Object[]> parents) {
    if (member.role() == Member.Role.ANCHOR) {
      return parents;
    }
    Member source = lens.memberOf(member.stitch().get(0).source());
    List<Integer> columns = new ArrayList<>();
    for (Member.StitchPair pair : member.stitch()) {
      columns.add(pair.source() - source.offset());
    }
    List<Object[]> keys = new ArrayList<>();
    for (Object[] parent : parents) {
      Object[] key = member.stitch().stream().map(p -> parent[p.ordinal()]).toArray();
      if (java.util.Arrays.stream(key).noneMatch(v -> v == null || v == Unset.VALUE)) {
        keys.add(key);
      }
    }
    return keys.isEmpty()
        ? Collections.emptyList()
        : readers(source, context.rows.read(source.table(), columns, keys));
  }

  private <T> T translated(Supplier<T> action) {
    try {
      return action.get();
    } catch (StoreException e) {
      throw program.faults.translate(e);
    }
  }
}
