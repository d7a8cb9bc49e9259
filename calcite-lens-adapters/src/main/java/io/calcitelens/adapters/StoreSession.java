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
package io.calcitelens.adapters;

import java.util.List;
import java.util.Optional;
import javax.transaction.xa.XAResource;

/**
 * One connection to one store, within one transaction. Not thread-safe: {@link LensTransaction}
 * serialises its callers. Every method throws {@link StoreException} on a fault of the store.
 */
public interface StoreSession extends AutoCloseable {
  Store store();

  /** The keyed writer of a table of this store. */
  KeyedWriter writer(BasisTable table);

  /**
   * Runs a query of this store.
   *
   * @param sql in the store's dialect, with {@code ?} for parameters
   * @param parameters values in Calcite's internal representation, with their types
   * @param columns how to read each column of the result
   * @param streaming whether rows may be fetched while the caller reads; otherwise the rows are
   *     read out first, so that the session is free for other statements
   */
  StoreCursor query(
      String sql, List<StoreValue> parameters, List<BasisColumn> columns, boolean streaming);

  /**
   * Runs a statement of this store that gives no rows.
   *
   * @param sql in the store's dialect, with {@code ?} for parameters
   * @param parameters values in Calcite's internal representation, with their types
   * @param written the table at which faults are placed
   * @return the number of rows that it changed
   */
  long execute(String sql, List<StoreValue> parameters, BasisTable written);

  /**
   * Runs statements that the store takes as one message, and of which the last one that gives rows
   * gives one number.
   *
   * @param message in the store's dialect, with {@code ?} for parameters
   * @param parameters values in Calcite's internal representation, with their types
   * @throws IllegalStateException if the store does not {@link Store#joinsStatements}
   */
  default long number(String message, List<StoreValue> parameters) {
    throw new IllegalStateException(store() + " takes one statement at a time");
  }

  /**
   * Sends inserts in their order, and their commit with them: all of them, or none.
   *
   * @throws IllegalStateException if the store does not {@link Store#joinsStatements}, or the
   *     session is not of {@link SessionOptions.Use#ONE_WRITE}
   */
  default void insertAtOnce(List<KeyedInsert> inserts) {
    throw new IllegalStateException(store() + " takes one statement at a time");
  }

  /**
   * The number of the next buffer of the transaction: 0, 1, …. Buffers go with the transaction, and
   * emptying one costs more than leaving it.
   */
  int nextBuffer();

  /** Marks a point to come back to. */
  StoreSavepoint savepoint();

  /** Takes back all that was written since the savepoint. */
  void rollbackTo(StoreSavepoint savepoint);

  /** Forgets a savepoint. */
  void release(StoreSavepoint savepoint);

  /**
   * The open transaction as a branch of a larger one, which then ends it in place of {@link
   * #commit}. Empty for a store without two-phase commit. The branch may be prepared and ended on
   * another thread.
   */
  default Optional<XAResource> branch() {
    return Optional.empty();
  }

  void commit();

  void rollback();

  /** Gives the connection back; rolls back what was not committed. */
  @Override
  void close();
}
