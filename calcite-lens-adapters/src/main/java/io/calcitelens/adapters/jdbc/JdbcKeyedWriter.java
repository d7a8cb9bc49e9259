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
package io.calcitelens.adapters.jdbc;

import static com.google.common.base.Preconditions.checkArgument;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.KeyedInsert;
import io.calcitelens.adapters.KeyedWriter;
import io.calcitelens.adapters.StoreException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keyed writes by prepared statements and batches. */
final class JdbcKeyedWriter implements KeyedWriter {
  /** Rows that are sent at once. */
  private static final int BATCH = 1_000;

  /** Sizes of key lists, so that few texts serve any number of keys. */
  private static final int[] CHUNKS = {1, 8, 64, 512};

  private final JdbcSession session;
  private final BasisTable table;
  private final KeyedSql sql;

  /** By ordinal of the column, made on first use. */
  private final ValueCodec[] columnCodecs;

  private Spelled lastInsert;
  private Spelled lastUpdate;
  private Spelled lastDelete;

  JdbcKeyedWriter(JdbcSession session, BasisTable table) {
    this.session = session;
    this.table = table;
    this.sql = new KeyedSql(session.store().product(), table);
    this.columnCodecs = new ValueCodec[table.columns().size()];
  }

  /** A statement of the writer: most writes say again what the one before said. */
  private record Spelled(List<BasisColumn> first, List<BasisColumn> second, String text) {
    boolean is(List<BasisColumn> first, List<BasisColumn> second) {
      return this.first.equals(first) && this.second.equals(second);
    }
  }

  /** The statement that inserts one row. */
  String insertText(List<BasisColumn> columns) {
    if (lastInsert == null || !lastInsert.is(columns, List.of())) {
      lastInsert = new Spelled(List.copyOf(columns), List.of(), sql.insert(columns));
    }
    return lastInsert.text();
  }

  private String updateText(List<BasisColumn> set, List<BasisColumn> key) {
    if (lastUpdate == null || !lastUpdate.is(set, key)) {
      lastUpdate = new Spelled(List.copyOf(set), List.copyOf(key), sql.update(set, key));
    }
    return lastUpdate.text();
  }

  private String deleteText(List<BasisColumn> key) {
    if (lastDelete == null || !lastDelete.is(key, List.of())) {
      lastDelete = new Spelled(List.copyOf(key), List.of(), sql.delete(key));
    }
    return lastDelete.text();
  }

  @Override
  public BasisTable table() {
    return table;
  }

  @Override
  public List<Object[]> insert(
      List<BasisColumn> columns, List<Object[]> rows, List<BasisColumn> generated) {
    for (BasisColumn column : columns) {
      checkArgument(column.writable(), "column %s of %s takes no value", column.name(), table.id());
    }
    final String text = insertText(columns);
    judge(columns, rows);
    if (generated.isEmpty()) {
      batch(text, columns, rows);
      return List.of();
    }
    if (session.store().product().returnsRows()) {
      return insertReturning(columns, rows, generated);
    }
    return session.store().product().batchesGeneratedKeys()
        ? insertReturning(text, columns, rows, generated, BATCH)
        : insertReturning(text, columns, rows, generated, 1);
  }

  /** Each insert answers with its row. */
  private List<Object[]> insertReturning(
      List<BasisColumn> columns, List<Object[]> rows, List<BasisColumn> generated) {
    final String text = sql.insertReturning(columns, generated);
    final ValueCodec[] codecs = codecs(columns);
    final ValueCodec[] reading = codecs(generated);
    final List<Object[]> result = new ArrayList<>(rows.size());
    PreparedStatement statement = null;
    try {
      statement = session.statements().take(text);
      for (Object[] row : rows) {
        bind(statement, codecs, row);
        try (ResultSet returned = statement.executeQuery()) {
          readRows(returned, reading, result);
        }
      }
      session.statements().put(text, statement);
    } catch (SQLException e) {
      session.statements().discard(statement);
      throw fault(e);
    }
    return complete(rows, result);
  }

  private List<Object[]> insertReturning(
      String text,
      List<BasisColumn> columns,
      List<Object[]> rows,
      List<BasisColumn> generated,
      int run) {
    final List<String> names = generated.stream().map(BasisColumn::name).toList();
    final ValueCodec[] codecs = codecs(columns);
    final ValueCodec[] reading = codecs(generated);
    final List<Object[]> result = new ArrayList<>(rows.size());
    PreparedStatement statement = null;
    try {
      statement = session.statements().take(text, names);
      for (int start = 0; start < rows.size(); start += run) {
        final List<Object[]> part = rows.subList(start, Math.min(rows.size(), start + run));
        if (run == 1) {
          bind(statement, codecs, part.get(0));
          statement.executeUpdate();
        } else {
          for (Object[] row : part) {
            bind(statement, codecs, row);
            statement.addBatch();
          }
          statement.executeBatch();
        }
        readGenerated(statement, reading, result);
      }
      session.statements().put(text, names, statement);
    } catch (SQLException e) {
      session.statements().discard(statement);
      throw fault(e);
    }
    return complete(rows, result);
  }

  private List<Object[]> complete(List<Object[]> rows, List<Object[]> result) {
    if (result.size() != rows.size()) {
      throw new AssertionError(
          table.id() + ": " + result.size() + " generated rows of " + rows.size());
    }
    return result;
  }

  private static void readGenerated(
      PreparedStatement statement, ValueCodec[] reading, List<Object[]> result)
      throws SQLException {
    try (ResultSet keys = statement.getGeneratedKeys()) {
      readRows(keys, reading, result);
    }
  }

  private static void readRows(ResultSet rows, ValueCodec[] reading, List<Object[]> result)
      throws SQLException {
    while (rows.next()) {
      final Object[] row = new Object[reading.length];
      for (int i = 0; i < row.length; i++) {
        row[i] = reading[i].read(rows, i + 1);
      }
      result.add(row);
    }
  }

  /** Refuses what the columns do not take, where the store would not. */
  private void judge(List<BasisColumn> columns, List<Object[]> rows) {
    final StoreProduct product = session.store().product();
    for (Object[] row : rows) {
      for (int i = 0; i < columns.size(); i++) {
        final Optional<StoreException.Kind> refusal = product.refusal(columns.get(i), row[i]);
        if (refusal.isPresent()) {
          throw new StoreException(
              refusal.get(),
              session.store().name(),
              Optional.of(table.id()),
              List.of(columns.get(i).name()),
              Optional.empty(),
              null);
        }
      }
    }
  }

  @Override
  public long[] update(List<BasisColumn> set, List<BasisColumn> key, List<Object[]> rows) {
    checkArgument(!set.isEmpty(), "nothing to set in %s", table.id());
    final List<BasisColumn> bound = new ArrayList<>(set);
    bound.addAll(key);
    judge(set, rows);
    try {
      return batch(updateText(set, key), bound, rows);
    } catch (StoreException e) {
      throw e.kind() == StoreException.Kind.FOREIGN_KEY && !breaksReference(set)
          ? new StoreException(
              StoreException.Kind.CANNOT_UPDATE,
              e.store(),
              Optional.of(table.id()),
              set.stream().map(BasisColumn::name).toList(),
              Optional.empty(),
              e.getCause())
          : e;
    }
  }

  /** Whether a column is of a foreign key, on either side; else no reference can have changed. */
  private boolean breaksReference(List<BasisColumn> set) {
    return set.stream()
        .map(BasisColumn::name)
        .anyMatch(
            name ->
                table.foreignKeys().stream().anyMatch(k -> k.childColumns().contains(name))
                    || table.referencedBy().stream()
                        .anyMatch(k -> k.parentColumns().contains(name)));
  }

  @Override
  public long[] delete(List<BasisColumn> key, List<Object[]> keys) {
    return batch(deleteText(key), key, keys);
  }

  /** Sends one statement for all rows, in runs. */
  private long[] batch(String text, List<BasisColumn> bound, List<Object[]> rows) {
    final long[] counts = new long[rows.size()];
    if (rows.isEmpty()) {
      return counts;
    }
    final ValueCodec[] codecs = codecs(bound);
    PreparedStatement statement = null;
    try {
      statement = session.statements().take(text);
      if (rows.size() == 1) {
        bind(statement, codecs, rows.get(0));
        counts[0] = statement.executeUpdate();
      } else {
        for (int start = 0; start < rows.size(); start += BATCH) {
          final int end = Math.min(rows.size(), start + BATCH);
          for (int i = start; i < end; i++) {
            bind(statement, codecs, rows.get(i));
            statement.addBatch();
          }
          copyCounts(statement.executeBatch(), counts, start);
        }
      }
      session.statements().put(text, statement);
      return counts;
    } catch (SQLException e) {
      session.statements().discard(statement);
      throw fault(e);
    }
  }

  private void copyCounts(int[] from, long[] to, int start) {
    for (int i = 0; i < from.length; i++) {
      // A driver that does not tell the count says that the statement succeeded.
      to[start + i] = from[i] == Statement.SUCCESS_NO_INFO ? 1 : from[i];
    }
  }

  @Override
  public void lock(List<BasisColumn> key, List<Object[]> keys) {
    if (!session.store().capabilities().rowLocks()) {
      batch(sql.touch(KeyedSql.touched(table, key), key), key, keys);
    } else if (session.store().product().locksInOrder()) {
      forEachChunk(key, keys, count -> sql.lockInOrder(key, count), new ValueCodec[0]);
    } else {
      // One by one: the order of the keys is the order of the locks.
      final String text = sql.lock(key);
      for (Object[] one : keys) {
        select(text, codecs(key), List.<Object[]>of(one), 1, new ValueCodec[0]);
      }
    }
  }

  @Override
  public List<Object[]> read(
      List<BasisColumn> key, List<Object[]> keys, List<BasisColumn> columns) {
    return forEachChunk(key, keys, count -> sql.read(key, count, columns), codecs(columns));
  }

  @FunctionalInterface
  private interface TextOfSize {
    String of(int count);
  }

  private List<Object[]> forEachChunk(
      List<BasisColumn> key, List<Object[]> keys, TextOfSize text, ValueCodec[] reading) {
    final ValueCodec[] codecs = codecs(key);
    final List<Object[]> result = new ArrayList<>();
    int start = 0;
    while (start < keys.size()) {
      final int left = key.isEmpty() ? 1 : keys.size() - start;
      final int chunk = chunk(left);
      final int end = Math.min(keys.size(), start + chunk);
      result.addAll(select(text.of(chunk), codecs, keys.subList(start, end), chunk, reading));
      start = key.isEmpty() ? keys.size() : end;
    }
    return result;
  }

  /** The smallest size that takes all that is left, else the largest. */
  private int chunk(int left) {
    final int most = session.store().product().keysInList();
    for (int size : CHUNKS) {
      if (size >= left || size >= most) {
        return size;
      }
    }
    return most;
  }

  /** Selects by keys; the last key is repeated up to the number that the text takes. */
  private List<Object[]> select(
      String text, ValueCodec[] codecs, List<Object[]> keys, int count, ValueCodec[] reading) {
    PreparedStatement statement = null;
    try {
      statement = session.statements().take(text);
      int index = 1;
      for (int i = 0; i < count; i++) {
        final Object[] key = keys.get(Math.min(i, keys.size() - 1));
        for (int k = 0; k < codecs.length; k++) {
          codecs[k].write(statement, index++, key[k]);
        }
      }
      final List<Object[]> rows = new ArrayList<>();
      try (ResultSet resultSet = statement.executeQuery()) {
        readRows(resultSet, reading, rows);
      }
      session.statements().put(text, statement);
      return rows;
    } catch (SQLException e) {
      session.statements().discard(statement);
      throw fault(e);
    }
  }

  /**
   * Binds the rows of an insert.
   *
   * @param first the index of the first parameter
   * @return the index behind the last one
   */
  int bind(PreparedStatement statement, int first, KeyedInsert insert) throws SQLException {
    final ValueCodec[] codecs = codecs(insert.columns());
    int index = first;
    for (Object[] row : insert.rows()) {
      for (int i = 0; i < codecs.length; i++) {
        codecs[i].write(statement, index++, row[i]);
      }
    }
    return index;
  }

  private static void bind(PreparedStatement statement, ValueCodec[] codecs, Object[] row)
      throws SQLException {
    for (int i = 0; i < codecs.length; i++) {
      codecs[i].write(statement, i + 1, row[i]);
    }
  }

  private ValueCodec[] codecs(List<BasisColumn> columns) {
    final ValueCodec[] chosen = new ValueCodec[columns.size()];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = codec(columns.get(i));
    }
    return chosen;
  }

  private ValueCodec codec(BasisColumn column) {
    final int ordinal = column.ordinal();
    if (columnCodecs[ordinal] == null) {
      columnCodecs[ordinal] =
          ValueCodec.of(column.type(), column.jdbcType(), session.store().product());
    }
    return columnCodecs[ordinal];
  }

  private StoreException fault(SQLException e) {
    return session.fault(e, table);
  }
}
