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

import java.util.List;
import java.util.Optional;

/**
 * A fault that a store reported. It holds facts, not text for users: the layers above say it in
 * terms of the design. The cause is the store's own exception.
 */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final String store;
  private final transient Optional<TableId> table;
  private final transient List<String> columns;
  private final transient Optional<String> constraint;

  public StoreException(
      Kind kind,
      String store,
      Optional<TableId> table,
      List<String> columns,
      Optional<String> constraint,
      Throwable cause) {
    super(kind + " in store " + store + (cause == null ? "" : ": " + cause.getMessage()), cause);
    this.kind = requireNonNull(kind, "kind");
    this.store = requireNonNull(store, "store");
    this.table = requireNonNull(table, "table");
    this.columns = List.copyOf(columns);
    this.constraint = requireNonNull(constraint, "constraint");
  }

  /** What went wrong. */
  public enum Kind {
    NOT_NULL,
    UNIQUE,
    FOREIGN_KEY,
    CHECK,
    TOO_LONG,
    OUT_OF_RANGE,
    DIVISION_BY_ZERO,
    BAD_CAST,
    SERIALIZATION,
    CONNECTION,
    /** The connection was lost while the store committed: nobody knows whether it did. */
    COMMIT_UNKNOWN,
    /** An earlier failure has made the store's transaction unusable. */
    FAILED_TRANSACTION,
    CANCELLED,
    READ_ONLY,
    /** The store's file or address is in use, or cannot be opened. */
    UNAVAILABLE,
    /** A further store was asked to write that cannot be committed together with the others. */
    SECOND_WRITER,
    /** Some stores committed their part of a transaction, and this one did not. */
    MIXED,
    /** A table that is there takes no constraint of this kind any longer. */
    CANNOT_ADD,
    /** The store has no type that holds a column's values exactly. */
    CANNOT_HOLD,
    /** The store generates no values for a column of this declaration. */
    CANNOT_GENERATE,
    /** The store has no foreign keys that act on rows, or that refer to another schema. */
    CANNOT_REFER,
    /** The store cannot change these columns of a row to which others refer. */
    CANNOT_UPDATE,
    OTHER;

    /** Whether a value or a rule is the cause: the rows themselves can tell more of it. */
    public boolean isOfRows() {
      return switch (this) {
        case NOT_NULL,
            UNIQUE,
            FOREIGN_KEY,
            CHECK,
            TOO_LONG,
            OUT_OF_RANGE,
            DIVISION_BY_ZERO,
            BAD_CAST ->
            true;
        default -> false;
      };
    }
  }

  public Kind kind() {
    return kind;
  }

  /** The store's name. */
  public String store() {
    return store;
  }

  /** The table, where the store or the statement tells. */
  public Optional<TableId> table() {
    return table;
  }

  /** The columns concerned, as far as the store tells; empty otherwise. */
  public List<String> columns() {
    return columns;
  }

  /** The violated constraint's name in the store, where the store tells. */
  public Optional<String> constraint() {
    return constraint;
  }
}
