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
import javax.transaction.xa.XAResource;
import org.apache.calcite.sql.SqlDialect;

/** A place where basis tables live: one database behind one data source. */
public interface Store extends AutoCloseable {
  /** The store's name, unique within a lens database. */
  String name();

  /** How the store spells SQL. */
  SqlDialect dialect();

  /** What the store can do. */
  StoreCapabilities capabilities();

  /**
   * The key by which the store itself compares a value of a column: two values are equal to the
   * store exactly if their keys are equal to {@code equals}. Numbers without trailing zeros, padded
   * text without its padding, and so on.
   *
   * @param value a value in Calcite's internal representation, or null
   * @return null for null
   */
  Object comparisonKey(BasisColumn column, Object value);

  /** Statements over whole sets of rows; empty for a store that writes by key alone. */
  default Optional<SetStatements> sets() {
    return Optional.empty();
  }

  /** Whether several statements can be sent as one message, which they cost no more than one. */
  default boolean joinsStatements() {
    return false;
  }

  /**
   * What is prepared in the store and waits for its end: to be listed, committed and rolled back.
   * Empty for a store without two-phase commit.
   */
  default Optional<XAResource> branches() {
    return Optional.empty();
  }

  /**
   * Opens a session: one connection with a transaction of its own.
   *
   * @throws StoreException if the store cannot be reached
   */
  StoreSession open(SessionOptions options);

  /** Releases the data source if the store made it. */
  @Override
  void close();
}
