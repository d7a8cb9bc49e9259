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
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.adapters.schema.CheckDefinition;
import io.calcitelens.adapters.schema.ColumnDefinition;
import io.calcitelens.adapters.schema.ForeignKeyDefinition;
import io.calcitelens.adapters.schema.IndexDefinition;
import io.calcitelens.adapters.schema.KeyDefinition;
import io.calcitelens.adapters.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;

/** Definitions as statements in the dialect of a store. */
final class DefinitionSql {
  private final StoreProduct product;
  private final SqlDialect dialect;
  private final String schema;

  DefinitionSql(StoreProduct product, String schema) {
    this.product = product;
    this.dialect = product.dialect();
    this.schema = schema;
  }

  SchemaStep createSchema() {
    return SchemaStep.of("CREATE SCHEMA " + quote(schema), "DROP SCHEMA " + quote(schema));
  }

  /** The table with its own rules, and with foreign keys that cannot be added later. */
  SchemaStep createTable(TableDefinition definition, List<String> foreignKeys) {
    final List<String> items = new ArrayList<>();
    for (ColumnDefinition column : definition.columns()) {
      items.add(column(column, definition));
    }
    if (definition.primaryKey().filter(k -> k.columns().isEmpty()).isPresent()) {
      items.addAll(singleton());
    } else {
      definition.primaryKey().ifPresent(k -> items.add(primaryKey(definition.name(), k)));
    }
    for (KeyDefinition key : definition.uniques()) {
      items.add(unique(definition.name(), key));
    }
    for (int i = 0; i < definition.checks().size(); i++) {
      items.add(
          check(
              checkName(definition.name(), definition.checks(), i),
              definition.checks().get(i),
              definition));
    }
    items.addAll(foreignKeys);
    final String table = table(definition.name());
    return SchemaStep.of(
        "CREATE TABLE " + table + " (" + String.join(", ", items) + ")", "DROP TABLE " + table);
  }

  private List<String> singleton() {
    final String key = quote(JdbcSchemaReader.SINGLETON_KEY);
    return List.of(
        key + " SMALLINT DEFAULT 0 NOT NULL",
        "PRIMARY KEY (" + key + ")",
        "CHECK (" + key + " = 0)");
  }

  SchemaStep addColumn(String table, ColumnDefinition column, TableDefinition definition) {
    return SchemaStep.of(
        alter(table) + " ADD COLUMN " + column(column, definition),
        alter(table) + " DROP COLUMN " + quote(column.name()));
  }

  SchemaStep addPrimaryKey(String table, KeyDefinition key) {
    return addConstraint(table, primaryKeyName(table, key), primaryKey(table, key));
  }

  SchemaStep addUnique(String table, KeyDefinition key) {
    if (!product.addsConstraints()) {
      // An index says the same, and can always be made.
      final String index = uniqueName(table, key);
      return SchemaStep.of(
          "CREATE UNIQUE INDEX "
              + (product.placesIndexes() && !product.indexesOfTables()
                  ? qualified(schema, index)
                  : quote(index))
              + " ON "
              + table(table)
              + " "
              + columns(key.columns()),
          "DROP INDEX " + qualified(schema, index));
    }
    return addConstraint(table, uniqueName(table, key), unique(table, key));
  }

  SchemaStep addCheck(
      String table, String name, CheckDefinition check, TableDefinition definition) {
    return addConstraint(table, name, check(name, check, definition));
  }

  SchemaStep addForeignKey(String table, ForeignKeyDefinition key, List<String> referencedColumns) {
    return addConstraint(
        table, foreignKeyName(table, key), foreignKey(table, key, referencedColumns));
  }

  String foreignKey(String table, ForeignKeyDefinition key, List<String> referencedColumns) {
    return "CONSTRAINT "
        + quote(foreignKeyName(table, key))
        + " FOREIGN KEY "
        + columns(key.columns())
        + " REFERENCES "
        + qualified(key.referencedSchema().orElse(schema), key.referencedTable())
        + (referencedColumns.isEmpty() ? "" : " " + columns(referencedColumns))
        + action(" ON UPDATE ", key.onUpdate())
        + action(" ON DELETE ", key.onDelete());
  }

  static String foreignKeyName(String table, ForeignKeyDefinition key) {
    return key.name().orElse(table + "_" + String.join("_", key.columns()) + "_fkey");
  }

  private static String action(String prefix, ReferentialAction action) {
    return action == ReferentialAction.NO_ACTION
        ? ""
        : prefix + action.sql().toUpperCase(Locale.ROOT);
  }

  SchemaStep createIndex(String table, IndexDefinition index) {
    final String name = qualified(schema, index.name());
    return SchemaStep.of(
        "CREATE "
            + (index.unique() ? "UNIQUE " : "")
            + "INDEX "
            + (product.placesIndexes() && !product.indexesOfTables() ? name : quote(index.name()))
            + " ON "
            + table(table)
            + index.columns().stream()
                .map(p -> quote(p.column()) + (p.descending() ? " DESC" : ""))
                .collect(Collectors.joining(", ", " (", ")")),
        product.indexesOfTables()
            ? "DROP INDEX " + quote(index.name()) + " ON " + table(table)
            : "DROP INDEX " + name);
  }

  private SchemaStep addConstraint(String table, String name, String constraint) {
    return SchemaStep.of(
        alter(table) + " ADD " + constraint, alter(table) + " DROP CONSTRAINT " + quote(name));
  }

  private static boolean isIdentity(ColumnDefinition column) {
    return column.generation() == BasisColumn.Generation.IDENTITY_ALWAYS
        || column.generation() == BasisColumn.Generation.IDENTITY_BY_DEFAULT;
  }

  private static boolean indexed(ColumnDefinition column, TableDefinition definition) {
    final List<List<String>> indexed = new ArrayList<>();
    definition.primaryKey().ifPresent(k -> indexed.add(k.columns()));
    definition.uniques().forEach(k -> indexed.add(k.columns()));
    definition.foreignKeys().forEach(k -> indexed.add(k.columns()));
    definition
        .indexes()
        .forEach(i -> indexed.add(i.columns().stream().map(IndexDefinition.Part::column).toList()));
    return indexed.stream()
        .flatMap(List::stream)
        .anyMatch(name -> name.equalsIgnoreCase(column.name()));
  }

  private String column(ColumnDefinition column, TableDefinition definition) {
    final StringBuilder buf = new StringBuilder();
    final boolean indexed = indexed(column, definition);
    buf.append(quote(column.name()))
        .append(' ')
        .append(
            isIdentity(column)
                ? product.identityType(column.type())
                : product.typeName(column.type(), indexed));
    switch (column.generation()) {
      case IDENTITY_ALWAYS:
        buf.append(product.identity(true));
        break;
      case IDENTITY_BY_DEFAULT:
        buf.append(product.identity(false));
        break;
      case COMPUTED:
        buf.append(" GENERATED ALWAYS AS (")
            .append(expression(column.computedAs().orElseThrow(), definition))
            .append(")")
            .append(product.computedColumnSuffix());
        return buf.toString();
      default:
        column
            .defaultValue()
            .filter(NativeDefaults::knows)
            .ifPresent(d -> buf.append(" DEFAULT ").append(expression(d, definition)));
    }
    return buf.append(column.type().isNullable() ? "" : " NOT NULL").toString();
  }

  private String primaryKey(String table, KeyDefinition key) {
    return "CONSTRAINT "
        + quote(primaryKeyName(table, key))
        + " PRIMARY KEY "
        + columns(key.columns());
  }

  private static String primaryKeyName(String table, KeyDefinition key) {
    return key.name().orElse(table + "_pk");
  }

  private String unique(String table, KeyDefinition key) {
    return "CONSTRAINT " + quote(uniqueName(table, key)) + " UNIQUE " + columns(key.columns());
  }

  private static String uniqueName(String table, KeyDefinition key) {
    return key.name().orElse(table + "_" + String.join("_", key.columns()) + "_key");
  }

  private String check(String name, CheckDefinition check, TableDefinition definition) {
    return "CONSTRAINT "
        + quote(name)
        + " CHECK ("
        + expression(check.condition(), definition)
        + ")";
  }

  /** What a check says, as the store is told it. */
  String condition(CheckDefinition check, TableDefinition definition) {
    return expression(check.condition(), definition);
  }

  /** Checks without a name are T_check, T_check1 and so on, in their order. */
  static String checkName(String table, List<CheckDefinition> checks, int ordinal) {
    final Optional<String> name = checks.get(ordinal).name();
    if (name.isPresent()) {
      return name.get();
    }
    final long before = checks.subList(0, ordinal).stream().filter(c -> c.name().isEmpty()).count();
    return table + "_check" + (before == 0 ? "" : String.valueOf(before));
  }

  /** The expression with its columns spelled as they are declared. */
  private String expression(SqlNode node, TableDefinition definition) {
    final SqlNode spelled =
        node.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlIdentifier id) {
                final String last = id.names.get(id.names.size() - 1);
                return definition.columns().stream()
                    .map(ColumnDefinition::name)
                    .filter(last::equalsIgnoreCase)
                    .findFirst()
                    .<SqlNode>map(name -> new SqlIdentifier(name, id.getParserPosition()))
                    .orElse(id);
              }
            });
    return spelled.toSqlString(dialect).getSql();
  }

  private String columns(List<String> names) {
    return names.stream().map(this::quote).collect(Collectors.joining(", ", "(", ")"));
  }

  private String alter(String table) {
    return "ALTER TABLE " + table(table);
  }

  private String table(String name) {
    return qualified(schema, name);
  }

  private String qualified(String schemaName, String name) {
    return product.schemas() ? quote(schemaName) + "." + quote(name) : quote(name);
  }

  private String quote(String name) {
    return dialect.quoteIdentifier(name);
  }
}
