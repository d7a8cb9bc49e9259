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

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.KeyedWriter;
import io.calcitelens.adapters.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Keyed writes to one collection; they enforce its not-null columns and its keys. */
final class CollectionWriter implements KeyedWriter {
  private final CollectionSession session;
  private final CollectionTable table;

  CollectionWriter(CollectionSession session, CollectionTable table) {
    this.session = requireNonNull(session, "session");
    this.table = requireNonNull(table, "table");
  }

  @Override
  public BasisTable table() {
    return table;
  }

  @Override
  public List<Object[]> insert(
      List<BasisColumn> columns, List<Object[]> rows, List<BasisColumn> generated) {
    return writing(
        () -> {
          final Collection<Object> elements = table.elements();
          final Map<BasisKey, ElementIndex> keys = keys(table.keys(), slots());
          final List<Object[]> answer = new ArrayList<>();
          for (Object[] values : rows) {
            final Object[] row = new Object[table.columns().size()];
            for (int i = 0; i < values.length; i++) {
              row[columns.get(i).ordinal()] = values[i];
            }
            judge(row, keys, Optional.empty());
            keys.values().forEach(index -> index.add(row));
            session.log(table).add(elements, table.format().write(row));
            if (!generated.isEmpty()) {
              answer.add(generated.stream().map(c -> row[c.ordinal()]).toArray());
            }
          }
          return answer;
        });
  }

  @Override
  public long[] update(List<BasisColumn> set, List<BasisColumn> key, List<Object[]> rows) {
    return writing(
        () -> {
          final Collection<Object> elements = table.elements();
          final List<ElementIndex.Slot> slots = slots();
          final ElementIndex found = new ElementIndex(table, key).addAll(slots);
          final Map<BasisKey, ElementIndex> keys = keys(changedKeys(set), slots);
          final long[] counts = new long[rows.size()];
          for (int i = 0; i < counts.length; i++) {
            final Object[] values = rows.get(i);
            final Object[] sought = new Object[key.size()];
            System.arraycopy(values, set.size(), sought, 0, sought.length);
            for (ElementIndex.Slot slot : found.find(sought)) {
              final Object[] row = slot.row.clone();
              for (int c = 0; c < set.size(); c++) {
                row[set.get(c).ordinal()] = values[c];
              }
              judge(row, keys, Optional.of(slot));
              keys.values().forEach(index -> index.remove(slot));
              found.remove(slot);
              final Object after = table.format().write(row);
              session.log(table).replace(elements, slot.position, slot.element, after);
              slot.element = after;
              slot.row = row;
              found.add(slot);
              keys.values().forEach(index -> index.add(slot));
              counts[i]++;
            }
          }
          return counts;
        });
  }

  @Override
  public long[] delete(List<BasisColumn> key, List<Object[]> keys) {
    return writing(
        () -> {
          final ElementIndex found = new ElementIndex(table, key).addAll(slots());
          final List<ElementIndex.Slot> gone = new ArrayList<>();
          final long[] counts = new long[keys.size()];
          for (int i = 0; i < counts.length; i++) {
            for (ElementIndex.Slot slot : found.find(keys.get(i))) {
              found.remove(slot);
              gone.add(slot);
              counts[i]++;
            }
          }
          // From the end, so that the positions of those before stay.
          gone.sort(Comparator.comparingInt((ElementIndex.Slot s) -> s.position).reversed());
          final Collection<Object> elements = table.elements();
          gone.forEach(s -> session.log(table).remove(elements, s.position, s.element));
          return counts;
        });
  }

  /** The lock of one row is the lock of all. */
  @Override
  public void lock(List<BasisColumn> key, List<Object[]> keys) {
    session.beginWriting();
  }

  @Override
  public List<Object[]> read(
      List<BasisColumn> key, List<Object[]> keys, List<BasisColumn> columns) {
    final List<ElementIndex.Slot> slots = slots();
    final Collection<ElementIndex.Slot> found =
        key.isEmpty() ? slots : new ElementIndex(table, key).addAll(slots).findAll(keys);
    final List<Object[]> rows = new ArrayList<>(found.size());
    for (ElementIndex.Slot slot : found) {
      rows.add(columns.stream().map(c -> slot.row[c.ordinal()]).toArray());
    }
    return rows;
  }

  private List<ElementIndex.Slot> slots() {
    return ElementIndex.slots(table, session.store().elements(table, Optional.of(session)));
  }

  private List<BasisKey> changedKeys(List<BasisColumn> set) {
    return table.keys().stream()
        .filter(k -> set.stream().anyMatch(c -> k.columns().contains(c.ordinal())))
        .toList();
  }

  private Map<BasisKey, ElementIndex> keys(List<BasisKey> judged, List<ElementIndex.Slot> slots) {
    final Map<BasisKey, ElementIndex> indexes = new LinkedHashMap<>();
    for (BasisKey key : judged) {
      indexes.put(key, new ElementIndex(table, columns(key)).addAll(slots));
    }
    return indexes;
  }

  private List<BasisColumn> columns(BasisKey key) {
    return key.columns().stream().map(i -> table.columns().get(i)).toList();
  }

  private void judge(
      Object[] row, Map<BasisKey, ElementIndex> keys, Optional<ElementIndex.Slot> own) {
    for (BasisColumn column : table.columns()) {
      if (row[column.ordinal()] == null && !column.type().isNullable()) {
        throw fault(StoreException.Kind.NOT_NULL, List.of(column.name()), Optional.empty(), null);
      }
    }
    keys.forEach(
        (key, index) -> {
          if (index.holdsOther(row, own)) {
            throw fault(
                StoreException.Kind.UNIQUE,
                columns(key).stream().map(BasisColumn::name).toList(),
                Optional.of(key.name()),
                null);
          }
        });
  }

  private <T> T writing(Supplier<T> work) {
    session.beginWriting();
    synchronized (session.store()) {
      try {
        return work.get();
      } catch (StoreException e) {
        throw e;
      } catch (UnsupportedOperationException | ClassCastException | IllegalArgumentException e) {
        // The collection does not change in this way, or its elements refuse the values.
        throw fault(StoreException.Kind.OTHER, List.of(), Optional.empty(), e);
      }
    }
  }

  private StoreException fault(
      StoreException.Kind kind, List<String> names, Optional<String> constraint, Throwable cause) {
    return new StoreException(
        kind, session.store().name(), Optional.of(table.id()), names, constraint, cause);
  }
}
