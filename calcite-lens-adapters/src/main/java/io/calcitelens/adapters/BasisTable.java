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
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** A relation of the storage: what a lens stands on. Immutable; read once from its store. */
public interface BasisTable {
  /** Identity of the physical rows. */
  TableId id();

  /** The store that holds the rows; empty for a relation that cannot be written (a view, say). */
  Optional<Store> store();

  /** Columns in the order of their ordinals. */
  List<BasisColumn> columns();

  /** Enforced keys; the primary key, if any, first. */
  List<BasisKey> keys();

  /** Foreign keys in which this table is the child. */
  List<BasisForeignKey> foreignKeys();

  /** Foreign keys, also of tables outside this schema, in which this table is the parent. */
  List<BasisForeignKey> referencedBy();

  /** Checks that the store enforces, as far as it tells of them. */
  List<BasisCheck> checks();

  /** The store's estimate of the number of rows. */
  OptionalDouble rowCount();

  /** Finds a column by name: exactly, else ignoring case. */
  default Optional<BasisColumn> column(String name) {
    Optional<BasisColumn> folded = Optional.empty();
    for (BasisColumn column : columns()) {
      if (column.name().equals(name)) {
        return Optional.of(column);
      }
      if (folded.isEmpty()
          && column.name().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
        folded = Optional.of(column);
      }
    }
    return folded;
  }
}
