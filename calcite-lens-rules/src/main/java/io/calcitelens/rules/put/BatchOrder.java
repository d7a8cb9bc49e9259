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
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.TableId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Orders changes by whole batches, where that is enough: no key changes, and no row waits for
 * another one of its own batch. Most writes are such.
 */
final class BatchOrder {
  private final Map<Shape, Group> groups = new HashMap<>();
  private final Map<BasisChange, Group> linked = new IdentityHashMap<>();
  private final BitSet scratch = new BitSet();
  private boolean possible = true;

  private record Shape(WriteStep.Kind kind, TableId table, BitSet columns, BasisKey key) {}

  private static final Comparator<Group> BY_KIND =
      Comparator.comparing((Group g) -> g.kind)
          .thenComparing(g -> g.table.id())
          .thenComparing(g -> g.ordinals.toString())
          .thenComparing(g -> g.number);

  /** Changes that are written alike. */
  private static final class Group {
    final int number;
    final WriteStep.Kind kind;
    final BasisTable table;
    final BitSet ordinals;
    final Optional<BasisKey> key;
    final List<BasisChange> changes = new ArrayList<>();
    final Set<Group> after = new HashSet<>();
    int waiting;

    Group(
        int number,
        WriteStep.Kind kind,
        BasisTable table,
        BitSet ordinals,
        Optional<BasisKey> key) {
      this.number = number;
      this.kind = kind;
      this.table = table;
      this.ordinals = ordinals;
      this.key = key;
    }

    boolean is(WriteStep.Kind kind) {
      return this.kind == kind;
    }

    boolean writes(BasisChange change, WriteStep.Kind kind, BitSet columns, BasisKey key) {
      return this.kind == kind
          && this.table == change.table
          && this.ordinals.equals(columns)
          && this.key.equals(Optional.ofNullable(key));
    }

    WriteBatch batch() {
      List<BasisColumn> columns = new ArrayList<>(ordinals.cardinality());
      for (int o = ordinals.nextSetBit(0); o >= 0; o = ordinals.nextSetBit(o + 1)) {
        columns.add(table.columns().get(o));
      }
      List<BasisColumn> address =
          key.map(k -> k.columns().stream().map(c -> table.columns().get(c)).toList())
              .orElse(List.of());
      return new WriteBatch(kind, table, columns, address, changes);
    }
  }

  private BatchOrder() {}

  /**
   * Orders changes.
   *
   * @return empty if single rows must be ordered
   */
  static Optional<List<WriteBatch>> of(List<BasisChange> changes) {
    BatchOrder order = new BatchOrder();
    order.group(changes);
    return order.possible ? order.run() : Optional.empty();
  }

  private void group(List<BasisChange> changes) {
    Group last = null;
    for (BasisChange change : changes) {
      boolean written = change.isInsert() || change.delete || change.isUpdate();
      if (!written) {
        continue;
      }
      WriteStep.Kind kind =
          change.isInsert()
              ? WriteStep.Kind.INSERT
              : change.delete ? WriteStep.Kind.DELETE : WriteStep.Kind.UPDATE;
      columnsToWrite(change, kind);
      if (kind == WriteStep.Kind.UPDATE && scratch.isEmpty()) {
        continue;
      }
      BasisKey key = change.isInsert() ? null : WriteOrder.rowKey(change.table, change.before);
      if (last == null || !last.writes(change, kind, scratch, key)) {
        last = groupOf(change, kind, key);
      }
      last.changes.add(change);
      if (!change.links().isEmpty()) {
        linked.put(change, last);
      }
    }
  }

  private Group groupOf(BasisChange change, WriteStep.Kind kind, BasisKey key) {
    BitSet columns = (BitSet) scratch.clone();
    return groups.computeIfAbsent(
        new Shape(kind, change.table.id(), columns, key),
        s -> new Group(groups.size(), kind, change.table, columns, Optional.ofNullable(key)));
  }

  private void columnsToWrite(BasisChange change, WriteStep.Kind kind) {
    scratch.clear();
    if (kind == WriteStep.Kind.DELETE) {
      return;
    }
    List<BasisColumn> columns = change.table.columns();
    for (int i = 0; i < columns.size(); i++) {
      boolean differs =
          kind == WriteStep.Kind.UPDATE
              ? !RowKey.identical(change.before[i], change.after[i])
              : change.after[i] != Unset.VALUE
                  && columns.get(i).generation() != BasisColumn.Generation.COMPUTED;
      if (differs) {
        scratch.set(i);
      }
    }
    change.links().forEach(l -> scratch.set(l.ordinal()));
  }

  private Optional<List<WriteBatch>> run() {
    List<Group> all = List.copyOf(groups.values());
    for (Group group : all) {
      possible &= !group.is(WriteStep.Kind.UPDATE) || !changesKeys(group);
      for (Group other : all) {
        connect(group, other);
      }
    }
    connectLinks();
    if (!possible) {
      return Optional.empty();
    }
    all.forEach(g -> g.after.forEach(a -> a.waiting++));
    PriorityQueue<Group> ready = new PriorityQueue<>(BY_KIND);
    for (Group group : all) {
      if (group.waiting == 0) {
        ready.add(group);
      }
    }
    List<WriteBatch> batches = new ArrayList<>(all.size());
    while (!ready.isEmpty()) {
      Group next = ready.poll();
      batches.add(next.batch());
      for (Group later : next.after) {
        if (--later.waiting == 0) {
          ready.add(later);
        }
      }
    }
    return batches.size() == all.size() ? Optional.of(batches) : Optional.empty();
  }

  /** Whether an update changes what a unique key or a reference of another row may need. */
  private static boolean changesKeys(Group group) {
    return group.table.keys().stream().anyMatch(k -> touches(group, k.columns()))
        || group.table.referencedBy().stream()
            .anyMatch(f -> touches(group, WriteGraph.ordinals(group.table, f.parentColumns())));
  }

  private static boolean touches(Group group, List<Integer> columns) {
    return columns.stream().anyMatch(group.ordinals::get);
  }

  private void connect(Group group, Group other) {
    if (group.is(WriteStep.Kind.DELETE)
        && other.is(WriteStep.Kind.INSERT)
        && group.table.id().equals(other.table.id())
        && frees(group, other)) {
      before(group, other);
    }
    for (BasisForeignKey foreignKey : group.table.foreignKeys()) {
      if (foreignKey.parent().equals(other.table.id())) {
        refer(group, other, foreignKey);
      }
    }
  }

  /** Whether a row that goes has a key of a row that comes. */
  private static boolean frees(Group deleted, Group inserted) {
    for (BasisKey key : deleted.table.keys()) {
      Set<RowKey> freed = new HashSet<>();
      for (BasisChange change : deleted.changes) {
        RowKey.of(deleted.table, key.columns(), change.before).ifPresent(freed::add);
      }
      for (BasisChange change : inserted.changes) {
        Optional<RowKey> taken = RowKey.of(deleted.table, key.columns(), change.after);
        if (taken.isPresent() && freed.contains(taken.get())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Orders rows that refer and rows that are referred to. */
  private void refer(Group child, Group parent, BasisForeignKey foreignKey) {
    List<Integer> columns = WriteGraph.ordinals(child.table, foreignKey.childColumns());
    boolean lets =
        child.is(WriteStep.Kind.DELETE)
            || child.is(WriteStep.Kind.UPDATE) && touches(child, columns);
    boolean takes = !child.is(WriteStep.Kind.DELETE) && touches(child, columns);
    if (parent.is(WriteStep.Kind.INSERT) && takes) {
      before(parent, child);
    } else if (parent.is(WriteStep.Kind.DELETE) && lets) {
      before(child, parent);
    }
  }

  private void connectLinks() {
    Map<BasisChange, Group> owners = new IdentityHashMap<>();
    if (linked.isEmpty()) {
      return;
    }
    groups.values().forEach(g -> g.changes.forEach(c -> owners.put(c, g)));
    linked.forEach(
        (change, group) ->
            change
                .links()
                .forEach(
                    l -> {
                      Group source = owners.get(l.source());
                      if (source != null && l.source() != change) {
                        before(source, group);
                      }
                    }));
  }

  private void before(Group first, Group second) {
    if (first != second) {
      first.after.add(second);
    } else if (first.changes.size() > 1) {
      possible = false;
    }
  }
}
