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

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.KeyedWriter;
import io.calcitelens.adapters.StoreCursor;
import io.calcitelens.adapters.StoreSavepoint;
import io.calcitelens.adapters.StoreSession;
import io.calcitelens.adapters.StoreValue;
import io.calcitelens.adapters.TableId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One transaction over the collections of a schema. */
final class CollectionSession implements StoreSession {
  private final CollectionStore store;
  private final Map<TableId, Changed> changed = new HashMap<>();
  private boolean writing;
  private int buffers;

  CollectionSession(CollectionStore store) {
    this.store = requireNonNull(store, "store");
  }

  /** What was done to one table. */
  private record Changed(CollectionTable table, UndoLog log) {}

  private record Savepoint(Map<TableId, Integer> sizes) implements StoreSavepoint {}

  @Override
  public CollectionStore store() {
    return store;
  }

  @Override
  public KeyedWriter writer(BasisTable table) {
    checkArgument(table instanceof CollectionTable, "%s is not of %s", table.id(), store);
    return new CollectionWriter(this, (CollectionTable) table);
  }

  /** Waits until no other session writes. */
  void beginWriting() {
    if (!writing) {
      store.beginWriting(this);
      writing = true;
    }
  }

  /** The log of a table; callers write, and hold the store's monitor. */
  UndoLog log(CollectionTable table) {
    return changed.computeIfAbsent(table.id(), id -> new Changed(table, new UndoLog())).log();
  }

  /** The elements of a table as they were before; callers hold the store's monitor. */
  List<Object> committed(CollectionTable table) {
    return Optional.ofNullable(changed.get(table.id()))
        .map(Changed::log)
        .orElseGet(UndoLog::new)
        .before(table.elements());
  }

  @Override
  public StoreCursor query(
      String sql, List<StoreValue> parameters, List<BasisColumn> columns, boolean streaming) {
    throw new UnsupportedOperationException("a collection understands no SQL");
  }

  @Override
  public long execute(String sql, List<StoreValue> parameters, BasisTable written) {
    throw new UnsupportedOperationException("a collection understands no SQL");
  }

  @Override
  public int nextBuffer() {
    return buffers++;
  }

  @Override
  public StoreSavepoint savepoint() {
    final Map<TableId, Integer> sizes = new HashMap<>();
    changed.forEach((id, table) -> sizes.put(id, table.log().size()));
    return new Savepoint(sizes);
  }

  @Override
  public void rollbackTo(StoreSavepoint savepoint) {
    undo(((Savepoint) savepoint).sizes());
  }

  private void undo(Map<TableId, Integer> kept) {
    synchronized (store) {
      changed.forEach(
          (id, table) -> table.log().undo(table.table().elements(), kept.getOrDefault(id, 0)));
    }
  }

  @Override
  public void release(StoreSavepoint savepoint) {
    // It holds nothing.
  }

  @Override
  public void commit() {
    end();
  }

  @Override
  public void rollback() {
    undo(Map.of());
    end();
  }

  private void end() {
    changed.clear();
    if (writing) {
      writing = false;
      store.endWriting();
    }
  }

  @Override
  public void close() {
    rollback();
  }
}
