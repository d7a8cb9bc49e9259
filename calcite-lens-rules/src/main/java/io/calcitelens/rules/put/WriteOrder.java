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
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Puts changes into an order that stores accept, though they judge keys row by row. A cycle, as of
 * two rows that swap their keys, is cut by an extra step on one of its rows.
 */
final class WriteOrder {
  private final WriteGraph graph;
  private final UnusedValues unusedValues;
  private final List<WriteStep> steps = new ArrayList<>();
  private final Map<WriteStep.Shape, Deque<WriteGraph.Node>> ready = new TreeMap<>(BY_KIND);
  private final Map<WriteGraph.Node, Integer> waiting = new HashMap<>();
  private int left;

  private static final Comparator<WriteStep.Shape> BY_KIND =
      Comparator.comparing(WriteStep.Shape::kind)
          .thenComparing(WriteStep.Shape::table)
          .thenComparing(s -> s.columns().toString());

  private WriteOrder(List<BasisChange> changes, UnusedValues unusedValues) {
    this.graph = new WriteGraph(changes);
    this.unusedValues = unusedValues;
  }

  /**
   * Orders changes.
   *
   * @throws LensException KEY_UPDATE if no order exists
   */
  static List<WriteStep> order(List<BasisChange> changes, UnusedValues unusedValues) {
    WriteOrder order = new WriteOrder(changes, unusedValues);
    order.run();
    return order.steps;
  }

  private void run() {
    left = graph.nodes.size();
    for (WriteGraph.Node node : graph.nodes) {
      waiting.put(node, node.in.size());
      if (node.in.isEmpty()) {
        enqueue(node);
      }
    }
    while (left > 0) {
      if (ready.isEmpty()) {
        cut(findCycle());
      } else {
        WriteStep.Shape shape = ready.keySet().iterator().next();
        Deque<WriteGraph.Node> queue = ready.get(shape);
        while (!queue.isEmpty()) {
          emit(queue.poll());
        }
        ready.remove(shape);
      }
    }
    graph.nodes.stream().filter(n -> !n.deferred.isEmpty()).forEach(this::writeDeferred);
  }

  /** By now every row that is referred to is there. */
  private void writeDeferred(WriteGraph.Node node) {
    BasisKey key = addressKey(node.change);
    steps.add(
        new WriteStep(
            WriteStep.Kind.UPDATE,
            node.change,
            List.copyOf(node.deferred),
            null,
            key.columns().stream().map(c -> node.change.after[c]).toArray()));
  }

  private void enqueue(WriteGraph.Node node) {
    ready.computeIfAbsent(shape(node), s -> new ArrayDeque<>()).add(node);
  }

  private WriteStep.Shape shape(WriteGraph.Node node) {
    return new WriteStep.Shape(kind(node), node.change.table.id().toString(), columnsToWrite(node));
  }

  private static WriteStep.Kind kind(WriteGraph.Node node) {
    return node.change.isInsert() || node.reinsert
        ? WriteStep.Kind.INSERT
        : node.change.delete ? WriteStep.Kind.DELETE : WriteStep.Kind.UPDATE;
  }

  private static List<Integer> columnsToWrite(WriteGraph.Node node) {
    BasisChange change = node.change;
    List<Integer> columns = new ArrayList<>();
    for (BasisColumn column : change.table.columns()) {
      int i = column.ordinal();
      boolean write =
          switch (kind(node)) {
            case INSERT ->
                (change.after[i] != Unset.VALUE || isLinked(change, i))
                    && column.generation() != BasisColumn.Generation.COMPUTED;
            case DELETE -> false;
            case UPDATE ->
                !node.cascaded.contains(i)
                    && (isLinked(change, i) || !RowKey.identical(node.current[i], change.after[i]));
          };
      if (write && !node.deferred.contains(i)) {
        columns.add(i);
      }
    }
    return columns;
  }

  private static boolean isLinked(BasisChange change, int ordinal) {
    return change.links().stream().anyMatch(l -> l.ordinal() == ordinal);
  }

  private void emit(WriteGraph.Node node) {
    for (int column : node.cascaded) {
      node.current[column] = node.change.after[column];
    }
    List<Integer> columns = columnsToWrite(node);
    WriteStep.Kind kind = kind(node);
    if (kind != WriteStep.Kind.UPDATE || !columns.isEmpty()) {
      steps.add(
          new WriteStep(
              kind,
              node.change,
              columns,
              null,
              kind == WriteStep.Kind.INSERT ? null : keyValues(node)));
    }
    node.done = true;
    left--;
    node.out.forEach(this::meet);
  }

  private void meet(WriteGraph.Edge edge) {
    if (!edge.met) {
      edge.met = true;
      if (waiting.merge(edge.to, -1, Integer::sum) == 0 && !edge.to.done) {
        enqueue(edge.to);
      }
    }
  }

  private static Object[] keyValues(WriteGraph.Node node) {
    BasisKey key = rowKey(node.change.table, node.current);
    return key.columns().stream().map(c -> node.current[c]).toArray();
  }

  /** The key by which all steps of a change address its row. */
  static BasisKey addressKey(BasisChange change) {
    return rowKey(change.table, change.isInsert() ? change.after : change.before);
  }

  /** The key by which a stored row is addressed: all its values are there. */
  static BasisKey rowKey(BasisTable table, Object[] row) {
    for (BasisKey key : table.keys()) {
      if (hasAll(row, key.columns())) {
        return key;
      }
    }
    throw LensException.of(LensCode.READ_ONLY, RESOURCE.noRowKey(table.id().name()));
  }

  private static boolean hasAll(Object[] row, List<Integer> columns) {
    for (int column : columns) {
      if (row[column] == null) {
        return false;
      }
    }
    return true;
  }

  /** The edges of one cycle among the nodes that wait. */
  private List<WriteGraph.Edge> findCycle() {
    WriteGraph.Node at = graph.nodes.stream().filter(n -> !n.done).findFirst().orElseThrow();
    Set<WriteGraph.Node> seen = new LinkedHashSet<>();
    List<WriteGraph.Edge> path = new ArrayList<>();
    while (seen.add(at)) {
      WriteGraph.Edge back =
          at.in.stream().filter(e -> !e.met && !e.from.done).findFirst().orElseThrow();
      path.add(back);
      at = back.from;
    }
    WriteGraph.Node start = at;
    int first = 0;
    while (path.get(first).to != start) {
      first++;
    }
    return path.subList(first, path.size());
  }

  private void cut(List<WriteGraph.Edge> cycle) {
    List<WriteGraph.Edge> candidates = new ArrayList<>(cycle);
    for (WriteGraph.Edge edge : cycle) {
      // A row can leave its key only after the rows that refer to it.
      edge.from.in.stream().filter(e -> e.reference && !e.met).forEach(candidates::add);
    }
    for (Cut cut : Cut.values()) {
      for (WriteGraph.Edge edge : candidates) {
        if (tryCut(cut, edge)) {
          return;
        }
      }
    }
    throw LensException.of(
        LensCode.KEY_UPDATE,
        RESOURCE.keyUpdateImpossible(cycle.get(0).from.change.table.id().name()));
  }

  /** Ways to get a row out of the way, in the order of preference. */
  private enum Cut {
    PARK,
    NULL,
    DEFER,
    REINSERT
  }

  private boolean tryCut(Cut cut, WriteGraph.Edge edge) {
    if (cut == Cut.DEFER) {
      return defer(edge);
    }
    WriteGraph.Node node = edge.from;
    if (edge.freed.isEmpty() || node.change.isInsert() || node.reinsert) {
      return false;
    }
    return switch (cut) {
      case PARK -> !edge.reference && node.change.isUpdate() && park(node, edge.freed);
      case NULL -> setNull(node, edge.freed);
      case DEFER -> throw new AssertionError("a reference is deferred by the row that holds it");
      case REINSERT -> node.change.isUpdate() && reinsert(node);
    };
  }

  /** Lets a row be written before the row that it refers to, without the reference at first. */
  private boolean defer(WriteGraph.Edge edge) {
    WriteGraph.Node node = edge.to;
    for (int ordinal : edge.needed) {
      BasisColumn column = node.change.table.columns().get(ordinal);
      boolean addresses =
          node.change.table.keys().stream().anyMatch(k -> k.columns().contains(ordinal));
      // A new row leaves the column out: only without a default is it null then.
      if (column.type().isNullable()
          && column.updatable()
          && column.defaultSql().isEmpty()
          && !addresses
          && hasKnownKey(node.change)) {
        if (kind(node) == WriteStep.Kind.UPDATE && node.current[ordinal] != null) {
          release(node, ordinal, null);
        }
        node.deferred.add(ordinal);
        meet(edge);
        return true;
      }
    }
    return false;
  }

  private static boolean hasKnownKey(BasisChange change) {
    Object[] row = change.isInsert() ? change.after : change.before;
    return change.table.keys().stream()
        .filter(k -> k.columns().stream().allMatch(c -> row[c] != null))
        .findFirst()
        .flatMap(k -> RowKey.of(change.table, k.columns(), change.after))
        .isPresent();
  }

  private boolean setNull(WriteGraph.Node node, List<Integer> columns) {
    for (int ordinal : columns) {
      BasisColumn column = node.change.table.columns().get(ordinal);
      boolean addresses = rowKey(node.change.table, node.current).columns().contains(ordinal);
      if (column.type().isNullable() && column.updatable() && !addresses) {
        release(node, ordinal, null);
        return true;
      }
    }
    return false;
  }

  private boolean park(WriteGraph.Node node, List<Integer> columns) {
    BasisTable table = node.change.table;
    for (int ordinal : columns) {
      BasisColumn column = table.columns().get(ordinal);
      boolean refers =
          table.foreignKeys().stream()
              .anyMatch(f -> WriteGraph.ordinals(table, f.childColumns()).contains(ordinal));
      boolean referenced = node.in.stream().anyMatch(e -> e.reference && !e.met);
      if (column.updatable() && !refers && !referenced && releaseSelfReferences(node, ordinal)) {
        Optional<Object> unused = unusedValues.find(table, column);
        if (unused.isPresent()) {
          release(node, ordinal, unused.get());
          return true;
        }
      }
    }
    return false;
  }

  /** A row that refers to itself by a key lets go of it; false if it cannot. */
  private boolean releaseSelfReferences(WriteGraph.Node node, int parked) {
    BasisTable table = node.change.table;
    for (BasisForeignKey foreignKey : table.foreignKeys()) {
      List<Integer> parent =
          foreignKey.parent().equals(table.id())
              ? WriteGraph.ordinals(table, foreignKey.parentColumns())
              : List.of();
      List<Integer> child = WriteGraph.ordinals(table, foreignKey.childColumns());
      boolean refersToItself =
          parent.contains(parked)
              && RowKey.of(table, child, node.current)
                  .filter(k -> RowKey.of(table, parent, node.current).equals(Optional.of(k)))
                  .isPresent();
      if (refersToItself && !setNull(node, child)) {
        return false;
      }
    }
    return true;
  }

  /** Writes a passing value, which frees the old one. */
  private void release(WriteGraph.Node node, int ordinal, Object value) {
    steps.add(
        new WriteStep(
            WriteStep.Kind.UPDATE,
            node.change,
            List.of(ordinal),
            new Object[] {value},
            keyValues(node)));
    node.current[ordinal] = value;
    List.copyOf(node.out).stream().filter(e -> e.freed.contains(ordinal)).forEach(this::meet);
  }

  /** Whether a row that is deleted and inserted again would have another value there. */
  private static boolean losesItsValue(BasisColumn column) {
    return column.generation() == BasisColumn.Generation.IDENTITY_ALWAYS
        || column.generation() != BasisColumn.Generation.COMPUTED && !column.writable();
  }

  private boolean reinsert(WriteGraph.Node node) {
    BasisTable table = node.change.table;
    boolean possible =
        table.referencedBy().stream().allMatch(f -> f.child().equals(table.id()))
            && node.in.stream().noneMatch(e -> e.reference && !e.met)
            && table.columns().stream().noneMatch(WriteOrder::losesItsValue);
    if (!possible) {
      return false;
    }
    steps.add(new WriteStep(WriteStep.Kind.DELETE, node.change, List.of(), null, keyValues(node)));
    node.reinsert = true;
    List.copyOf(node.out).stream().filter(e -> !e.freed.isEmpty()).forEach(this::meet);
    return true;
  }
}
