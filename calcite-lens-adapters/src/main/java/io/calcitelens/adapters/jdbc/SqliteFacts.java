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

import io.calcitelens.adapters.BasisCheck;
import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.adapters.TableId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.calcite.rel.type.RelDataType;

/** What SQLite's catalog and the texts of its declarations tell. */
final class SqliteFacts implements SchemaFacts {
  private static final String TABLES =
      " from sqlite_master m, %s where m.type in ('table', 'view')"
          + " and m.name not like 'sqlite\\_%%' escape '\\'";

  private final String store;
  private final Map<String, TableFacts> tables = new HashMap<>();
  private final List<BasisForeignKey> foreignKeys = new ArrayList<>();

  private SqliteFacts(String store) {
    this.store = store;
  }

  /** One table, while it is read and after. */
  private static final class TableFacts {
    private final TableText text;
    private final Map<String, Column> columns = new LinkedHashMap<>();
    private final Map<String, IndexFacts> indexes = new LinkedHashMap<>();
    private OptionalDouble rowCount = OptionalDouble.empty();

    TableFacts(TableText text) {
      this.text = text;
    }

    List<String> primaryKey() {
      final Map<Integer, String> bySequence = new TreeMap<>();
      columns.forEach(
          (name, column) -> {
            if (column.keySequence > 0) {
              bySequence.put(column.keySequence, name);
            }
          });
      return List.copyOf(bySequence.values());
    }

    /** Whether the column is another name of the row's own number, which SQLite gives. */
    boolean isRowNumber(String column) {
      return columns.get(column).declared.equalsIgnoreCase("INTEGER")
          && primaryKey().equals(List.of(column))
          && indexes.values().stream().noneMatch(i -> i.origin.equals("pk"));
    }
  }

  /**
   * A column.
   *
   * @param computed whether it is generated from others
   * @param keySequence its place in the primary key, from 1; 0 if it is not of it
   */
  private record Column(String declared, boolean computed, int keySequence) {}

  /**
   * A unique index.
   *
   * @param origin what made it: {@code c} a statement, {@code u} and {@code pk} a constraint
   * @param columns its columns; null stands for an expression
   */
  private record IndexFacts(String origin, List<String> columns) {}

  static SqliteFacts read(Connection connection, String store) throws SQLException {
    final SqliteFacts facts = new SqliteFacts(store);
    try (Statement statement = connection.createStatement()) {
      facts.readTables(statement);
      facts.readColumns(statement);
      facts.readIndexes(statement);
      facts.readForeignKeys(statement);
      facts.readRowCounts(statement);
    }
    return facts;
  }

  private void readTables(Statement statement) throws SQLException {
    try (ResultSet r =
        statement.executeQuery(
            "select name, case type when 'table' then sql end from sqlite_master"
                + " where type in ('table', 'view')")) {
      while (r.next()) {
        final String sql = r.getString(2);
        tables.put(r.getString(1), new TableFacts(TableText.of(sql == null ? "" : sql)));
      }
    }
  }

  private void readColumns(Statement statement) throws SQLException {
    try (ResultSet r =
        statement.executeQuery(
            "select m.name, c.name, c.type, c.hidden, c.pk"
                + TABLES.formatted("pragma_table_xinfo(m.name) c")
                + " order by m.name, c.cid")) {
      while (r.next()) {
        final Column column = new Column(r.getString(3), r.getInt(4) >= 2, r.getInt(5));
        tables.get(r.getString(1)).columns.put(r.getString(2), column);
      }
    }
  }

  /** Indexes over some of the rows are no keys. */
  private void readIndexes(Statement statement) throws SQLException {
    try (ResultSet r =
        statement.executeQuery(
            "select m.name, i.name, i.origin, c.name"
                + TABLES.formatted("pragma_index_list(m.name) i, pragma_index_xinfo(i.name) c")
                + " and i.\"unique\" = 1 and i.partial = 0 and c.key = 1"
                + " order by m.name, i.seq desc, c.seqno")) {
      while (r.next()) {
        final String origin = r.getString(3);
        tables
            .get(r.getString(1))
            .indexes
            .computeIfAbsent(r.getString(2), i -> new IndexFacts(origin, new ArrayList<>()))
            .columns
            .add(r.getString(4));
      }
    }
  }

  private void readForeignKeys(Statement statement) throws SQLException {
    final Map<List<Object>, List<String[]>> parts = new LinkedHashMap<>();
    try (ResultSet r =
        statement.executeQuery(
            "select m.name, f.id, f.\"table\", f.\"from\", f.\"to\", f.on_update, f.on_delete"
                + TABLES.formatted("pragma_foreign_key_list(m.name) f")
                + " order by m.name, f.id desc, f.seq")) {
      while (r.next()) {
        parts
            .computeIfAbsent(List.of(r.getString(1), r.getInt(2)), k -> new ArrayList<>())
            .add(
                new String[] {
                  r.getString(3), r.getString(4), r.getString(5), r.getString(6), r.getString(7)
                });
      }
    }
    final Map<String, Integer> positions = new HashMap<>();
    parts.forEach(
        (key, columns) -> {
          final String child = (String) key.get(0);
          addForeignKey(child, positions.merge(child, 1, Integer::sum) - 1, columns);
        });
  }

  /**
   * It holds for no row for certain: a connection keeps foreign keys only if it asks for that.
   *
   * @param position in the text of the declaration
   */
  private void addForeignKey(String child, int position, List<String[]> parts) {
    final List<Optional<String>> names = tables.get(child).text.foreignKeyNames();
    final String named = parts.get(0)[0];
    final String parent =
        tables.keySet().stream().filter(named::equalsIgnoreCase).findFirst().orElse(named);
    final List<String> childColumns = parts.stream().map(p -> spelled(child, p[1])).toList();
    final List<String> parentColumns =
        parts.get(0)[2] != null
            ? parts.stream().map(p -> spelled(parent, p[2])).toList()
            : tables.containsKey(parent) ? tables.get(parent).primaryKey() : List.of();
    if (parentColumns.size() != childColumns.size()) {
      return; // SQLite itself refuses every write to such a table
    }
    final Optional<String> name = position < names.size() ? names.get(position) : Optional.empty();
    foreignKeys.add(
        new BasisForeignKey(
            name.orElse(child + "_" + String.join("_", childColumns) + "_fkey"),
            new TableId(store, List.of(child)),
            childColumns,
            new TableId(store, List.of(parent)),
            parentColumns,
            action(parts.get(0)[3]),
            action(parts.get(0)[4]),
            false));
  }

  /** A column as its table spells it, which a reference to it need not do. */
  private String spelled(String table, String column) {
    return tables.containsKey(table)
        ? tables.get(table).columns.keySet().stream()
            .filter(column::equalsIgnoreCase)
            .findFirst()
            .orElse(column)
        : column;
  }

  private static ReferentialAction action(String rule) {
    return switch (rule.toUpperCase(Locale.ROOT)) {
      case "CASCADE" -> ReferentialAction.CASCADE;
      case "SET NULL" -> ReferentialAction.SET_NULL;
      case "SET DEFAULT" -> ReferentialAction.SET_DEFAULT;
      case "RESTRICT" -> ReferentialAction.RESTRICT;
      default -> ReferentialAction.NO_ACTION;
    };
  }

  /** There are estimates once somebody has asked for them by {@code ANALYZE}. */
  private void readRowCounts(Statement statement) throws SQLException {
    try (ResultSet r =
        statement.executeQuery("select 1 from sqlite_master where name = 'sqlite_stat1'")) {
      if (!r.next()) {
        return;
      }
    }
    try (ResultSet r = statement.executeQuery("select tbl, stat from sqlite_stat1")) {
      while (r.next()) {
        final TableFacts table = tables.get(r.getString(1));
        final String first = r.getString(2).split(" ", 2)[0];
        if (table != null && first.matches("\\d{1,18}") && Long.parseLong(first) > 0) {
          table.rowCount = OptionalDouble.of(Long.parseLong(first));
        }
      }
    }
  }

  @Override
  public Optional<RelDataType> type(String table, String column) {
    return column(table, column).map(c -> SqliteTypes.of(c.declared()));
  }

  /** Nulls that a primary key has taken are errors, as values of another type are. */
  @Override
  public boolean neverNull(String table, String column) {
    return column(table, column).filter(c -> c.keySequence() > 0).isPresent();
  }

  @Override
  public Optional<String> collation(String table, String column) {
    return Optional.ofNullable(tables.get(table)).flatMap(t -> t.text.collation(column));
  }

  private Optional<Column> column(String table, String column) {
    return Optional.ofNullable(tables.get(table)).map(t -> t.columns.get(column));
  }

  @Override
  public Optional<BasisColumn.Generation> generation(String table, String column) {
    return column(table, column)
        .map(
            c ->
                c.computed()
                    ? BasisColumn.Generation.COMPUTED
                    : tables.get(table).isRowNumber(column)
                        ? BasisColumn.Generation.IDENTITY_BY_DEFAULT
                        : BasisColumn.Generation.NONE);
  }

  @Override
  public Optional<List<BasisKey>> constraints(String table, List<BasisColumn> columns) {
    final TableFacts facts = tables.get(table);
    final List<BasisKey> keys = new ArrayList<>();
    final List<String> primary = facts.primaryKey();
    if (!primary.isEmpty()) {
      keys.add(key(facts, table + "_pk", primary, columns, true));
    }
    facts.indexes.values().stream()
        .filter(i -> i.origin.equals("u"))
        .map(
            i ->
                key(
                    facts,
                    table + "_" + String.join("_", i.columns) + "_key",
                    i.columns,
                    columns,
                    false))
        .forEach(keys::add);
    return Optional.of(keys);
  }

  private static BasisKey key(
      TableFacts facts,
      String defaultName,
      List<String> names,
      List<BasisColumn> columns,
      boolean primary) {
    return new BasisKey(
        facts.text.keyName(names).orElse(defaultName),
        JdbcSchemaReader.ordinals(columns, names),
        primary);
  }

  @Override
  public Optional<List<BasisKey>> uniqueIndexes(String table, List<BasisColumn> columns) {
    final List<BasisKey> keys = new ArrayList<>();
    tables
        .get(table)
        .indexes
        .forEach(
            (name, index) -> {
              if (index.origin.equals("c") && !index.columns.contains(null)) {
                keys.add(
                    new BasisKey(name, JdbcSchemaReader.ordinals(columns, index.columns), false));
              }
            });
    return Optional.of(keys);
  }

  @Override
  public Optional<List<BasisForeignKey>> foreignKeys() {
    return Optional.of(List.copyOf(foreignKeys));
  }

  @Override
  public List<BasisCheck> checks(String table) {
    return Optional.ofNullable(tables.get(table)).map(t -> t.text.checks()).orElse(List.of());
  }

  @Override
  public OptionalDouble rowCount(String table) {
    return tables.get(table).rowCount;
  }
}
