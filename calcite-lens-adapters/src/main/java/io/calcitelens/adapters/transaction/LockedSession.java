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
package io.calcitelens.adapters.transaction;

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.KeyedInsert;
import io.calcitelens.adapters.KeyedWriter;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreCursor;
import io.calcitelens.adapters.StoreSavepoint;
import io.calcitelens.adapters.StoreSession;
import io.calcitelens.adapters.StoreValue;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import javax.transaction.xa.XAResource;

/** A session whose calls, and those of its writers and cursors, take the transaction's lock. */
final class LockedSession implements StoreSession {
  private final StoreSession session;
  private final Lock lock;

  LockedSession(StoreSession session, Lock lock) {
    this.session = requireNonNull(session, "session");
    this.lock = requireNonNull(lock, "lock");
  }

  private <T> T get(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  private void run(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Store store() {
    return session.store();
  }

  @Override
  public KeyedWriter writer(BasisTable table) {
    return get(() -> new LockedWriter(session.writer(table)));
  }

  @Override
  public StoreCursor query(
      String sql, List<StoreValue> parameters, List<BasisColumn> columns, boolean streaming) {
    return get(() -> new LockedCursor(session.query(sql, parameters, columns, streaming)));
  }

  @Override
  public long execute(String sql, List<StoreValue> parameters, BasisTable written) {
    return get(() -> session.execute(sql, parameters, written));
  }

  @Override
  public long number(String message, List<StoreValue> parameters) {
    return get(() -> session.number(message, parameters));
  }

  @Override
  public void insertAtOnce(List<KeyedInsert> inserts) {
    run(() -> session.insertAtOnce(inserts));
  }

  @Override
  public int nextBuffer() {
    return get(session::nextBuffer);
  }

  @Override
  public StoreSavepoint savepoint() {
    return get(session::savepoint);
  }

  @Override
  public void rollbackTo(StoreSavepoint savepoint) {
    run(() -> session.rollbackTo(savepoint));
  }

  @Override
  public void release(StoreSavepoint savepoint) {
    run(() -> session.release(savepoint));
  }

  /** Not locked: the transaction holds the lock while others end its branches. */
  @Override
  public Optional<XAResource> branch() {
    return session.branch();
  }

  @Override
  public void commit() {
    run(session::commit);
  }

  @Override
  public void rollback() {
    run(session::rollback);
  }

  @Override
  public void close() {
    run(session::close);
  }

  private final class LockedCursor implements StoreCursor {
    private final StoreCursor cursor;

    LockedCursor(StoreCursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public boolean next() {
      return get(cursor::next);
    }

    @Override
    public Object[] row() {
      return get(cursor::row);
    }

    @Override
    public Object value(int column) {
      return get(() -> cursor.value(column));
    }

    @Override
    public void close() {
      run(cursor::close);
    }
  }

  private final class LockedWriter implements KeyedWriter {
    private final KeyedWriter writer;

    LockedWriter(KeyedWriter writer) {
      this.writer = writer;
    }

    @Override
    public BasisTable table() {
      return writer.table();
    }

    @Override
    public List<Object[]> insert(
        List<BasisColumn> columns, List<Object[]> rows, List<BasisColumn> generated) {
      return get(() -> writer.insert(columns, rows, generated));
    }

    @Override
    public long[] update(List<BasisColumn> set, List<BasisColumn> key, List<Object[]> rows) {
      return get(() -> writer.update(set, key, rows));
    }

    @Override
    public long[] delete(List<BasisColumn> key, List<Object[]> keys) {
      return get(() -> writer.delete(key, keys));
    }

    @Override
    public void lock(List<BasisColumn> key, List<Object[]> keys) {
      run(() -> writer.lock(key, keys));
    }

    @Override
    public List<Object[]> read(
        List<BasisColumn> key, List<Object[]> keys, List<BasisColumn> columns) {
      return get(() -> writer.read(key, keys, columns));
    }
  }
}
