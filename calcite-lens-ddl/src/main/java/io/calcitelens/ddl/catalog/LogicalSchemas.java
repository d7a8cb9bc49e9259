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

import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.ddl.deploy.BodyPlanner;
import io.calcitelens.ddl.deploy.DeployedSchema;
import io.calcitelens.ddl.deploy.DeployedTable;
import io.calcitelens.ddl.deploy.Deployer;
import io.calcitelens.ddl.mapper.MapperBasis;
import io.calcitelens.ddl.parser.LensParsers;
import io.calcitelens.ddl.parser.SqlDeclareLens;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LogicalConstraint;
import io.calcitelens.prover.LogicalTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.schema.Table;
import org.apache.calcite.util.ImmutableBitSet;

/** Compiles logical schemas against what a draft of the catalog holds. */
final class LogicalSchemas {
  private final CatalogDraft draft;

  LogicalSchemas(CatalogDraft draft) {
    this.draft = draft;
  }

  /** Refuses a design that is wrong whatever it stands on. */
  void requireReadable(SqlDeclareSchema design) {
    DesignReader.read(design, new BodyPlanner(draft.freeze(0).rootSchema()).validator());
  }

  /**
   * Compiles a schema.
   *
   * @throws LensException with every fault; the draft is left as it is
   */
  DeployedSchema compile(
      SqlDeclareSchema design, Optional<SqlDeclareLens> lens, String basis, long generation) {
    CatalogState state = draft.freeze(0);
    List<LogicalTable> tables =
        DesignReader.read(design, new BodyPlanner(state.rootSchema()).validator());
    List<LensException> faults = new ArrayList<>();
    ForeignKeyCheck foreignKeys =
        new ForeignKeyCheck((schema, table) -> find(tables, state, schema, table));
    tables.forEach(t -> foreignKeys.check(t, faults));
    if (!faults.isEmpty()) {
      throw LensException.all(faults);
    }
    Deployer deployer = new Deployer(state.rootSchema(), mapperBasis(state, basis), state);
    List<DeployedTable> deployed =
        deployer.deploy(tables, lens.map(SqlDeclareLens::views).orElse(List.of()));
    return new DeployedSchema(
        design.name().getSimple(),
        design,
        lens,
        basis,
        generation,
        Instant.now(),
        tables,
        deployed,
        Optional.empty());
  }

  private static Optional<LogicalTable> find(
      List<LogicalTable> own, CatalogState state, String schema, String table) {
    Optional<LogicalTable> found =
        own.stream()
            .filter(t -> t.schema().equalsIgnoreCase(schema) && t.name().equalsIgnoreCase(table))
            .findFirst();
    boolean ours = !own.isEmpty() && own.get(0).schema().equalsIgnoreCase(schema);
    return found.isPresent() || ours ? found : state.design(schema, table);
  }

  /**
   * Compiles again every deployed schema that stands on a changed one, from the bottom up.
   *
   * @throws LensException if one of them no longer compiles
   */
  void recompileDependents(String changed) {
    for (DeployedSchema dependent : List.copyOf(draft.deployed.values())) {
      if (dependent.basis().equalsIgnoreCase(changed)) {
        DeployedSchema compiled =
            compile(
                dependent.design(), dependent.lens(), dependent.basis(), dependent.generation());
        draft.deployed.put(dependent.name(), compiled);
        recompileDependents(dependent.name());
      }
    }
  }

  /** Whether two deployments are the same to everybody. */
  static boolean same(DeployedSchema a, DeployedSchema b) {
    return a.basis().equalsIgnoreCase(b.basis())
        && a.unavailable().equals(b.unavailable())
        && LensParsers.toSql(a.design()).equals(LensParsers.toSql(b.design()))
        && a.lens().map(LensParsers::toSql).equals(b.lens().map(LensParsers::toSql))
        && a.tables().stream()
            .map(t -> t.body().sql())
            .toList()
            .equals(b.tables().stream().map(t -> t.body().sql()).toList());
  }

  private static MapperBasis mapperBasis(CatalogState state, String name) {
    List<MapperBasis.Relation> relations = new ArrayList<>();
    Optional<BasisSchema> basis = state.basis(name);
    String path = name;
    if (basis.isPresent()) {
      path = basis.get().name();
      basis.get().relations().forEach(r -> relations.add(relation(r)));
    }
    Optional<DeployedSchema> lower = state.deployed(name);
    if (lower.isPresent()) {
      path = lower.get().name();
      lower.get().tables().forEach(t -> relations.add(relation(t)));
    }
    String schema = path;
    for (PlainView view : state.views()) {
      if (view.schema().equalsIgnoreCase(schema)) {
        state
            .compiled()
            .view(view)
            .ifPresent(
                v ->
                    relations.add(
                        new MapperBasis.Relation(view.name(), columns(v.table()), List.of())));
      }
    }
    return new MapperBasis(List.of(schema), relations);
  }

  private static MapperBasis.Relation relation(BasisRelation relation) {
    List<List<String>> keys = new ArrayList<>();
    List<MapperBasis.Column> columns = columns(relation.table());
    if (relation.basis().isPresent()) {
      BasisTable table = relation.basis().get();
      table.keys().stream()
          .filter(
              k -> k.columns().stream().noneMatch(c -> table.columns().get(c).type().isNullable()))
          .forEach(
              k -> keys.add(k.columns().stream().map(c -> table.columns().get(c).name()).toList()));
    } else {
      List<ImmutableBitSet> known = relation.table().getStatistic().getKeys();
      if (known != null) {
        known.forEach(k -> keys.add(k.toList().stream().map(c -> columns.get(c).name()).toList()));
      }
    }
    return new MapperBasis.Relation(relation.name(), columns, keys);
  }

  private static MapperBasis.Relation relation(DeployedTable table) {
    LogicalTable logical = table.logical();
    List<List<String>> keys =
        logical.constraints().stream()
            .filter(LogicalConstraint.Key.class::isInstance)
            .map(LogicalConstraint.Key.class::cast)
            .filter(LogicalConstraint.Key::primary)
            .map(k -> Relations.names(logical, k.columns()))
            .toList();
    return new MapperBasis.Relation(logical.name(), columns(table.table()), keys);
  }

  private static List<MapperBasis.Column> columns(Table table) {
    RelDataType type = table.getRowType(LensTypes.FACTORY);
    List<MapperBasis.Column> columns = new ArrayList<>();
    for (RelDataTypeField field : type.getFieldList()) {
      columns.add(new MapperBasis.Column(field.getName(), field.getType()));
    }
    return columns;
  }

  /** The basis of a design without lens block: the one physical schema with tables. */
  String bind(SqlDeclareSchema design) {
    List<String> candidates =
        draft.declarations.values().stream()
            .filter(d -> !d.logical() && !d.items().isEmpty())
            .map(d -> d.name().getSimple())
            .toList();
    if (candidates.isEmpty()) {
      candidates =
          draft.bases.values().stream()
              .filter(b -> !b.relations().isEmpty())
              .map(BasisSchema::name)
              .toList();
    }
    if (candidates.size() == 1) {
      return candidates.get(0);
    }
    String name = design.name().getSimple();
    throw LensException.of(
        LensCode.NO_BASIS,
        candidates.isEmpty()
            ? RESOURCE.noBasis(name)
            : RESOURCE.severalBases(name, String.join(", ", candidates)));
  }
}
