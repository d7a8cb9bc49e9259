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

import static java.util.Objects.requireNonNull;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import io.calcitelens.adapters.transaction.InDoubt;
import io.calcitelens.adapters.transaction.TransactionCoordinator;
import io.calcitelens.ddl.deploy.DeployedSchema;
import io.calcitelens.ddl.deploy.DeployedTable;
import io.calcitelens.ddl.parser.SqlDeclareLens;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensCatalog;
import io.calcitelens.prover.LogicalTable;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.sql.SqlNode;

/**
 * All that a database holds, at one moment. A statement is planned against one state. Names are
 * found ignoring case.
 */
public final class CatalogState implements LensCatalog {
  /** The schema of tables and views that are created without naming one. */
  public static final String DEFAULT_SCHEMA = "main";

  /** The schema of the system tables. */
  public static final String SYSTEM_SCHEMA = "lens";

  private final long generation;
  private final PlanCache plans;
  private final TransactionCoordinator coordinator;
  private final Sessions sessions;
  private final ImmutableSortedMap<String, SqlDeclareSchema> declarations;
  private final ImmutableSortedMap<String, SqlDeclareLens> lenses;
  private final ImmutableSortedMap<String, BasisSchema> bases;
  private final ImmutableSortedMap<String, DeployedSchema> deployed;
  private final ImmutableMap<String, PlainView> views;
  private final ImmutableSortedMap<String, SqlNode> objects;
  private final Supplier<RootSchemas> root;
  private final Supplier<SharedStores> sharedStores;

  CatalogState(long generation, CatalogDraft draft) {
    this.generation = generation;
    this.plans = draft.plans;
    this.coordinator = draft.coordinator;
    this.sessions = draft.sessions;
    this.declarations = copy(draft.declarations);
    this.lenses = copy(draft.lenses);
    this.bases = copy(draft.bases);
    this.deployed = copy(draft.deployed);
    this.views = ImmutableMap.copyOf(draft.views);
    this.objects = copy(draft.objects);
    this.root = Suppliers.memoize(() -> RootSchemas.build(this));
    this.sharedStores = Suppliers.memoize(() -> SharedStores.of(this));
  }

  private static <V> ImmutableSortedMap<String, V> copy(Map<String, V> map) {
    return ImmutableSortedMap.<String, V>orderedBy(String.CASE_INSENSITIVE_ORDER)
        .putAll(map)
        .build();
  }

  /** The content, to be changed into another state. */
  CatalogDraft edit() {
    CatalogDraft draft = new CatalogDraft(plans, coordinator, sessions);
    draft.declarations.putAll(declarations);
    draft.lenses.putAll(lenses);
    draft.bases.putAll(bases);
    draft.deployed.putAll(deployed);
    draft.views.putAll(views);
    draft.objects.putAll(objects);
    return draft;
  }

  /** Grows with every change that a planner can see. */
  public long generation() {
    return generation;
  }

  /** The plans of the database, which all its states share. */
  public PlanCache plans() {
    return plans;
  }

  /** What is in doubt in the stores at this moment, whatever the state. */
  List<InDoubt> inDoubt() {
    return coordinator.inDoubt();
  }

  /** The open connections of the database, which all its states share. */
  Sessions sessions() {
    return sessions;
  }

  /** What the planner resolves names in; built once per state, never changed. */
  public CalciteSchema rootSchema() {
    return root.get().root();
  }

  /** The views, compiled. */
  RootSchemas compiled() {
    return root.get();
  }

  /** Which stores a deployed table writes together without two-phase commit. */
  SharedStores sharedStores() {
    return sharedStores.get();
  }

  /** A schema of stored relations. */
  public Optional<BasisSchema> basis(String name) {
    return Optional.ofNullable(bases.get(requireNonNull(name, "name")));
  }

  /** A deployed logical schema. */
  public Optional<DeployedSchema> deployed(String name) {
    return Optional.ofNullable(deployed.get(requireNonNull(name, "name")));
  }

  /** A deployed logical table. */
  public Optional<DeployedTable> deployed(String schema, String table) {
    return deployed(schema).flatMap(s -> s.table(table));
  }

  @Override
  public Optional<Lens> lens(String schema, String table) {
    return deployed(schema, table).map(DeployedTable::lens);
  }

  /** A designed table of a deployed schema, also of one that is not available. */
  Optional<LogicalTable> design(String schema, String table) {
    return deployed(schema)
        .flatMap(
            s -> s.logical().stream().filter(t -> t.name().equalsIgnoreCase(table)).findFirst());
  }

  Optional<SqlDeclareSchema> declaration(String name) {
    return Optional.ofNullable(declarations.get(name));
  }

  Optional<SqlDeclareLens> lensBlock(String logicalSchema) {
    return Optional.ofNullable(lenses.get(logicalSchema));
  }

  Optional<PlainView> view(String schema, String name) {
    return Optional.ofNullable(views.get(viewKey(schema, name)));
  }

  static String viewKey(String schema, String name) {
    return (schema + "." + name).toLowerCase(Locale.ROOT);
  }

  Collection<SqlDeclareSchema> declarations() {
    return declarations.values();
  }

  Collection<SqlDeclareLens> lensBlocks() {
    return lenses.values();
  }

  Collection<BasisSchema> bases() {
    return bases.values();
  }

  Collection<DeployedSchema> deployed() {
    return deployed.values();
  }

  Collection<PlainView> views() {
    return views.values();
  }

  Map<String, SqlNode> objects() {
    return objects;
  }

  /** Every relation as clients see it, by schema and name. */
  public List<RelationDescription> relations() {
    return new Relations(this).all();
  }
}
