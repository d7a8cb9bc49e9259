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

import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.adapters.TableId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which change must reach the store before which: a key value is free before another row takes it,
 * a parent is there before a row refers to it, and no row refers to a parent that goes.
 */
final class WriteGraph {
  final List<Node> nodes = new ArrayList<>();
  private final Map<BasisChange, Node> byChange = new HashMap<>();

  /** One change with its place in the order. */
  static final class Node {
    final BasisChange change;
    final List<Edge> out = new ArrayList<>();
    final List<Edge> in = new ArrayList<>();

    /** Columns that the store changes by itself, following the parent. */
    final Set<Integer> cascaded = new LinkedHashSet<>();

    /** Nullable references that are written at the very end, null until then. */
    final Set<Integer> deferred = new LinkedHashSet<>();

    /** The row as the store holds it after the steps so far. */
    Object[] current;

    boolean done;
    boolean reinsert;

    Node(BasisChange change) {
      this.change = change;
      this.current = change.before == null ? null : change.before.clone();
    }
  }

  /** {@code from} goes before {@code to}, because of columns of {@code from}'s table. */
  static final class Edge {
    final Node from;
    final Node to;

    /** Columns of {@code from} whose old value is in the way; empty if its new row is needed. */
    final List<Integer> freed;

    /** Whether the columns are a reference, so that no other value may be put there. */
    final boolean reference;

    /** References of {@code to} that need {@code from}'s new row; empty if there are none. */
    final List<Integer> needed;

    boolean met;

    Edge(Node from, Node to, List<Integer> freed, boolean reference, List<Integer> needed) {
      this.from = from;
      this.to = to;
      this.freed = freed;
      this.reference = reference;
      this.needed = needed;
    }
  }

  private record KeyValue(TableId table, String key, RowKey value) {}

  WriteGraph(List<BasisChange> changes) {
    for (BasisChange change : changes) {
      if (change.isInsert() || change.delete || change.isUpdate()) {
        Node node = new Node(change);
        nodes.add(node);
        byChange.put(change, node);
      }
    }
    foreignKeys();
    uniqueKeys();
    for (Node node : nodes) {
      for (BasisChange.Link link : node.change.links()) {
        connect(byChange.get(link.source()), node, List.of(), false);
      }
    }
  }

  private void connect(Node from, Node to, List<Integer> freed, boolean reference) {
    connect(new Edge(from, to, freed, reference, List.of()));
  }

  private void connect(Edge edge) {
    Node from = edge.from;
    Node to = edge.to;
    if (from != null && to != null && from != to) {
      from.out.add(edge);
      to.in.add(edge);
    }
  }

  private static Optional<RowKey> oldKey(Node node, List<Integer> columns) {
    return node.change.before == null
        ? Optional.empty()
        : RowKey.of(node.change.table, columns, node.change.before);
  }

  private static Optional<RowKey> newKey(Node node, List<Integer> columns) {
    return node.change.delete
        ? Optional.empty()
        : RowKey.of(node.change.table, columns, node.change.after);
  }

  private void uniqueKeys() {
    Map<KeyValue, Node> freed = new HashMap<>();
    for (Node node : nodes) {
      for (BasisKey key : node.change.table.keys()) {
        Optional<RowKey> before = oldKey(node, key.columns());
        if (!movesWithParent(node, key)
            && before.isPresent()
            && !before.equals(newKey(node, key.columns()))) {
          freed.put(new KeyValue(node.change.table.id(), key.name(), before.get()), node);
        }
      }
    }
    if (freed.isEmpty()) {
      return;
    }
    for (Node node : nodes) {
      for (BasisKey key : node.change.table.keys()) {
        Optional<RowKey> after = newKey(node, key.columns());
        if (!movesWithParent(node, key)
            && after.isPresent()
            && !after.equals(oldKey(node, key.columns()))) {
          KeyValue taken = new KeyValue(node.change.table.id(), key.name(), after.get());
          connect(freed.get(taken), node, key.columns(), false);
        }
      }
    }
  }

  /** A key that the store changes along with the parent's is ordered by the parent. */
  private static boolean movesWithParent(Node node, BasisKey key) {
    return key.columns().stream().anyMatch(node.cascaded::contains);
  }

  private void foreignKeys() {
    Map<KeyValue, Node> created = new HashMap<>();
    Map<KeyValue, Node> removed = new HashMap<>();
    for (Node node : nodes) {
      for (BasisForeignKey foreignKey : node.change.table.referencedBy()) {
        List<Integer> columns = ordinals(node.change.table, foreignKey.parentColumns());
        Optional<RowKey> before = oldKey(node, columns);
        Optional<RowKey> after = newKey(node, columns);
        if (!before.equals(after)) {
          String name = foreignKey.name();
          after.ifPresent(k -> created.put(new KeyValue(foreignKey.child(), name, k), node));
          before.ifPresent(k -> removed.put(new KeyValue(foreignKey.child(), name, k), node));
        }
      }
    }
    if (created.isEmpty() && removed.isEmpty()) {
      return;
    }
    for (Node node : nodes) {
      for (BasisForeignKey foreignKey : node.change.table.foreignKeys()) {
        reference(node, foreignKey, created, removed);
      }
    }
  }

  private void reference(
      Node node,
      BasisForeignKey foreignKey,
      Map<KeyValue, Node> created,
      Map<KeyValue, Node> removed) {
    List<Integer> columns = ordinals(node.change.table, foreignKey.childColumns());
    Optional<RowKey> before = oldKey(node, columns);
    Optional<RowKey> after = newKey(node, columns);
    TableId child = node.change.table.id();
    boolean parentChanges =
        before.isPresent()
            && removed.containsKey(new KeyValue(child, foreignKey.name(), before.get()));
    // The same value is another reference where another parent takes the key.
    if (before.equals(after) && !parentChanges) {
      return;
    }
    if (before.isPresent()) {
      Node parent = removed.get(new KeyValue(child, foreignKey.name(), before.get()));
      if (parent != null && followsParent(foreignKey, node, parent, after, created)) {
        node.cascaded.addAll(columns);
        connect(parent, node, List.of(), false);
        return;
      }
      connect(node, parent, columns, true);
    }
    after.ifPresent(
        k ->
            connect(
                new Edge(
                    created.get(new KeyValue(child, foreignKey.name(), k)),
                    node,
                    List.of(),
                    false,
                    columns)));
  }

  private static boolean followsParent(
      BasisForeignKey foreignKey,
      Node child,
      Node parent,
      Optional<RowKey> after,
      Map<KeyValue, Node> created) {
    return foreignKey.onUpdate() == ReferentialAction.CASCADE
        && parent != child
        && parent.change.isUpdate()
        && child.change.isUpdate()
        && after.isPresent()
        && created.get(new KeyValue(child.change.table.id(), foreignKey.name(), after.get()))
            == parent;
  }

  static List<Integer> ordinals(BasisTable table, List<String> names) {
    return names.stream().map(n -> table.column(n).orElseThrow().ordinal()).toList();
  }
}
