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
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreCapabilities;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.jdbc.ComparisonKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;

/**
 * The collections of one schema. One transaction writes at a time, from its first write or lock to
 * its end, in the collections themselves and with an undo log; all others read what was committed.
 */
public final class CollectionStore implements Store {
  private static final StoreCapabilities CAPABILITIES =
      new StoreCapabilities(true, false, true, true, false, false);
  private static final long LOCK_TIMEOUT_MILLIS = 10_000;

  private final String name;

  /** Not a lock of threads: a transaction may go on in another thread than it began in. */
  private final Semaphore writing = new Semaphore(1, true);

  /** Guarded by this object, as every access to a collection is. */
  private CollectionSession writer;

  public CollectionStore(String name) {
    this.name = requireNonNull(name, "name");
  }

  @Override
  public String name() {
    return name;
  }

  /** Nothing is said to collections in SQL. */
  @Override
  public SqlDialect dialect() {
    return AnsiSqlDialect.DEFAULT;
  }

  @Override
  public StoreCapabilities capabilities() {
    return CAPABILITIES;
  }

  /** Text is compared as it is. */
  @Override
  public Object comparisonKey(BasisColumn column, Object value) {
    return ComparisonKeys.exact(column.type(), value);
  }

  @Override
  public CollectionSession open(SessionOptions options) {
    return new CollectionSession(this);
  }

  /** Makes a session the one that writes, as soon as no other does. */
  void beginWriting(CollectionSession session) {
    try {
      if (!writing.tryAcquire(LOCK_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
        throw fault(StoreException.Kind.SERIALIZATION);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw fault(StoreException.Kind.CANCELLED);
    }
    synchronized (this) {
      writer = session;
    }
  }

  /** Lets another session write. */
  void endWriting() {
    synchronized (this) {
      writer = null;
    }
    writing.release();
  }

  /** The elements of a table as a session sees them; empty for one without a transaction. */
  synchronized List<Object> elements(CollectionTable table, Optional<CollectionSession> reader) {
    return writer == null || reader.filter(r -> r == writer).isPresent()
        ? new ArrayList<>(table.elements())
        : writer.committed(table);
  }

  private StoreException fault(StoreException.Kind kind) {
    return new StoreException(kind, name, Optional.empty(), List.of(), Optional.empty(), null);
  }

  /** The collections are the application's. */
  @Override
  public void close() {
    // Nothing was opened.
  }

  @Override
  public String toString() {
    return "CollectionStore(" + name + ")";
  }
}
