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
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.KeyedWriter;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.RowRules;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.calcite.DataContext;
import org.apache.calcite.plan.RelOptUtil;

/** One execution of a write: rows in, keyed writes out, an answer in logical rows. */
public final class PutRun {
  private final PutContext context;
  private final Lens lens;
  private final StoredImages images;
  private final MemberImage memberImage;
  private final InsertPut insert;
  private final UpdatePut update;
  private final RowJudge judge;
  private final StoreFaults faults;
  private final List<PutRow> inserted = new ArrayList<>();
  private final List<PutRow> written = new ArrayList<>();
  private final List<PutRow> waiting = new ArrayList<>();
  private final Map<Integer, Set<RowKey>> locked = new HashMap<>();

  /**
   * @param lens the target's lens, which can be written
   * @param images reads the target's rows back
   */
  public PutRun(Lens lens, StoredImages images, LensTransaction transaction, DataContext data) {
    this.lens = lens;
    this.images = images;
    this.context = new PutContext(lens, transaction, data);
    this.memberImage = new MemberImage(lens);
    this.insert = new InsertPut(context, memberImage);
    this.update = new UpdatePut(context, memberImage);
    this.judge = new RowJudge(lens, data);
    this.faults = new StoreFaults(lens);
  }

  /**
   * Locks what captured rows will write, in key order.
   *
   * @param captured the members' columns of each row
   * @param members indexes of the members to lock besides the anchor
   * @return whether a lock is new: then the rows must be captured again
   */
  public boolean lock(List<Object[]> captured, Set<Integer> members) {
    boolean taken = lock(captured, lens.anchorMember());
    for (int index : members) {
      if (index != lens.anchor()) {
        taken |= lock(captured, lens.members().get(index));
      }
    }
    return taken;
  }

  private boolean lock(List<Object[]> captured, Member member) {
    BasisTable table = member.table();
    BasisKey key = member.rowKey().orElseThrow(() -> UpdatePut.noRowKey(table));
    Map<RowKey, Object[]> keys = new LinkedHashMap<>();
    Set<RowKey> held = locked.computeIfAbsent(member.index(), i -> new HashSet<>());
    for (Object[] fields : captured) {
      Object[] values = key.columns().stream().map(c -> fields[member.offset() + c]).toArray();
      Object[] row = new Object[member.width()];
      for (int i = 0; i < values.length; i++) {
        row[key.columns().get(i)] = values[i];
      }
      RowKey.of(table, key.columns(), row).filter(held::add).ifPresent(k -> keys.put(k, values));
    }
    if (keys.isEmpty()) {
      return false;
    }
    List<BasisColumn> columns = key.columns().stream().map(c -> table.columns().get(c)).toList();
    List<Object[]> ordered =
        keys.entrySet().stream()
            .sorted(Map.Entry.comparingByKey(KEY_ORDER))
            .map(Map.Entry::getValue)
            .toList();
    translated(
        () -> {
          writer(table).lock(columns, ordered);
          return true;
        });
    return true;
  }

  /** All sessions lock in this order, so that they wait for each other and not in a circle. */
  private static final Comparator<RowKey> KEY_ORDER =
      (left, right) -> {
        for (int i = 0; i < left.parts().size(); i++) {
          int order = compare(left.parts().get(i), right.parts().get(i));
          if (order != 0) {
            return order;
          }
        }
        return 0;
      };

  @SuppressWarnings("unchecked")
  private static int compare(Object left, Object right) {
    return left instanceof Comparable<?> comparable && left.getClass() == right.getClass()
        ? ((Comparable<Object>) comparable).compareTo(right)
        : left.toString().compareTo(right.toString());
  }

  private KeyedWriter writer(BasisTable table) {
    Store store = table.store().orElseThrow();
    return context.transaction.session(store, true).writer(table);
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
   * @param captured the members' columns of each row
   * @param assigned ordinals of the logical columns that get new values
   * @param newValues in the order of {@code assigned}
   * @param defaulted positions of {@code assigned} that take their default
   */
  public void update(
      List<Object[]> captured, List<Integer> assigned, List<Object[]> newValues, BitSet defaulted) {
    List<PutRow> rows = new ArrayList<>(captured.size());
    for (int i = 0; i < captured.size(); i++) {
      Object[] values = newValues.get(i).clone();
      defaulted.stream().forEach(p -> values[p] = Unset.VALUE);
      rows.add(update.start(captured.get(i), assigned, values));
    }
    translated(
        () -> {
          update.complete(rows);
          return true;
        });
    judge(rows);
  }

  /** Removes rows: the owned members, then the anchor. */
  public void delete(List<Object[]> captured) {
    OwnedMembers owned = new OwnedMembers(context, memberImage);
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
    for (PutRow row : rows) {
      if (judge.judge(row)) {
        waiting.add(row);
      }
    }
    written.addAll(rows);
  }

  private void completeInserts() {
    translated(
        () -> {
          insert.placeAnchors(inserted);
          insert.complete(inserted);
          return true;
        });
    judge(inserted);
  }

  /** Writes the changes and judges what could not be judged before. */
  public void apply() {
    if (!inserted.isEmpty()) {
      completeInserts();
    }
    try {
      List<WriteStep> steps =
          WriteOrder.order(context.changes.all(), new StoredUnusedValues(context.transaction));
      new WriteApplier(context.transaction, this::generatedColumns).apply(steps);
    } catch (StoreException e) {
      throw e.kind() == StoreException.Kind.UNIQUE && hiddenRowInTheWay()
          ? faults.hiddenRow(e)
          : faults.translate(e);
    }
    if (!waiting.isEmpty()) {
      storedFields(waiting).forEach(judge::judgeStored);
    }
    judgeReaders();
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
    List<Object[]> stored = context.rows.read(anchor.table(), columns, keys);
    return images.assemble(stored, context.rows).stream().anyMatch(f -> !isShown(f));
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
    Set<Integer> wanted = new HashSet<>();
    for (BasisKey key : change.table.keys()) {
      wanted.addAll(key.columns());
    }
    List<BasisColumn> columns = new ArrayList<>();
    for (int ordinal : wanted) {
      if (change.after[ordinal] == Unset.VALUE) {
        columns.add(change.table.columns().get(ordinal));
      }
    }
    columns.sort(Comparator.comparingInt(BasisColumn::ordinal));
    return columns;
  }

  /** The rows that were inserted or updated, as they are stored. */
  public List<Object[]> storedImages() {
    return images(written);
  }

  private List<Object[]> images(List<PutRow> rows) {
    return images.ofFields(storedFields(rows), context.data);
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
        () -> images.assemble(images.anchorRows(anchors, context.rows), context.rows));
  }

  /** A changed parent is read by rows that the statement did not meet: checks hold there too. */
  private void judgeReaders() {
    for (Member member : lens.members()) {
      if (member.role() == Member.Role.SHARED && hasCheckOver(member)) {
        List<Object[]> changed = changedRows(member);
        if (!changed.isEmpty()) {
          translated(() -> images.assemble(readers(member, changed), context.rows))
              .forEach(judge::judgeStored);
        }
      }
    }
  }

  private boolean hasCheckOver(Member member) {
    return hasCheckOver(member, lens, 0)
        || lens.lower().stream().anyMatch(l -> hasCheckOver(member, l.lens(), l.offset()));
  }

  private static boolean hasCheckOver(Member member, Lens judged, int offset) {
    for (RowRules.Rule rule : judged.rules().checks()) {
      for (int ordinal : RelOptUtil.InputFinder.bits(rule.condition().expression())) {
        if (judged.columns().get(ordinal).put() instanceof LensColumn.Put.Direct direct
            && member.owns(offset + direct.shown())) {
          return true;
        }
      }
    }
    return false;
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
      throw faults.translate(e);
    }
  }

  /** Members whose rows an assignment of columns may write, besides what it inserts. */
  public static Set<Integer> writtenMembers(Lens lens, List<Integer> assigned) {
    Set<Integer> members = new HashSet<>();
    for (int ordinal : assigned) {
      Optional.of(lens.columns().get(ordinal).put())
          .filter(LensColumn.Put.Direct.class::isInstance)
          .map(LensColumn.Put.Direct.class::cast)
          .map(d -> lens.memberOf(d.target()))
          .filter(m -> m.role() == Member.Role.SHARED && m.rowKey().isPresent())
          .ifPresent(m -> members.add(m.index()));
    }
    return members;
  }
}
