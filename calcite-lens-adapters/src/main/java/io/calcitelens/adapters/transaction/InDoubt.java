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

import java.time.Instant;
import java.util.Optional;

/**
 * A store's part of a transaction that is prepared, or may be, and waits for its end.
 *
 * @param transaction the transaction's identifier in the log; empty if the store does not answer
 * @param since when it was first seen
 * @param detail what it waits for, for a reader
 */
public record InDoubt(
    Optional<String> transaction,
    Optional<String> store,
    State state,
    Instant since,
    String detail) {
  /** What will become of it. */
  public enum State {
    /** The decision to commit is logged. */
    COMMITTING,
    /** There is no decision to commit. */
    ROLLING_BACK,
    /** The store does not answer. */
    UNREACHABLE
  }

  public InDoubt {
    requireNonNull(transaction, "transaction");
    requireNonNull(store, "store");
    requireNonNull(state, "state");
    requireNonNull(since, "since");
    requireNonNull(detail, "detail");
  }
}
