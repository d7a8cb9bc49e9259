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
package io.calcitelens.adapters.collection;

import io.calcitelens.adapters.BasisColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rows of a collection by the values of some columns, as the store compares them. */
final class ElementIndex {
  private final CollectionTable table;
  private final List<BasisColumn> columns;
  private final Map<List<Object>, Set<Slot>> slots = new HashMap<>();

  /** Where an element stands; two slots are one only if they are the same object. */
  static final class Slot {
    final int position;
    Object element;
    Object[] row;

    private Slot(int position, Object element, Object[] row) {
      this.position = position;
      this.element = element;
      this.row = row;
    }
  }

  ElementIndex(CollectionTable table, List<BasisColumn> columns) {
    this.table = table;
    this.columns = List.copyOf(columns);
  }

  /** A slot for each element, in their order. */
  static List<Slot> slots(CollectionTable table, Iterable<Object> elements) {
    final List<Slot> all = new ArrayList<>();
    for (Object element : elements) {
      all.add(new Slot(all.size(), element, table.format().read(element)));
    }
    return all;
  }

  ElementIndex addAll(Iterable<Slot> all) {
    all.forEach(this::add);
    return this;
  }

  void add(Slot slot) {
    key(slot.row).ifPresent(k -> slots.computeIfAbsent(k, x -> new LinkedHashSet<>(2)).add(slot));
  }

  void remove(Slot slot) {
    key(slot.row).map(slots::get).ifPresent(found -> found.remove(slot));
  }

  /** A new row's place in this index alone. */
  void add(Object[] row) {
    add(new Slot(-1, null, row));
  }

  /** Whether a row has a key that another slot has. */
  boolean holdsOther(Object[] row, Optional<Slot> own) {
    final Set<Slot> found = key(row).map(slots::get).orElse(Set.of());
    return found.size() > (own.isPresent() && found.contains(own.get()) ? 1 : 0);
  }

  /** The slots with a key's values. */
  List<Slot> find(Object[] values) {
    return keyOf(values).map(slots::get).map(List::copyOf).orElse(List.of());
  }

  /** The slots with one of several keys, each once. */
  Set<Slot> findAll(List<Object[]> keys) {
    final Set<Slot> found = new LinkedHashSet<>();
    final Set<List<Object>> asked = new HashSet<>();
    for (Object[] values : keys) {
      keyOf(values).filter(asked::add).map(slots::get).ifPresent(found::addAll);
    }
    return found;
  }

  private Optional<List<Object>> key(Object[] row) {
    return keyOf(columns.stream().map(c -> row[c.ordinal()]).toArray());
  }

  /** A key with a null equals none. */
  private Optional<List<Object>> keyOf(Object[] values) {
    final List<Object> key = new ArrayList<>(values.length);
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null) {
        return Optional.empty();
      }
      key.add(table.store().orElseThrow().comparisonKey(columns.get(i), values[i]));
    }
    return Optional.of(key);
  }
}
