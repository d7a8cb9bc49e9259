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
package io.calcitelens.adapters.spill;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.Iterables;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/**
 * Rows by key, each key once, that come out in the order of their keys: in memory up to a number of
 * rows, above it in a temporary file. Not thread-safe.
 */
public final class KeyedRows implements AutoCloseable {
  private static final Object[] NONE = {};

  private final int memoryRows;
  private final Comparator<List<Object>> order;
  private final Set<List<Object>> keys = new HashSet<>();
  private final List<Map.Entry<List<Object>, Object[]>> fresh = new ArrayList<>();
  private int turn;
  private SpillFile file;
  private MVMap<List<Object>, Object[]> spilled;

  /**
   * An empty set.
   *
   * @param memoryRows how many rows stay in memory, at least one
   * @param order of the keys, where keys that are equal compare as equal
   */
  public KeyedRows(int memoryRows, Comparator<List<Object>> order) {
    checkArgument(memoryRows > 0, "rows in memory: %s", memoryRows);
    this.memoryRows = memoryRows;
    this.order = requireNonNull(order, "order");
  }

  /**
   * Adds a row unless its key is there.
   *
   * @return whether the key is new
   */
  public boolean add(List<Object> key, Object[] row) {
    if (spilled == null && keys.size() == memoryRows) {
      spill();
    }
    if (spilled != null) {
      return spilled.putIfAbsent(key, numbered(turn, row)) == null;
    }
    final boolean added = keys.add(key);
    if (added) {
      fresh.add(Map.entry(key, row));
    }
    return added;
  }

  private void spill() {
    file = SpillFile.create();
    spilled = file.map(new KeyType(order), new RowType());
    keys.forEach(k -> spilled.put(k, numbered(turn - 1, NONE)));
    fresh.forEach(e -> spilled.put(e.getKey(), numbered(turn, e.getValue())));
    keys.clear();
    fresh.clear();
  }

  private static Object[] numbered(int turn, Object[] row) {
    return new Object[] {turn, row};
  }

  /**
   * The rows that were added since the last time, in the order of their keys, to be read once,
   * before others are added.
   */
  public Iterable<Object[]> takeNew() {
    final int taking = turn++;
    if (spilled == null) {
      final List<Map.Entry<List<Object>, Object[]>> taken = new ArrayList<>(fresh);
      fresh.clear();
      taken.sort(Map.Entry.comparingByKey(order));
      return Iterables.transform(taken, Map.Entry::getValue);
    }
    return Iterables.transform(
        Iterables.filter(spilled.values(), v -> v[0].equals(taking)), v -> (Object[]) v[1]);
  }

  @Override
  public void close() {
    keys.clear();
    fresh.clear();
    spilled = null;
    if (file != null) {
      file.close();
      file = null;
    }
  }

  private static final class KeyType extends BasicDataType<List<Object>> {
    private final Comparator<List<Object>> order;
    private final RowType rows = new RowType();

    KeyType(Comparator<List<Object>> order) {
      this.order = order;
    }

    @Override
    public int compare(List<Object> left, List<Object> right) {
      return order.compare(left, right);
    }

    // Storage of a generic type can only be made raw.
    @SuppressWarnings({"unchecked", "rawtypes"})
    @Override
    public List<Object>[] createStorage(int size) {
      return new List[size];
    }

    @Override
    public int getMemory(List<Object> key) {
      return rows.getMemory(key.toArray());
    }

    @Override
    public void write(WriteBuffer buffer, List<Object> key) {
      rows.write(buffer, key.toArray());
    }

    @Override
    public List<Object> read(ByteBuffer buffer) {
      return Arrays.asList(rows.read(buffer));
    }
  }
}
