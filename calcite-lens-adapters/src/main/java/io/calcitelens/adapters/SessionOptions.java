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

import static java.util.Objects.requireNonNull;

import java.sql.Connection;

/**
 * How a session of a store runs.
 *
 * @param readOnly whether the session may only read
 * @param isolation a constant of {@link Connection}, or {@link Connection#TRANSACTION_NONE} for the
 *     store's default
 * @param use what runs in the session
 */
public record SessionOptions(boolean readOnly, int isolation, Use use) {
  /** Reads and writes at the store's default isolation. */
  public static final SessionOptions DEFAULT =
      new SessionOptions(false, Connection.TRANSACTION_NONE);

  /** Reads only. */
  public static final SessionOptions READ_ONLY =
      new SessionOptions(true, Connection.TRANSACTION_NONE);

  /** What runs in a session; the less it is, the less a store has to do for it. */
  public enum Use {
    /** Statements of one transaction, of which several may be open at once. */
    TRANSACTION,
    /** Several queries of one read, which see one state where the store can show it. */
    QUERIES,
    /** One query, whose rows are fetched while they are read. */
    ONE_QUERY,
    /** One query, which gives a few rows at most: no transaction is begun for it. */
    FEW_ROWS,
    /** One write of a client: where it is one message to one store, it is committed with it. */
    ONE_WRITE
  }

  public SessionOptions {
    requireNonNull(use, "use");
  }

  /** Options of a transaction. */
  public SessionOptions(boolean readOnly, int isolation) {
    this(readOnly, isolation, Use.TRANSACTION);
  }

  /** The same for another use. */
  public SessionOptions with(Use use) {
    return use == this.use ? this : new SessionOptions(readOnly, isolation, use);
  }
}
