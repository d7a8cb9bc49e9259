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

import io.calcitelens.ddl.deploy.DeployedSchema;
import io.calcitelens.ddl.parser.LensParsers;
import io.calcitelens.ddl.parser.SqlDeclareLens;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;

/** {@code apply schema} and {@code refresh schema} over a draft of the catalog. */
final class Applying {
  private final CatalogDraft draft;
  private final PhysicalSchemas physical;
  private final LogicalSchemas logical;
  private final List<String> underway = new ArrayList<>();
  private boolean changed;

  Applying(CatalogDraft draft, PhysicalSchemas physical) {
    this.draft = draft;
    this.physical = physical;
    this.logical = new LogicalSchemas(draft);
  }

  /** Whether the draft differs now. */
  boolean changed() {
    return changed;
  }

  void apply(SqlIdentifier name) {
    SqlDeclareSchema declaration = draft.declarations.get(Faults.last(name));
    if (declaration == null) {
      throw Faults.at(LensCode.UNKNOWN_TABLE, name, RESOURCE.undeclaredSchema(Faults.last(name)));
    }
    apply(declaration);
  }

  private void apply(SqlDeclareSchema declaration) {
    if (declaration.logical()) {
      applyLogical(declaration);
    } else {
      applyPhysical(declaration);
    }
  }

  private void applyPhysical(SqlDeclareSchema declaration) {
    String name = declaration.name().getSimple();
    BasisSchema applied = physical.apply(declaration, draft.freeze(0).rootSchema());
    install(applied, declaration);
  }

  private void install(BasisSchema applied, SqlDeclareSchema declaration) {
    String name = applied.name();
    BasisSchema before = draft.bases.get(name);
    List<PlainView> views = PhysicalSchemas.views(declaration);
    if (before != null
        && BasisHash.of(before).equals(BasisHash.of(applied))
        && before
            .applied()
            .map(LensParsers::toSql)
            .equals(Optional.of(LensParsers.toSql(declaration)))) {
      return;
    }
    changed = true;
    draft.bases.put(name, applied);
    draft.views.values().removeIf(v -> v.declared() && v.schema().equalsIgnoreCase(name));
    for (PlainView view : views) {
      draft.views.put(CatalogState.viewKey(view.schema(), view.name()), view);
    }
    CatalogState state = draft.freeze(0);
    for (PlainView view : views) {
      Optional<LensException> fault = state.compiled().fault(view);
      if (fault.isPresent()) {
        throw fault.get();
      }
    }
    logical.recompileDependents(name);
  }

  private void applyLogical(SqlDeclareSchema design) {
    String name = design.name().getSimple();
    if (underway.stream().anyMatch(name::equalsIgnoreCase)) {
      throw LensException.of(
          LensCode.NO_BASIS, RESOURCE.circularBasis(String.join(" over ", underway), name));
    }
    underway.add(name);
    logical.requireReadable(design);
    Optional<SqlDeclareLens> lens = Optional.ofNullable(draft.lenses.get(name));
    String basis = lens.map(l -> l.basis().toString()).orElseGet(() -> logical.bind(design));
    requireBasis(basis, lens);
    DeployedSchema before = draft.deployed.get(name);
    long generation = before == null ? 1 : before.generation() + 1;
    DeployedSchema compiled = logical.compile(design, lens, basis, generation);
    if (before == null || !LogicalSchemas.same(before, compiled)) {
      changed = true;
      draft.deployed.put(name, compiled);
      logical.recompileDependents(name);
    }
    underway.remove(underway.size() - 1);
  }

  /** Applies a declared basis that never was, and refuses one that nobody knows. */
  private void requireBasis(String basis, Optional<SqlDeclareLens> lens) {
    DeployedSchema lower = draft.deployed.get(basis);
    if (draft.bases.containsKey(basis) || lower != null && lower.unavailable().isEmpty()) {
      if (underway.get(underway.size() - 1).equalsIgnoreCase(basis)) {
        throw LensException.of(LensCode.NO_BASIS, RESOURCE.circularBasis(basis, basis));
      }
      return;
    }
    SqlDeclareSchema declaration = draft.declarations.get(basis);
    if (declaration != null) {
      apply(declaration);
      return;
    }
    if (lower != null) {
      throw LensException.of(
          LensCode.UNAVAILABLE,
          RESOURCE.unavailableTable(lower.name(), lower.unavailable().orElse("")));
    }
    throw lens.map(l -> Faults.at(LensCode.NO_BASIS, l.basis(), RESOURCE.unknownBasis(basis)))
        .orElseGet(() -> LensException.of(LensCode.NO_BASIS, RESOURCE.unknownBasis(basis)));
  }

  /** Reads the storage of a schema again, and compiles what stands on it. */
  void refresh(SqlIdentifier name, ModelSchemas models) {
    String schema = Faults.last(name);
    DeployedSchema deployed = draft.deployed.get(schema);
    if (deployed != null) {
      refresh(new SqlIdentifier(deployed.basis(), name.getParserPosition()), models);
      return;
    }
    BasisSchema before = draft.bases.get(schema);
    if (before == null) {
      throw Faults.at(LensCode.UNKNOWN_TABLE, name, RESOURCE.unknownSchema(schema));
    }
    changed = true;
    BasisSchema after;
    if (before.applied().isPresent()) {
      after = physical.read(before.applied().get());
    } else if (before.origin() == BasisSchema.Origin.CREATED) {
      after = before.withRelations(physical.readOwn(before.name()));
    } else {
      after = models.reread(before);
    }
    draft.bases.put(schema, after);
    logical.recompileDependents(schema);
  }
}
