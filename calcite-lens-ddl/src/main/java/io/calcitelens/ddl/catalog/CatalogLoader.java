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

import io.calcitelens.ddl.deploy.BodyPlanner;
import io.calcitelens.ddl.deploy.DeployedSchema;
import io.calcitelens.ddl.parser.LensParsers;
import io.calcitelens.ddl.parser.SqlDeclareLens;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LogicalTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a catalog of its saved texts. What cannot be compiled now, because its storage is not
 * there, is known but not available; that never keeps a database from opening.
 */
final class CatalogLoader {
  private final CatalogDraft draft;
  private final PhysicalSchemas physical;
  private final Map<String, String> unreachable = new HashMap<>();

  CatalogLoader(CatalogDraft draft, PhysicalSchemas physical) {
    this.draft = draft;
    this.physical = physical;
  }

  void load(List<CatalogStore.Entry> entries) {
    List<CatalogStore.Entry> deployed = new ArrayList<>();
    for (CatalogStore.Entry entry : entries) {
      switch (entry.kind()) {
        case DECLARED_SCHEMA:
          draft.declarations.put(entry.name(), (SqlDeclareSchema) LensParsers.parse(entry.text(0)));
          break;
        case DECLARED_LENS:
          draft.lenses.put(entry.name(), (SqlDeclareLens) LensParsers.parse(entry.text(0)));
          break;
        case APPLIED_BASIS:
          loadBasis((SqlDeclareSchema) LensParsers.parse(entry.text(0)));
          break;
        case CREATED_SCHEMA:
          draft.bases.put(entry.name(), created(entry.name()));
          break;
        case VIEW:
          loadView(entry);
          break;
        case OBJECT:
          draft.objects.put(entry.name(), LensParsers.parse(entry.text(0)));
          break;
        default:
          deployed.add(entry);
          break;
      }
    }
    deployed.forEach(this::loadDeployed);
    compileUnavailable(draft);
  }

  /** A schema of the database's own store that nobody declared. */
  BasisSchema created(String name) {
    return new BasisSchema(
        name,
        BasisSchema.Origin.CREATED,
        physical.readOwn(name),
        Optional.empty(),
        Optional.empty());
  }

  private void loadBasis(SqlDeclareSchema declaration) {
    String name = declaration.name().getSimple();
    try {
      draft.bases.put(name, physical.read(declaration));
    } catch (LensException e) {
      unreachable.put(name, e.getMessage());
      draft.bases.put(name, BasisSchema.away(declaration, e.getMessage()));
    }
    for (PlainView view : PhysicalSchemas.views(declaration)) {
      draft.views.put(CatalogState.viewKey(view.schema(), view.name()), view);
    }
  }

  private void loadView(CatalogStore.Entry entry) {
    PlainView view =
        new PlainView(
            entry.text(0),
            entry.name(),
            entry.text(1).lines().toList(),
            LensParsers.parse(entry.text(2)),
            entry.text(3).lines().toList(),
            false);
    draft.views.put(CatalogState.viewKey(view.schema(), view.name()), view);
  }

  private void loadDeployed(CatalogStore.Entry entry) {
    SqlDeclareSchema design = (SqlDeclareSchema) LensParsers.parse(entry.text(0));
    Optional<SqlDeclareLens> lens =
        entry.text(1).isEmpty()
            ? Optional.empty()
            : Optional.of((SqlDeclareLens) LensParsers.parse(entry.text(1)));
    String basis = entry.text(2);
    String[] history = entry.text(3).split(" ");
    List<LogicalTable> tables =
        DesignReader.read(design, new BodyPlanner(draft.freeze(0).rootSchema()).validator());
    String reason =
        Optional.ofNullable(unreachable.get(basis))
            .orElseGet(() -> RESOURCE.basisNotThere(basis).str());
    draft.deployed.put(
        entry.name(),
        new DeployedSchema(
            entry.name(),
            design,
            lens,
            basis,
            Long.parseLong(history[0]),
            Instant.parse(history[1]),
            tables,
            List.of(),
            Optional.of(reason)));
  }

  /**
   * Compiles the schemas that are not available, as far as their bases are there now.
   *
   * @return whether some are available that were not
   */
  static boolean compileUnavailable(CatalogDraft draft) {
    boolean any = false;
    boolean progress = true;
    while (progress) {
      progress = false;
      for (DeployedSchema deployed : List.copyOf(draft.deployed.values())) {
        if (deployed.unavailable().isPresent() && isThere(draft, deployed.basis())) {
          DeployedSchema compiled = compile(draft, deployed);
          draft.deployed.put(deployed.name(), compiled);
          progress |= compiled.unavailable().isEmpty();
        }
      }
      any |= progress;
    }
    return any;
  }

  private static boolean isThere(CatalogDraft draft, String basis) {
    BasisSchema stored = draft.bases.get(basis);
    DeployedSchema lower = draft.deployed.get(basis);
    return stored != null && stored.unavailable().isEmpty()
        || lower != null && lower.unavailable().isEmpty();
  }

  private static DeployedSchema compile(CatalogDraft draft, DeployedSchema before) {
    try {
      DeployedSchema now =
          new LogicalSchemas(draft)
              .compile(before.design(), before.lens(), before.basis(), before.generation());
      return new DeployedSchema(
          now.name(),
          now.design(),
          now.lens(),
          now.basis(),
          now.generation(),
          before.deployedAt(),
          now.logical(),
          now.tables(),
          Optional.empty());
    } catch (LensException e) {
      return new DeployedSchema(
          before.name(),
          before.design(),
          before.lens(),
          before.basis(),
          before.generation(),
          before.deployedAt(),
          before.logical(),
          List.of(),
          Optional.of(e.getMessage()));
    }
  }
}
