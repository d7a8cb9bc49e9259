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
import io.calcitelens.adapters.KeyedWriter;
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreCapabilities;
import io.calcitelens.adapters.StoreCursor;
import io.calcitelens.adapters.StoreSavepoint;
import io.calcitelens.adapters.StoreSession;
import io.calcitelens.adapters.StoreValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;

/** A store that judges keys and foreign keys after each row, as the strictest stores do. */
final class SimulatedStore implements Store, StoreSession {
  private final Map<String, SimulatedTable> tables = new LinkedHashMap<>();
  private int nextIdentity = 1000;

  /** The writes so far: kind and table. */
  final List<String> log = new ArrayList<>();

  SimulatedTable table(String name) {
    return tables.computeIfAbsent(name, n -> new SimulatedTable(this, n));
  }

  private void judge() {
    for (SimulatedTable table : tables.values()) {
      for (BasisColumn column : table.columns()) {
        if (!column.type().isNullable()
            && table.rows.stream().anyMatch(r -> r[column.ordinal()] == null)) {
          throw new IllegalStateException("null in " + table.id() + "." + column.name());
        }
      }
      for (BasisKey key : table.keys()) {
        Set<List<Object>> seen = new HashSet<>();
        for (Object[] row : table.rows) {
          List<Object> value = pick(row, key.columns());
          if (!value.contains(null) && !seen.add(value)) {
            throw new IllegalStateException("twice in " + table.id() + ": " + value);
          }
        }
      }
      table.foreignKeys().forEach(f -> judge(table, f));
    }
  }

  private void judge(SimulatedTable table, BasisForeignKey foreignKey) {
    SimulatedTable parent = tables.get(foreignKey.parent().name());
    Set<List<Object>> parents = new HashSet<>();
    List<Integer> parentColumns = WriteGraph.ordinals(parent, foreignKey.parentColumns());
    parent.rows.forEach(r -> parents.add(pick(r, parentColumns)));
    List<Integer> columns = WriteGraph.ordinals(table, foreignKey.childColumns());
    for (Object[] row : table.rows) {
      List<Object> value = pick(row, columns);
      if (!value.contains(null) && !parents.contains(value)) {
        throw new IllegalStateException("no parent for " + table.id() + ": " + value);
      }
    }
  }

  static List<Object> pick(Object[] row, List<Integer> ordinals) {
    List<Object> picked = new ArrayList<>();
    ordinals.forEach(o -> picked.add(row[o]));
    return picked;
  }

  private void cascade(SimulatedTable parent, Object[] before, Object[] after) {
    for (BasisForeignKey foreignKey : parent.referencedBy()) {
      List<Integer> parentColumns = WriteGraph.ordinals(parent, foreignKey.parentColumns());
      List<Object> old = pick(before, parentColumns);
      List<Object> now = pick(after, parentColumns);
      if (foreignKey.onUpdate() == ReferentialAction.CASCADE && !old.equals(now)) {
        SimulatedTable child = tables.get(foreignKey.child().name());
        List<Integer> columns = WriteGraph.ordinals(child, foreignKey.childColumns());
        for (Object[] row : child.rows) {
          if (pick(row, columns).equals(old)) {
            Object[] was = row.clone();
            for (int i = 0; i < columns.size(); i++) {
              row[columns.get(i)] = now.get(i);
            }
            cascade(child, was, row);
          }
        }
      }
    }
  }

  @Override
  public KeyedWriter writer(BasisTable basis) {
    return new Writer((SimulatedTable) basis);
  }

  private static List<Integer> ordinals(List<BasisColumn> columns) {
    return columns.stream().map(BasisColumn::ordinal).toList();
  }

  private final class Writer implements KeyedWriter {
    private final SimulatedTable table;

    Writer(SimulatedTable table) {
      this.table = table;
    }

    private List<Object[]> find(List<BasisColumn> key, List<Object> values) {
      return table.rows.stream().filter(r -> pick(r, ordinals(key)).equals(values)).toList();
    }

    @Override
    public BasisTable table() {
      return table;
    }

    @Override
    public List<Object[]> insert(
        List<BasisColumn> columns, List<Object[]> rows, List<BasisColumn> generated) {
      List<Object[]> made = new ArrayList<>();
      for (Object[] values : rows) {
        log.add("insert " + table.id().name());
        Object[] row = new Object[table.columns().size()];
        for (BasisColumn column : table.columns()) {
          int given = columns.indexOf(column);
          if (given >= 0) {
            row[column.ordinal()] = values[given];
          } else if (column.generation() != BasisColumn.Generation.NONE) {
            row[column.ordinal()] = nextIdentity++;
          }
        }
        table.rows.add(row);
        judge();
        made.add(pick(row, ordinals(generated)).toArray());
      }
      return made;
    }

    @Override
    public long[] update(List<BasisColumn> set, List<BasisColumn> key, List<Object[]> rows) {
      long[] counts = new long[rows.size()];
      for (int i = 0; i < counts.length; i++) {
        log.add("update " + table.id().name());
        List<Object> values = Arrays.asList(rows.get(i));
        for (Object[] row : find(key, values.subList(set.size(), values.size()))) {
          Object[] before = row.clone();
          set.forEach(c -> row[c.ordinal()] = values.get(set.indexOf(c)));
          cascade(table, before, row);
          counts[i]++;
        }
        judge();
      }
      return counts;
    }

    @Override
    public long[] delete(List<BasisColumn> key, List<Object[]> keys) {
      long[] counts = new long[keys.size()];
      for (int i = 0; i < counts.length; i++) {
        log.add("delete " + table.id().name());
        List<Object[]> found = find(key, Arrays.asList(keys.get(i)));
        counts[i] = found.size();
        table.rows.removeAll(found);
        judge();
      }
      return counts;
    }

    @Override
    public void lock(List<BasisColumn> key, List<Object[]> keys) {}

    @Override
    public List<Object[]> read(
        List<BasisColumn> key, List<Object[]> keys, List<BasisColumn> columns) {
      return keys.stream()
          .flatMap(k -> find(key, Arrays.asList(k)).stream())
          .map(r -> pick(r, ordinals(columns)).toArray())
          .toList();
    }
  }

  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public SqlDialect dialect() {
    return AnsiSqlDialect.DEFAULT;
  }

  @Override
  public StoreCapabilities capabilities() {
    return new StoreCapabilities(true, false, false, true, false, false);
  }

  @Override
  public Object comparisonKey(BasisColumn column, Object value) {
    return value;
  }

  @Override
  public StoreSession open(SessionOptions options) {
    return this;
  }

  @Override
  public Store store() {
    return this;
  }

  @Override
  public long execute(String sql, List<StoreValue> parameters, BasisTable written) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int nextBuffer() {
    throw new UnsupportedOperationException();
  }

  @Override
  public StoreCursor query(
      String sql, List<StoreValue> parameters, List<BasisColumn> columns, boolean streaming) {
    throw new UnsupportedOperationException("no SQL here");
  }

  @Override
  public StoreSavepoint savepoint() {
    throw new UnsupportedOperationException("no savepoints here");
  }

  @Override
  public void rollbackTo(StoreSavepoint savepoint) {}

  @Override
  public void release(StoreSavepoint savepoint) {}

  @Override
  public void commit() {}

  @Override
  public void rollback() {}

  @Override
  public void close() {}
}
