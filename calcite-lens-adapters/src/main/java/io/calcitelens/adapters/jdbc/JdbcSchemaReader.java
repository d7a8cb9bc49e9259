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
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.TableId;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.rel.type.RelDataType;

/** Reads the tables of a schema of a store, once, with all that the store enforces on them. */
public final class JdbcSchemaReader {
  /** The key column of a table of at most one row; it is not shown. */
  static final String SINGLETON_KEY = "lens_singleton";

  private static final Set<String> TABLES =
      Set.of("TABLE", "BASE TABLE", "PARTITIONED TABLE", "FOREIGN TABLE");
  private static final Set<String> VIEWS = Set.of("VIEW", "MATERIALIZED VIEW");

  private final JdbcStore store;
  private final DatabaseMetaData metaData;
  private final Optional<String> catalog;
  private final Optional<String> schema;
  private final SchemaFacts facts;
  private final Set<String> singletons = new HashSet<>();

  private JdbcSchemaReader(JdbcStore store, Connection connection, StoredSchema name)
      throws SQLException {
    this.store = store;
    this.metaData = connection.getMetaData();
    this.catalog =
        name.catalog()
            .or(() -> ownCatalog(connection, store.product().readsOwnCatalog()))
            .or(() -> store.product().catalogsForSchemas() ? name.schema() : Optional.empty());
    this.schema =
        store.product().catalogsForSchemas() || !store.product().schemas()
            ? Optional.empty()
            : name.schema().or(() -> ownSchema(connection));
    this.facts = store.product().facts(store.name(), connection, new StoredSchema(catalog, schema));
  }

  /**
   * Reads a schema.
   *
   * @return its tables and views, by name; empty if there is no such schema
   */
  public static List<JdbcBasisTable> read(JdbcStore store, StoredSchema name) {
    try (JdbcSession session = store.open(SessionOptions.READ_ONLY)) {
      try {
        return new JdbcSchemaReader(store, session.connection(), name).tables();
      } catch (SQLException e) {
        throw session.fault(e);
      }
    }
  }

  private static Optional<String> ownSchema(Connection connection) {
    try {
      return Optional.ofNullable(connection.getSchema());
    } catch (SQLException | AbstractMethodError e) {
      return Optional.empty(); // a driver older than the method
    }
  }

  private static Optional<String> ownCatalog(Connection connection, boolean wanted) {
    try {
      return wanted ? Optional.ofNullable(connection.getCatalog()) : Optional.empty();
    } catch (SQLException e) {
      return Optional.empty();
    }
  }

  private List<JdbcBasisTable> tables() throws SQLException {
    final Map<String, Boolean> names = new TreeMap<>();
    try (ResultSet r = metaData.getTables(catalog.orElse(null), schemaPattern(), "%", null)) {
      while (r.next()) {
        final String type = r.getString("TABLE_TYPE").toUpperCase(Locale.ROOT);
        if (TABLES.contains(type) || VIEWS.contains(type)) {
          names.put(r.getString("TABLE_NAME"), VIEWS.contains(type));
        }
      }
    }
    final Map<String, List<BasisColumn>> columns = columns();
    final List<JdbcBasisTable> tables = new ArrayList<>();
    for (Map.Entry<String, Boolean> entry : names.entrySet()) {
      final List<BasisColumn> found = columns.getOrDefault(entry.getKey(), List.of());
      if (!found.isEmpty()) {
        tables.add(
            table(entry.getKey(), entry.getValue() || facts.readOnly(entry.getKey()), found));
      }
    }
    return List.copyOf(tables);
  }

  private JdbcBasisTable table(String name, boolean view, List<BasisColumn> columns)
      throws SQLException {
    final boolean singleton = singletons.contains(name);
    return new JdbcBasisTable(
        store,
        id(name),
        new JdbcBasisTable.Facts(
            view,
            singleton,
            columns,
            view ? List.of() : keys(name, columns),
            view ? List.of() : foreignKeys(name, false),
            view ? List.of() : foreignKeys(name, true),
            facts.checks(name).stream()
                .filter(c -> !singleton || !c.sql().contains(SINGLETON_KEY))
                .toList(),
            facts.indexed(name),
            view ? OptionalDouble.empty() : facts.rowCount(name)));
  }

  /** The path by which the store knows a table: its schema, or the catalog where it has none. */
  private List<String> path(
      Optional<String> tableCatalog, Optional<String> tableSchema, String table) {
    final Optional<String> qualifier =
        store.product().catalogsForSchemas() ? tableCatalog : tableSchema;
    return qualifier.map(q -> List.of(q, table)).orElse(List.of(table));
  }

  private Map<String, List<BasisColumn>> columns() throws SQLException {
    final Map<String, List<BasisColumn>> result = new HashMap<>();
    try (ResultSet r = metaData.getColumns(catalog.orElse(null), schemaPattern(), "%", "%")) {
      while (r.next()) {
        final String table = r.getString("TABLE_NAME");
        if (r.getString("COLUMN_NAME").equals(SINGLETON_KEY)) {
          singletons.add(table);
          continue;
        }
        final List<BasisColumn> columns = result.computeIfAbsent(table, t -> new ArrayList<>());
        columns.add(column(r, table, columns.size()));
      }
    }
    return result;
  }

  private BasisColumn column(ResultSet r, String table, int ordinal) throws SQLException {
    final String name = r.getString("COLUMN_NAME");
    final String typeName = r.getString("TYPE_NAME");
    final int told = r.getInt("DATA_TYPE");
    final int jdbcType =
        store.product().isPlainType(told, typeName.toLowerCase(Locale.ROOT)) ? told : Types.OTHER;
    final BasisColumn.Generation generation =
        facts
            .generation(table, name)
            .orElse(
                "YES".equals(r.getString("IS_AUTOINCREMENT"))
                    ? BasisColumn.Generation.IDENTITY_BY_DEFAULT
                    : BasisColumn.Generation.NONE);
    final Optional<String> defaultSql =
        generation == BasisColumn.Generation.NONE
            ? Optional.ofNullable(r.getString("COLUMN_DEF")).filter(d -> !isNull(d))
            : Optional.empty();
    final boolean nullable =
        r.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls && !facts.neverNull(table, name);
    final Optional<RelDataType> type =
        facts.type(table, name).map(t -> LensTypes.FACTORY.createTypeWithNullability(t, nullable));
    return new BasisColumn(
        ordinal,
        name,
        type.isPresent() ? type.get() : described(r, table, name, jdbcType, nullable),
        jdbcType,
        generation,
        defaultSql,
        facts.collation(table, name));
  }

  private RelDataType described(
      ResultSet r, String table, String name, int jdbcType, boolean nullable) throws SQLException {
    return store
        .product()
        .columnType(
            jdbcType,
            r.getString("TYPE_NAME"),
            r.getInt("COLUMN_SIZE"),
            facts.secondsDigits(table, name).orElse(r.getInt("DECIMAL_DIGITS")),
            nullable);
  }

  private static boolean isNull(String defaultSql) {
    return defaultSql.trim().equalsIgnoreCase("null");
  }

  private List<BasisKey> keys(String table, List<BasisColumn> columns) throws SQLException {
    final Optional<List<BasisKey>> constraints = facts.constraints(table, columns);
    final List<BasisKey> keys = new ArrayList<>(constraints.orElse(List.of()));
    if (constraints.isEmpty()) {
      primaryKey(table, columns).ifPresent(keys::add);
    }
    if (singletons.contains(table)) {
      // The hidden column is no column here: its key says that there is one row at most.
      keys.replaceAll(k -> k.primary() ? new BasisKey(k.name(), List.of(), true) : k);
    }
    final Optional<List<BasisKey>> indexes = facts.uniqueIndexes(table, columns);
    for (BasisKey index : indexes.isPresent() ? indexes.get() : uniqueIndexes(table, columns)) {
      final Set<Integer> set = Set.copyOf(index.columns());
      final boolean known = keys.stream().anyMatch(k -> Set.copyOf(k.columns()).equals(set));
      if (!known && !set.contains(-1) && !facts.deferrable(index.name())) {
        keys.add(index);
      }
    }
    keys.sort((a, b) -> Boolean.compare(b.primary(), a.primary()));
    return keys;
  }

  private Optional<BasisKey> primaryKey(String table, List<BasisColumn> columns)
      throws SQLException {
    final Map<Integer, Integer> bySequence = new TreeMap<>();
    String name = table + "_pk";
    try (ResultSet r = metaData.getPrimaryKeys(catalog.orElse(null), schema.orElse(null), table)) {
      while (r.next()) {
        bySequence.put(r.getInt("KEY_SEQ"), ordinal(columns, r.getString("COLUMN_NAME")));
        name = r.getString("PK_NAME") == null ? name : r.getString("PK_NAME");
      }
    }
    return bySequence.isEmpty()
        ? Optional.empty()
        : Optional.of(new BasisKey(name, List.copyOf(bySequence.values()), true));
  }

  /** Unique indexes over all rows; an expression stands as the ordinal -1. */
  private List<BasisKey> uniqueIndexes(String table, List<BasisColumn> columns)
      throws SQLException {
    final Map<String, List<Integer>> indexes = new LinkedHashMap<>();
    final List<String> notKeys = new ArrayList<>();
    try (ResultSet r =
        metaData.getIndexInfo(catalog.orElse(null), schema.orElse(null), table, true, true)) {
      while (r.next()) {
        final String index = r.getString("INDEX_NAME");
        if (index == null || r.getBoolean("NON_UNIQUE")) {
          continue;
        }
        final int ordinal = ordinal(columns, r.getString("COLUMN_NAME"));
        if (r.getString("FILTER_CONDITION") != null) {
          notKeys.add(index);
        }
        indexes.computeIfAbsent(index, i -> new ArrayList<>()).add(ordinal);
      }
    }
    indexes.keySet().removeAll(notKeys);
    return indexes.entrySet().stream()
        .map(index -> new BasisKey(index.getKey(), index.getValue(), false))
        .toList();
  }

  /** Where named columns are, in the order of the names. */
  static List<Integer> ordinals(List<BasisColumn> columns, List<String> names) {
    return names.stream().map(n -> ordinal(columns, n)).toList();
  }

  static int ordinal(List<BasisColumn> columns, String name) {
    for (BasisColumn column : columns) {
      if (column.name().equals(name)) {
        return column.ordinal();
      }
    }
    return -1;
  }

  private List<BasisForeignKey> foreignKeys(String table, boolean exported) throws SQLException {
    final Optional<List<BasisForeignKey>> told = facts.foreignKeys();
    if (told.isPresent()) {
      return told.get().stream()
          .filter(k -> (exported ? k.parent() : k.child()).equals(id(table)))
          .toList();
    }
    final List<ForeignKeyParts> parts = new ArrayList<>();
    try (ResultSet r =
        exported
            ? metaData.getExportedKeys(catalog.orElse(null), schema.orElse(null), table)
            : metaData.getImportedKeys(catalog.orElse(null), schema.orElse(null), table)) {
      while (r.next()) {
        final TableId child = id(r, "FKTABLE_");
        final TableId parent = id(r, "PKTABLE_");
        final String name =
            Optional.ofNullable(r.getString("FK_NAME"))
                .orElse(child.name() + "_" + parent.name() + "_fkey");
        ForeignKeyParts part = parts.isEmpty() ? null : parts.get(parts.size() - 1);
        // The first column of a key has the sequence number 1: a key without a name is seen by it.
        if (part == null || r.getInt("KEY_SEQ") == 1) {
          part =
              new ForeignKeyParts(
                  name,
                  child,
                  parent,
                  action(r.getInt("UPDATE_RULE")),
                  action(r.getInt("DELETE_RULE")),
                  r.getInt("DEFERRABILITY") == DatabaseMetaData.importedKeyNotDeferrable
                      && !store.capabilities().keepsOldViolators()
                      && !facts.unvalidated(child.name(), name));
          parts.add(part);
        }
        final String column = r.getString("FKCOLUMN_NAME");
        // What the store takes for a reference may be text that differs.
        part.guaranteed &= facts.collation(part.child.name(), column).isEmpty();
        part.childColumns.add(column);
        part.parentColumns.add(r.getString("PKCOLUMN_NAME"));
      }
    }
    return parts.stream().map(ForeignKeyParts::key).toList();
  }

  private TableId id(String table) {
    return new TableId(store.name(), path(catalog, schema, table));
  }

  private TableId id(ResultSet r, String prefix) throws SQLException {
    return new TableId(
        store.name(),
        path(
            Optional.ofNullable(r.getString(prefix + "CAT")),
            Optional.ofNullable(r.getString(prefix + "SCHEM")),
            r.getString(prefix + "NAME")));
  }

  private static ReferentialAction action(int rule) {
    switch (rule) {
      case DatabaseMetaData.importedKeyCascade:
        return ReferentialAction.CASCADE;
      case DatabaseMetaData.importedKeySetNull:
        return ReferentialAction.SET_NULL;
      case DatabaseMetaData.importedKeySetDefault:
        return ReferentialAction.SET_DEFAULT;
      case DatabaseMetaData.importedKeyRestrict:
        return ReferentialAction.RESTRICT;
      default:
        return ReferentialAction.NO_ACTION;
    }
  }

  /** The schema's name as a pattern that matches it alone. */
  private String schemaPattern() throws SQLException {
    if (schema.isEmpty()) {
      return null;
    }
    final String escape = metaData.getSearchStringEscape();
    return escape == null || escape.isEmpty()
        ? schema.get()
        : schema
            .get()
            .replace(escape, escape + escape)
            .replace("_", escape + "_")
            .replace("%", escape + "%");
  }

  /** A foreign key while its columns are being read. */
  private static final class ForeignKeyParts {
    private final String name;
    private final TableId child;
    private final TableId parent;
    private final ReferentialAction onUpdate;
    private final ReferentialAction onDelete;
    private boolean guaranteed;
    private final List<String> childColumns = new ArrayList<>();
    private final List<String> parentColumns = new ArrayList<>();

    ForeignKeyParts(
        String name,
        TableId child,
        TableId parent,
        ReferentialAction onUpdate,
        ReferentialAction onDelete,
        boolean guaranteed) {
      this.name = name;
      this.child = child;
      this.parent = parent;
      this.onUpdate = onUpdate;
      this.onDelete = onDelete;
      this.guaranteed = guaranteed;
    }

    BasisForeignKey key() {
      return new BasisForeignKey(
          name, child, childColumns, parent, parentColumns, onUpdate, onDelete, guaranteed);
    }
  }
}
