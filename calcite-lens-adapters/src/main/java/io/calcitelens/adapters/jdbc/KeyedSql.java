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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlDialect;

/** The SQL of keyed writes to one table, in the dialect of its store. */
final class KeyedSql {
  private final StoreProduct product;
  private final SqlDialect dialect;
  private final String table;
  private final Map<String, String> quoted = new HashMap<>();

  KeyedSql(StoreProduct product, BasisTable table) {
    this.product = product;
    this.dialect = product.dialect();
    this.table = name(dialect, table.id().path());
  }

  /** A qualified name, quoted. */
  static String name(SqlDialect dialect, List<String> path) {
    return path.stream().map(dialect::quoteIdentifier).collect(Collectors.joining("."));
  }

  String insert(List<BasisColumn> columns) {
    if (columns.isEmpty()) {
      return "INSERT INTO " + table + product.emptyInsert();
    }
    final boolean identity =
        columns.stream().anyMatch(c -> c.generation() == BasisColumn.Generation.IDENTITY_ALWAYS);
    return "INSERT INTO "
        + table
        + columns.stream().map(this::column).collect(Collectors.joining(", ", " (", ")"))
        + (identity ? " OVERRIDING SYSTEM VALUE" : "")
        + " VALUES "
        + marks(columns.size());
  }

  /** An insert of one row that gives back columns of it. */
  String insertReturning(List<BasisColumn> columns, List<BasisColumn> returned) {
    return insert(columns)
        + returned.stream().map(this::column).collect(Collectors.joining(", ", " RETURNING ", ""));
  }

  String update(List<BasisColumn> set, List<BasisColumn> key) {
    return "UPDATE "
        + table
        + " SET "
        + set.stream().map(c -> column(c) + " = ?").collect(Collectors.joining(", "))
        + where(key);
  }

  /** A column that can be written over itself: not of the key, if there is another. */
  static BasisColumn touched(BasisTable table, List<BasisColumn> key) {
    return table.columns().stream()
        .filter(c -> c.updatable() && !key.contains(c))
        .min(Comparator.comparing(c -> table instanceof JdbcBasisTable t && t.isIndexed(c)))
        .or(() -> key.stream().filter(BasisColumn::updatable).findFirst())
        .orElseThrow(() -> new AssertionError("no column of " + table.id() + " can be written"));
  }

  /** Writes a column over itself, which locks the row where nothing else does. */
  String touch(BasisColumn column, List<BasisColumn> key) {
    return "UPDATE " + table + " SET " + column(column) + " = " + column(column) + where(key);
  }

  String delete(List<BasisColumn> key) {
    return "DELETE FROM " + table + where(key);
  }

  String lock(List<BasisColumn> key) {
    return "SELECT 1 FROM " + table + where(key) + " FOR UPDATE";
  }

  String lockInOrder(List<BasisColumn> key, int count) {
    return "SELECT 1 FROM "
        + table
        + whereOneOf(key, count)
        + (key.isEmpty()
            ? ""
            : key.stream().map(this::column).collect(Collectors.joining(", ", " ORDER BY ", "")))
        + " FOR UPDATE";
  }

  /** Reads the rows of {@code count} keys. */
  String read(List<BasisColumn> key, int count, List<BasisColumn> columns) {
    return "SELECT "
        + columns.stream().map(this::column).collect(Collectors.joining(", "))
        + " FROM "
        + table
        + whereOneOf(key, count);
  }

  private String where(List<BasisColumn> key) {
    return key.isEmpty()
        ? ""
        : key.stream()
            .map(c -> column(c) + " = ?")
            .collect(Collectors.joining(" AND ", " WHERE ", ""));
  }

  private String whereOneOf(List<BasisColumn> key, int count) {
    if (key.isEmpty()) {
      return "";
    }
    if (count == 1) {
      return where(key);
    }
    if (key.size() == 1) {
      return " WHERE " + column(key.get(0)) + " IN " + marks(count);
    }
    if (product.rowValues()) {
      return key.stream().map(this::column).collect(Collectors.joining(", ", " WHERE (", ") IN ("))
          + String.join(", ", Collections.nCopies(count, marks(key.size())))
          + ")";
    }
    final String one =
        key.stream().map(c -> column(c) + " = ?").collect(Collectors.joining(" AND ", "(", ")"));
    return " WHERE " + String.join(" OR ", Collections.nCopies(count, one));
  }

  private String column(BasisColumn column) {
    return quoted.computeIfAbsent(column.name(), dialect::quoteIdentifier);
  }

  private static String marks(int count) {
    return "(" + String.join(", ", Collections.nCopies(count, "?")) + ")";
  }
}
