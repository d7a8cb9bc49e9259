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
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;

/** What DuckDB's catalog tells of one schema. Constraints have names of its own making there. */
final class DuckDbFacts implements SchemaFacts {
  private static final String HERE =
      " where database_name = current_database() and schema_name = ?";

  /** What an index is over, in its declaration: {@code … ON T(a, "b c");}. */
  private static final Pattern INDEXED =
      Pattern.compile(
          " ON (?:(?:\"(?:[^\"]|\"\")*\"|\\w+)\\.)*(?:\"(?:[^\"]|\"\")*\"|\\w+)\\s*\\((.*)\\);?\\s*$",
          Pattern.DOTALL);

  private final String store;
  private final String schema;
  private final Map<String, TableFacts> tables = new HashMap<>();
  private final List<BasisForeignKey> foreignKeys = new ArrayList<>();

  private DuckDbFacts(String store, String schema) {
    this.store = store;
    this.schema = schema;
  }

  /** One table, while it is read and after. */
  private static final class TableFacts {
    private final Map<String, Column> columns = new HashMap<>();
    private final List<Key> keys = new ArrayList<>();
    private final List<Key> indexes = new ArrayList<>();
    private final Set<String> indexed = new HashSet<>();
    private final List<BasisCheck> checks = new ArrayList<>();
    private OptionalDouble rowCount = OptionalDouble.empty();
  }

  private record Column(
      RelDataType type, BasisColumn.Generation generation, Optional<String> collation) {}

  private record Key(String name, List<String> columns, boolean primary) {
    BasisKey over(List<BasisColumn> columns) {
      return new BasisKey(name, JdbcSchemaReader.ordinals(columns, this.columns), primary);
    }
  }

  /** A row of a result. */
  @FunctionalInterface
  private interface Row {
    void read(ResultSet row) throws SQLException;
  }

  static DuckDbFacts read(Connection connection, String store, String schema) throws SQLException {
    final DuckDbFacts facts = new DuckDbFacts(store, schema);
    final Map<String, TableText> texts = new HashMap<>();
    facts.each(
        connection,
        "select table_name, sql, estimated_size from duckdb_tables()" + HERE,
        r -> {
          texts.put(r.getString(1), TableText.of(r.getString(2)));
          facts.table(r.getString(1)).rowCount = OptionalDouble.of(r.getLong(3));
        });
    facts.each(
        connection,
        "select table_name, column_name, data_type, column_default"
            + " from information_schema.columns"
            + " where table_catalog = current_database() and table_schema = ?",
        r -> facts.addColumn(r, Optional.ofNullable(texts.get(r.getString(1)))));
    facts.each(
        connection,
        "select table_name, constraint_type, constraint_name, constraint_column_names, expression,"
            + " referenced_table, referenced_column_names from duckdb_constraints()"
            + HERE
            + " order by table_name, constraint_index",
        facts::addConstraint);
    facts.each(
        connection,
        "select table_name, index_name, sql, is_unique from duckdb_indexes()" + HERE,
        facts::addIndex);
    return facts;
  }

  private void each(Connection connection, String sql, Row row) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, schema);
      try (ResultSet r = statement.executeQuery()) {
        while (r.next()) {
          row.read(r);
        }
      }
    }
  }

  private TableFacts table(String name) {
    return tables.computeIfAbsent(name, n -> new TableFacts());
  }

  /** A sequence that numbers the rows is all that there is of identities. */
  private void addColumn(ResultSet r, Optional<TableText> text) throws SQLException {
    final String name = r.getString(2);
    final String defaultSql = r.getString(4);
    table(r.getString(1))
        .columns
        .put(
            name,
            new Column(
                DuckDbTypes.of(r.getString(3)),
                text.filter(t -> t.isGenerated(name)).isPresent()
                    ? BasisColumn.Generation.COMPUTED
                    : defaultSql != null && defaultSql.startsWith("nextval(")
                        ? BasisColumn.Generation.IDENTITY_BY_DEFAULT
                        : BasisColumn.Generation.NONE,
                text.flatMap(t -> t.collation(name))));
  }

  private void addConstraint(ResultSet r) throws SQLException {
    final String name = r.getString(1);
    final String constraint = r.getString(3);
    if (!r.getString(2).equals("CHECK") && !r.getString(2).equals("NOT NULL")) {
      table(name).indexed.addAll(names(r.getArray(4)));
    }
    switch (r.getString(2)) {
      case "PRIMARY KEY":
        table(name).keys.add(new Key(constraint, names(r.getArray(4)), true));
        break;
      case "UNIQUE":
        table(name).keys.add(new Key(constraint, names(r.getArray(4)), false));
        break;
      case "CHECK":
        // What it is called is told by no fault: its condition is.
        table(name).checks.add(new BasisCheck(r.getString(5), r.getString(5)));
        break;
      case "FOREIGN KEY":
        foreignKeys.add(
            new BasisForeignKey(
                constraint,
                id(name),
                names(r.getArray(4)),
                id(r.getString(6)),
                names(r.getArray(7)),
                ReferentialAction.NO_ACTION,
                ReferentialAction.NO_ACTION,
                true));
        break;
      default:
        break;
    }
  }

  private TableId id(String table) {
    return new TableId(store, List.of(schema, table));
  }

  private static List<String> names(Array array) throws SQLException {
    return Arrays.stream((Object[]) array.getArray()).map(Object::toString).toList();
  }

  /**
   * An index over an expression is no key. The parts of an index stand in its text, between the
   * outer parentheses, where an expression has parentheses of its own.
   */
  private void addIndex(ResultSet r) throws SQLException {
    final String sql = r.getString(3);
    final TableFacts table = table(r.getString(1));
    table.columns.keySet().stream().filter(sql::contains).forEach(table.indexed::add);
    if (!r.getBoolean(4)) {
      return;
    }
    final Matcher matcher = INDEXED.matcher(sql);
    if (matcher.find() && !matcher.group(1).contains("(")) {
      table.indexes.add(new Key(r.getString(2), QuotedNames.list(matcher.group(1)), false));
    }
  }

  private Optional<Column> column(String table, String column) {
    return Optional.ofNullable(tables.get(table)).map(t -> t.columns.get(column));
  }

  @Override
  public Optional<RelDataType> type(String table, String column) {
    return column(table, column).map(Column::type);
  }

  @Override
  public Optional<String> collation(String table, String column) {
    return column(table, column).flatMap(Column::collation);
  }

  @Override
  public Optional<BasisColumn.Generation> generation(String table, String column) {
    return column(table, column).map(Column::generation);
  }

  @Override
  public Optional<List<BasisKey>> constraints(String table, List<BasisColumn> columns) {
    return Optional.of(table(table).keys.stream().map(k -> k.over(columns)).toList());
  }

  @Override
  public Optional<List<BasisKey>> uniqueIndexes(String table, List<BasisColumn> columns) {
    return Optional.of(table(table).indexes.stream().map(k -> k.over(columns)).toList());
  }

  @Override
  public Set<String> indexed(String table) {
    return Set.copyOf(table(table).indexed);
  }

  @Override
  public Optional<List<BasisForeignKey>> foreignKeys() {
    return Optional.of(List.copyOf(foreignKeys));
  }

  @Override
  public List<BasisCheck> checks(String table) {
    return List.copyOf(table(table).checks);
  }

  @Override
  public OptionalDouble rowCount(String table) {
    return table(table).rowCount;
  }
}
