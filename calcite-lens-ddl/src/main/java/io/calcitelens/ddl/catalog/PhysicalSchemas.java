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
package io.calcitelens.ddl.catalog;

import static io.calcitelens.prover.LensResource.RESOURCE;

import com.google.common.collect.Multimap;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.jdbc.JdbcBasisTable;
import io.calcitelens.adapters.jdbc.JdbcSchemaReader;
import io.calcitelens.adapters.jdbc.JdbcStore;
import io.calcitelens.adapters.jdbc.StoreSchemaEditor;
import io.calcitelens.adapters.jdbc.StoredSchema;
import io.calcitelens.adapters.schema.IndexDefinition;
import io.calcitelens.adapters.schema.TableDefinition;
import io.calcitelens.ddl.deploy.BodyPlanner;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.ddl.parser.SqlTableConstraint;
import io.calcitelens.ddl.parser.SqlTableDeclaration;
import io.calcitelens.ddl.parser.SqlUsing;
import io.calcitelens.ddl.parser.SqlViewDeclaration;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;

/** Makes, migrates and reads the tables of declared physical schemas in their stores. */
final class PhysicalSchemas {
  private final Modules modules;
  private final Stores stores;

  PhysicalSchemas(Stores stores) {
    this.stores = stores;
    this.modules = new Modules(stores);
  }

  /** What each store shall hold of a schema. */
  private Map<JdbcStore, List<TableDefinition>> definitions(
      SqlDeclareSchema schema, CalciteSchema types) {
    String name = schema.name().getSimple();
    List<LensException> faults = new ArrayList<>();
    Multimap<String, IndexDefinition> indexes = Indexes.read(schema, faults);
    SqlValidator validator = new BodyPlanner(types).validator();
    Map<String, JdbcStore> homes = new LinkedHashMap<>();
    Map<JdbcStore, List<TableDefinition>> definitions = new LinkedHashMap<>();
    for (SqlTableDeclaration table : tables(schema)) {
      JdbcStore store = store(schema, table);
      String folded = fold(table.name().getSimple());
      homes.put(folded, store);
      List<IndexDefinition> own = List.copyOf(indexes.get(folded));
      definitions
          .computeIfAbsent(store, s -> new ArrayList<>())
          .add(
              DefinitionReader.read(name, table.name().getSimple(), table, own, validator, faults));
    }
    for (SqlTableDeclaration table : tables(schema)) {
      requireOneStore(table, homes, faults);
    }
    if (!faults.isEmpty()) {
      throw LensException.all(faults);
    }
    return definitions;
  }

  private JdbcStore store(SqlDeclareSchema schema, SqlTableDeclaration table) {
    Optional<SqlUsing> using = table.using().isPresent() ? table.using() : schema.using();
    return modules.store(using);
  }

  private static void requireOneStore(
      SqlTableDeclaration table, Map<String, JdbcStore> homes, List<LensException> faults) {
    for (SqlTableConstraint constraint : table.constraints()) {
      Optional<SqlIdentifier> references = constraint.references();
      if (references.isPresent()) {
        JdbcStore child = homes.get(fold(table.name().getSimple()));
        JdbcStore parent = homes.getOrDefault(fold(Faults.last(references.get())), child);
        if (!child.equals(parent)) {
          faults.add(
              Faults.at(
                  LensCode.INVALID_DECLARATION,
                  Site.NONE,
                  constraint,
                  RESOURCE.referenceAcrossStores(
                      table.name().toString(), references.get().toString())));
        }
      }
    }
  }

  static List<SqlTableDeclaration> tables(SqlDeclareSchema schema) {
    return schema.items().stream()
        .filter(SqlTableDeclaration.class::isInstance)
        .map(SqlTableDeclaration.class::cast)
        .toList();
  }

  /** The native statements that applying would run. */
  List<String> plan(SqlDeclareSchema schema, CalciteSchema types) {
    List<String> statements = new ArrayList<>();
    definitions(schema, types)
        .forEach(
            (store, tables) ->
                statements.addAll(
                    new StoreSchemaEditor(store).plan(schema.name().getSimple(), tables)));
    return statements;
  }

  /** Brings the stores up to the declaration, and reads what is there then. */
  BasisSchema apply(SqlDeclareSchema schema, CalciteSchema types) {
    String name = schema.name().getSimple();
    Map<JdbcStore, List<TableDefinition>> definitions = definitions(schema, types);
    try {
      definitions.forEach((store, tables) -> new StoreSchemaEditor(store).apply(name, tables));
    } catch (StoreException e) {
      throw Faults.store(name, e);
    }
    return read(schema);
  }

  /**
   * Reads the tables of an applied declaration from their stores: those declared first, then those
   * that were declared once and are kept.
   */
  BasisSchema read(SqlDeclareSchema schema) {
    String name = schema.name().getSimple();
    Set<JdbcStore> homes = new LinkedHashSet<>();
    tables(schema).forEach(t -> homes.add(store(schema, t)));
    Map<String, BasisRelation> found = new LinkedHashMap<>();
    for (JdbcStore store : homes) {
      read(store, name).forEach(r -> found.putIfAbsent(fold(r.name()), r));
    }
    List<BasisRelation> relations = new ArrayList<>();
    for (SqlTableDeclaration table : tables(schema)) {
      Optional.ofNullable(found.remove(fold(table.name().getSimple()))).ifPresent(relations::add);
    }
    relations.addAll(found.values());
    return new BasisSchema(
        name, BasisSchema.Origin.DECLARED, relations, Optional.of(schema), Optional.empty());
  }

  /** Reads a schema of the database's own store. */
  List<BasisRelation> readOwn(String schema) {
    return read(stores.own(), schema);
  }

  /** Reads a schema of a store. */
  static List<BasisRelation> read(JdbcStore store, String schema) {
    try {
      return JdbcSchemaReader.read(store, StoredSchema.of(schema)).stream()
          .map(PhysicalSchemas::relation)
          .toList();
    } catch (StoreException e) {
      throw Faults.store(schema, e);
    }
  }

  static BasisRelation relation(JdbcBasisTable table) {
    return new BasisRelation(table.id().name(), table, Optional.of(table));
  }

  /** The views that a declaration holds. */
  static List<PlainView> views(SqlDeclareSchema schema) {
    String name = schema.name().getSimple();
    List<PlainView> views = new ArrayList<>();
    for (SqlNode item : schema.items()) {
      if (item instanceof SqlViewDeclaration view && !view.materialized()) {
        views.add(
            new PlainView(
                name, Faults.last(view.name()), List.of(), view.query(), List.of(name), true));
      }
    }
    return views;
  }

  /** Makes one table in a schema of a store, and reads the schema. */
  List<BasisRelation> create(String schema, SqlTableDeclaration table, TableDefinition definition) {
    JdbcStore store = modules.store(table.using());
    try {
      new StoreSchemaEditor(store).apply(schema, List.of(definition));
    } catch (StoreException e) {
      throw Faults.store(schema, e);
    }
    return read(store, schema);
  }

  /** Drops a stored table with its rows. */
  void drop(String schema, JdbcBasisTable table) {
    try {
      new StoreSchemaEditor((JdbcStore) table.store().orElseThrow()).dropTable(table.id());
    } catch (StoreException e) {
      throw Faults.store(schema, e);
    }
  }

  /** Drops a schema of the database's own store, with its tables. */
  void dropOwnSchema(String schema) {
    JdbcStore own = stores.own();
    String sql = "DROP SCHEMA IF EXISTS " + own.dialect().quoteIdentifier(schema) + " CASCADE";
    try (Connection connection = own.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw LensException.of(
              LensCode.STORE, RESOURCE.storeRefused(schema, own.name(), e.getMessage()))
          .because(e);
    }
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
