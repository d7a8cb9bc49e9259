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

import io.calcitelens.adapters.jdbc.JdbcBasisTable;
import io.calcitelens.ddl.deploy.DeployedSchema;
import io.calcitelens.ddl.parser.SqlDropLens;
import io.calcitelens.ddl.parser.SqlDropSchemaNode;
import io.calcitelens.prover.LensCode;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.ddl.SqlDropObject;

/** {@code drop}, over a draft of the catalog. */
final class Dropping {
  private final CatalogDraft draft;
  private final PhysicalSchemas physical;
  private final SchemaNames names;

  Dropping(CatalogDraft draft, PhysicalSchemas physical, SchemaNames names) {
    this.draft = draft;
    this.physical = physical;
    this.names = names;
  }

  void dropLens(SqlDropLens drop) {
    String name = drop.logicalSchema().getSimple();
    boolean known = draft.deployed.containsKey(name) || draft.lenses.containsKey(name);
    if (!known) {
      if (drop.ifExists()) {
        return;
      }
      throw Faults.at(LensCode.UNKNOWN_TABLE, drop.logicalSchema(), RESOURCE.noLens(name));
    }
    requireIndependent(
        Dependents.ofSchema(draft.freeze(0), name), drop, "the lens for " + name, false);
    draft.deployed.remove(name);
    draft.lenses.remove(name);
  }

  void dropSchema(SqlDropSchemaNode drop) {
    String name = Faults.last(drop.name());
    BasisSchema basis = draft.bases.get(name);
    boolean known =
        basis != null || draft.declarations.containsKey(name) || draft.deployed.containsKey(name);
    if (name.equalsIgnoreCase(CatalogState.SYSTEM_SCHEMA)
        || name.equalsIgnoreCase(CatalogState.DEFAULT_SCHEMA)) {
      throw Faults.at(LensCode.NOT_SUPPORTED, drop.name(), RESOURCE.permanentSchema(name));
    }
    if (!known) {
      if (drop.ifExists()) {
        return;
      }
      throw Faults.at(LensCode.UNKNOWN_TABLE, drop.name(), RESOURCE.unknownSchema(name));
    }
    if (basis != null && basis.origin() == BasisSchema.Origin.MODEL) {
      throw Faults.at(LensCode.NOT_SUPPORTED, drop.name(), RESOURCE.modelSchema(name));
    }
    requireIndependent(
        Dependents.ofSchema(draft.freeze(0), name), drop, "the schema " + name, drop.cascade());
    if (basis != null) {
      physical.dropOwnSchema(basis.name());
    }
    draft.bases.remove(name);
    draft.declarations.remove(name);
    draft.deployed.remove(name);
    draft.lenses.remove(name);
    draft.views.values().removeIf(v -> v.schema().equalsIgnoreCase(name));
  }

  void dropTable(SqlDropObject drop) {
    SchemaNames.Qualified target = names.resolve(drop.name);
    if (draft.deployed.containsKey(target.schema())) {
      throw Faults.at(
          LensCode.NOT_SUPPORTED, drop.name, RESOURCE.dropDesignedTable(target.toString()));
    }
    Optional<BasisSchema> basis = Optional.ofNullable(draft.bases.get(target.schema()));
    Optional<BasisRelation> relation = basis.flatMap(b -> b.relation(target.name()));
    if (relation.isEmpty()) {
      missing(drop, RESOURCE.unknownRelation("table", target.toString()));
      return;
    }
    if (basis.get().origin() == BasisSchema.Origin.MODEL
        || !(relation.get().table() instanceof JdbcBasisTable table)
        || table.store().isEmpty()) {
      throw Faults.at(LensCode.NOT_SUPPORTED, drop.name, RESOURCE.modelSchema(basis.get().name()));
    }
    requireIndependent(
        Dependents.ofRelation(draft.freeze(0), basis.get().name(), relation.get().name()),
        drop.name,
        "the table " + target,
        false);
    physical.drop(basis.get().name(), table);
    List<BasisRelation> kept =
        basis.get().relations().stream().filter(r -> r != relation.get()).toList();
    draft.bases.put(basis.get().name(), basis.get().withRelations(kept));
  }

  void dropView(SqlDropObject drop) {
    SchemaNames.Qualified target = names.resolve(drop.name);
    PlainView view = draft.views.get(CatalogState.viewKey(target.schema(), target.name()));
    if (view == null) {
      missing(drop, RESOURCE.unknownRelation("view", target.toString()));
      return;
    }
    requireIndependent(
        Dependents.ofRelation(draft.freeze(0), view.schema(), view.name()),
        drop.name,
        "the view " + target,
        false);
    draft.views.remove(CatalogState.viewKey(target.schema(), target.name()));
  }

  /** Drops a type or a function. */
  void dropObject(SqlDropObject drop, String kind) {
    String name = Faults.last(drop.name);
    if (draft.objects.remove(Creating.objectKey(kind, name)) == null) {
      missing(drop, RESOURCE.unknownRelation(kind, name));
    }
  }

  private static void missing(SqlDropObject drop, Resources.Inst text) {
    if (!drop.ifExists) {
      throw Faults.at(LensCode.UNKNOWN_TABLE, drop.name, text);
    }
  }

  private void requireIndependent(Dependents dependents, SqlNode at, String what, boolean cascade) {
    if (dependents.isEmpty()) {
      return;
    }
    if (!cascade) {
      throw Faults.at(LensCode.DEPENDENTS, at, RESOURCE.dependents(what, dependents.words()));
    }
    for (DeployedSchema lens : dependents.lenses()) {
      draft.deployed.remove(lens.name());
      Dependents above = Dependents.ofSchema(draft.freeze(0), lens.name());
      requireIndependent(above, at, what, true);
    }
    for (PlainView view : dependents.views()) {
      draft.views.remove(CatalogState.viewKey(view.schema(), view.name()));
    }
  }
}
