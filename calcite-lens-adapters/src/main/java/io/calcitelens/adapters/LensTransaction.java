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

import java.util.Optional;

/**
 * One transaction over the stores. A store is enlisted at its first use. Calls are serialised by
 * the transaction's lock.
 */
public interface LensTransaction extends AutoCloseable {
  /** Name of the {@code DataContext} variable that holds a statement's transaction. */
  String VARIABLE = "lensTransaction";

  /**
   * The session of a store in this transaction, opened at first use.
   *
   * @param forWrite whether the caller will write
   * @throws StoreException of kind READ_ONLY if the transaction only reads, of kind SECOND_WRITER
   *     if another store was written already and one is the limit
   */
  StoreSession session(Store store, boolean forWrite);

  /**
   * A session that commits each message with its end, for a write that is one message and all that
   * the transaction does. It is the caller's to close, before the transaction is used otherwise;
   * what fails in it has changed nothing.
   *
   * @return empty if the transaction is of more than one write, or has begun
   * @throws StoreException if the store cannot be reached
   */
  default Optional<StoreSession> atOnce(Store store) {
    return Optional.empty();
  }

  /** Whether {@link #atOnce} would give a session now. */
  default boolean admitsAtOnce() {
    return false;
  }

  /** Whether anything was written since the transaction began. */
  boolean hasWritten();

  /** Whether a failed statement makes it unusable for one of the stores that it uses. */
  boolean failedStatementAborts();

  /** Whether the transaction only reads. */
  boolean isReadOnly();

  /** Adds a judgement that runs before the commit; taken back with a savepoint. */
  void beforeCommit(BeforeCommit judgement);

  /** Runs what is pending, then forgets it. */
  void judgePending();

  /** Marks a point over all stores of this transaction, also those enlisted later. */
  Mark mark();

  /**
   * Marks a point for a query, to come back to if it fails; it costs nothing but on stores where a
   * failed statement spoils the transaction and something could be lost.
   */
  Mark markQuery();

  /** Whether what was done since the mark can be taken back, and what was done before it kept. */
  boolean comesBackTo(Mark mark);

  /**
   * Takes back everything since the mark, which stays valid.
   *
   * @throws StoreException of kind FAILED_TRANSACTION if more had to be taken back
   */
  void rollbackTo(Mark mark);

  /** Forgets the mark, keeping its effects. */
  void release(Mark mark);

  /** Judges what is pending and commits every store. */
  void commit();

  void rollback();

  /** Rolls back what was not committed and gives the sessions back. */
  @Override
  void close();

  /** A point within a transaction. */
  interface Mark {}
}
