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
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.TableId;
import io.calcitelens.adapters.schema.CheckDefinition;
import io.calcitelens.adapters.schema.ColumnDefinition;
import io.calcitelens.adapters.schema.ForeignKeyDefinition;
import io.calcitelens.adapters.schema.IndexDefinition;
import io.calcitelens.adapters.schema.KeyDefinition;
import io.calcitelens.adapters.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What is missing in a schema, as statements: tables first, then what refers between them. */
final class SchemaPlanner {
  private final JdbcStore store;
  private final String schema;
  private final List<JdbcBasisTable> existing;
  private final boolean schemaExists;
  private final Set<String> indexes;
  private final DefinitionSql sql;

  SchemaPlanner(
      JdbcStore store,
      String schema,
      List<JdbcBasisTable> existing,
      boolean schemaExists,
      Set<String> indexes) {
    this.store = store;
    this.schema = schema;
    this.existing = existing;
    this.schemaExists = schemaExists;
    this.indexes = indexes;
    this.sql = new DefinitionSql(store.product(), schema);
  }

  List<SchemaStep> plan(List<TableDefinition> definitions) {
    final List<SchemaStep> tables = new ArrayList<>();
    final List<SchemaStep> after = new ArrayList<>();
    if (!schemaExists) {
      tables.add(sql.createSchema());
    }
    for (TableDefinition definition : inOrder(definitions)) {
      final Optional<JdbcBasisTable> table = find(definition.name());
      final String name = table.map(t -> t.id().name()).orElse(definition.name());
      judgeColumns(definition, name, table);
      judgeForeignKeys(definition, name);
      final boolean inside = table.isEmpty() && !store.product().addsConstraints();
      if (table.isPresent()) {
        addMissing(definition, table.get(), tables);
      } else {
        tables.add(
            sql.createTable(definition, inside ? inside(definition, definitions) : List.of()));
      }
      if (!inside) {
        addForeignKeys(definition, name, table, definitions, after);
      }
      addIndexes(definition, name, after);
    }
    tables.addAll(after);
    return tables;
  }

  /** Parents first, where foreign keys are made with their tables. */
  private List<TableDefinition> inOrder(List<TableDefinition> definitions) {
    if (store.product().addsConstraints()) {
      return definitions;
    }
    final Set<TableDefinition> ordered = new LinkedHashSet<>();
    for (TableDefinition definition : definitions) {
      addWithParents(definition, definitions, new HashSet<>(), ordered);
    }
    return List.copyOf(ordered);
  }

  private static void addWithParents(
      TableDefinition definition,
      List<TableDefinition> definitions,
      Set<TableDefinition> path,
      Set<TableDefinition> ordered) {
    if (!path.add(definition)) {
      return;
    }
    for (ForeignKeyDefinition key : definition.foreignKeys()) {
      for (TableDefinition other : definitions) {
        if (other.name().equalsIgnoreCase(key.referencedTable())) {
          addWithParents(other, definitions, path, ordered);
        }
      }
    }
    ordered.add(definition);
  }

  private List<String> inside(TableDefinition definition, List<TableDefinition> definitions) {
    return definition.foreignKeys().stream()
        .map(k -> sql.foreignKey(definition.name(), k, referencedColumns(k, definitions)))
        .toList();
  }

  private void judgeColumns(
      TableDefinition definition, String name, Optional<JdbcBasisTable> table) {
    for (ColumnDefinition column : definition.columns()) {
      if (table.isEmpty() || table.get().column(column.name()).isEmpty()) {
        final Optional<StoreException.Kind> refusal = store.product().refusal(definition, column);
        if (refusal.isPresent()) {
          throw refused(refusal.get(), name, List.of(column.name()), Optional.empty());
        }
      }
    }
  }

  private void judgeForeignKeys(TableDefinition definition, String name) {
    for (ForeignKeyDefinition key : definition.foreignKeys()) {
      final boolean plain =
          isPlain(key.onUpdate())
              && isPlain(key.onDelete())
              && key.referencedSchema().filter(s -> !s.equals(schema)).isEmpty();
      if (!plain && !store.product().refersFreely()) {
        throw refused(
            StoreException.Kind.CANNOT_REFER,
            name,
            key.columns(),
            Optional.of(DefinitionSql.foreignKeyName(name, key)));
      }
    }
  }

  private static boolean isPlain(ReferentialAction action) {
    return action == ReferentialAction.NO_ACTION || action == ReferentialAction.RESTRICT;
  }

  /** A constraint that the store takes only when a table is made. */
  private void requireAddable(String table, List<String> columns, String constraint) {
    if (!store.product().addsConstraints()) {
      throw refused(StoreException.Kind.CANNOT_ADD, table, columns, Optional.of(constraint));
    }
  }

  private StoreException refused(
      StoreException.Kind kind, String table, List<String> columns, Optional<String> constraint) {
    final TableId id = new TableId(store.name(), List.of(table));
    return new StoreException(kind, store.name(), Optional.of(id), columns, constraint, null);
  }

  private Optional<JdbcBasisTable> find(String name) {
    return existing.stream()
        .filter(t -> t.id().name().equals(name))
        .findFirst()
        .or(() -> existing.stream().filter(t -> t.id().name().equalsIgnoreCase(name)).findFirst());
  }

  private void addMissing(
      TableDefinition definition, JdbcBasisTable table, List<SchemaStep> steps) {
    final String name = table.id().name();
    for (ColumnDefinition column : definition.columns()) {
      if (table.column(column.name()).isEmpty()) {
        final boolean computed = column.generation() == BasisColumn.Generation.COMPUTED;
        if ((computed || !column.type().isNullable())
            && !store.product().addsConstrainedColumns()) {
          throw refused(
              StoreException.Kind.CANNOT_ADD,
              name,
              List.of(column.name()),
              Optional.of(computed ? "GENERATED" : "NOT NULL"));
        }
        steps.add(sql.addColumn(name, column, definition));
      }
    }
    if (definition.primaryKey().isPresent()
        && !definition.primaryKey().get().columns().isEmpty()
        && table.keys().stream().noneMatch(BasisKey::primary)) {
      final KeyDefinition key = definition.primaryKey().get();
      requireAddable(name, key.columns(), "PRIMARY KEY");
      steps.add(sql.addPrimaryKey(name, key));
    }
    for (KeyDefinition key : definition.uniques()) {
      if (table.keys().stream().noneMatch(k -> same(columns(table, k), key.columns()))) {
        steps.add(sql.addUnique(name, key));
      }
    }
    final List<CheckDefinition> checks = definition.checks();
    for (int i = 0; i < checks.size(); i++) {
      final String checkName = DefinitionSql.checkName(name, checks, i);
      final CheckDefinition check = checks.get(i);
      if (table.checks().stream().noneMatch(c -> isSame(c, checkName, check, definition))) {
        requireAddable(name, List.of(), checkName);
        steps.add(sql.addCheck(name, checkName, check, definition));
      }
    }
  }

  /** By its name; by its condition where names are not kept, whatever its parentheses. */
  private boolean isSame(
      BasisCheck known, String name, CheckDefinition check, TableDefinition definition) {
    return store.product().keepsConstraintNames()
        ? known.name().equalsIgnoreCase(name)
        : plain(known.sql()).equals(plain(sql.condition(check, definition)));
  }

  private static String plain(String condition) {
    return condition
        .toLowerCase(Locale.ROOT)
        .replace("~~", "like")
        .replace("!=", "<>")
        .replaceAll("[\\s()\"]", "");
  }

  private void addForeignKeys(
      TableDefinition definition,
      String name,
      Optional<JdbcBasisTable> table,
      List<TableDefinition> definitions,
      List<SchemaStep> steps) {
    for (ForeignKeyDefinition key : definition.foreignKeys()) {
      final boolean known =
          table.isPresent()
              && table.get().foreignKeys().stream().anyMatch(k -> sameReference(k, key));
      if (!known) {
        requireAddable(name, key.columns(), DefinitionSql.foreignKeyName(name, key));
        steps.add(sql.addForeignKey(name, key, referencedColumns(key, definitions)));
      }
    }
  }

  private static boolean sameReference(BasisForeignKey known, ForeignKeyDefinition key) {
    return same(known.childColumns(), key.columns())
        && known.parent().name().equalsIgnoreCase(key.referencedTable());
  }

  /** The columns of the reference, or the primary key of the table that it names. */
  private List<String> referencedColumns(
      ForeignKeyDefinition key, List<TableDefinition> definitions) {
    if (!key.referencedColumns().isEmpty()
        || key.referencedSchema().filter(s -> !s.equals(schema)).isPresent()) {
      return key.referencedColumns();
    }
    for (TableDefinition definition : definitions) {
      if (definition.name().equalsIgnoreCase(key.referencedTable())) {
        return definition.primaryKey().map(KeyDefinition::columns).orElse(List.of());
      }
    }
    return find(key.referencedTable()).stream()
        .flatMap(t -> t.keys().stream().filter(BasisKey::primary).map(k -> columns(t, k)))
        .findFirst()
        .orElse(List.of());
  }

  private void addIndexes(TableDefinition definition, String name, List<SchemaStep> steps) {
    for (IndexDefinition index : definition.indexes()) {
      if (!indexes.contains(index.name())) {
        steps.add(sql.createIndex(name, index));
      }
    }
  }

  private static List<String> columns(BasisTable table, BasisKey key) {
    return key.columns().stream().map(i -> table.columns().get(i).name()).toList();
  }

  private static boolean same(Collection<String> a, Collection<String> b) {
    final Set<String> folded = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    folded.addAll(a);
    return folded.size() == new HashSet<>(b).size() && folded.containsAll(b);
  }
}
