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
package io.calcitelens.adapters.jdbc;

import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.TableId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Says a store's fault in terms of the keys that introspection found. */
final class TableFaults {
  private TableFaults() {}

  /** The fault of a write to a table; a foreign key's fault is placed at the referring table. */
  static StoreException locate(StoreFault fault, BasisTable table, Throwable cause) {
    switch (fault.kind()) {
      case UNIQUE:
        return key(fault, table)
            .map(k -> exception(fault, table.id(), names(table, k), Optional.of(k.name()), cause))
            .orElseGet(
                () -> exception(fault, table.id(), fault.columns(), fault.constraint(), cause));
      case FOREIGN_KEY:
        return foreignKey(fault, table)
            .map(k -> exception(fault, k.child(), k.childColumns(), Optional.of(k.name()), cause))
            .orElseGet(
                () -> exception(fault, table.id(), fault.columns(), fault.constraint(), cause));
      case CHECK:
        return exception(fault, table.id(), checked(fault, table), fault.constraint(), cause);
      case NOT_NULL:
        // HSQLDB names a constraint of its own making.
        return exception(fault, table.id(), fault.columns(), Optional.empty(), cause);
      default:
        return exception(fault, table.id(), fault.columns(), fault.constraint(), cause);
    }
  }

  private static StoreException exception(
      StoreFault fault,
      TableId table,
      List<String> columns,
      Optional<String> constraint,
      Throwable cause) {
    return new StoreException(
        fault.kind(), table.store(), Optional.of(table), columns, constraint, cause);
  }

  /** By name; else by columns, since H2 names the index behind the constraint. */
  private static Optional<BasisKey> key(StoreFault fault, BasisTable table) {
    for (BasisKey key : table.keys()) {
      if (fault.constraint().filter(key.name()::equalsIgnoreCase).isPresent()) {
        return Optional.of(key);
      }
    }
    final Set<String> columns = folded(fault.columns());
    return columns.isEmpty()
        ? Optional.empty()
        : table.keys().stream()
            .filter(key -> folded(names(table, key)).equals(columns))
            .findFirst();
  }

  /** The columns of a violated check: no store tells them. */
  private static List<String> checked(StoreFault fault, BasisTable table) {
    return table.checks().stream()
        .filter(c -> fault.constraint().filter(c.name()::equalsIgnoreCase).isPresent())
        .findFirst()
        .map(c -> CheckText.columns(c.sql(), table))
        .orElse(fault.columns());
  }

  /** By name; a store that tells none means the only one that there is. */
  private static Optional<BasisForeignKey> foreignKey(StoreFault fault, BasisTable table) {
    final Set<BasisForeignKey> keys = new LinkedHashSet<>(table.foreignKeys());
    keys.addAll(table.referencedBy());
    if (fault.constraint().isEmpty() && keys.size() == 1) {
      return keys.stream().findFirst();
    }
    return keys.stream()
        .filter(key -> fault.constraint().filter(key.name()::equalsIgnoreCase).isPresent())
        .findFirst()
        .or(() -> byColumns(fault, table));
  }

  /**
   * By the columns of the key that is missing, or of the one that refers, if it is the only one.
   */
  private static Optional<BasisForeignKey> byColumns(StoreFault fault, BasisTable table) {
    final Set<String> columns = folded(fault.columns());
    final Set<BasisForeignKey> found = new LinkedHashSet<>();
    table.foreignKeys().stream()
        .filter(k -> folded(k.parentColumns()).equals(columns))
        .forEach(found::add);
    table.referencedBy().stream()
        .filter(k -> folded(k.childColumns()).equals(columns))
        .forEach(found::add);
    return found.size() == 1 ? found.stream().findFirst() : Optional.empty();
  }

  private static List<String> names(BasisTable table, BasisKey key) {
    return key.columns().stream().map(i -> table.columns().get(i).name()).toList();
  }

  private static Set<String> folded(List<String> names) {
    final Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    set.addAll(names);
    return set;
  }
}
