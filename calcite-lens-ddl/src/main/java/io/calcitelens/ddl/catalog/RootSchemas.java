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

import io.calcitelens.ddl.deploy.DeployedSchema;
import io.calcitelens.ddl.deploy.DeployedTable;
import io.calcitelens.ddl.deploy.UnavailableTable;
import io.calcitelens.ddl.deploy.ViewCompiler;
import io.calcitelens.ddl.parser.SqlTableDeclaration;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LogicalTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.impl.AbstractSchema;

/**
 * The root schema of a state.
 *
 * @param root what the planner resolves names in
 * @param views the views that compile, by {@link CatalogState#viewKey}
 * @param faults why the others do not
 */
record RootSchemas(
    CalciteSchema root,
    Map<String, ViewCompiler.CompiledView> views,
    Map<String, LensException> faults) {

  static RootSchemas build(CatalogState state) {
    CalciteSchema root = CalciteSchema.createRootSchema(false, false);
    RootSchemas schemas = new RootSchemas(root, new HashMap<>(), new HashMap<>());
    CreatedObjects.addTypes(state.objects(), root);
    for (BasisSchema basis : state.bases()) {
      schemas.addBasis(basis);
    }
    for (DeployedSchema deployed : state.deployed()) {
      schemas.addDeployed(deployed);
    }
    schemas.addViews(new ArrayList<>(state.views()));
    SystemTables.addTo(root, state);
    CreatedObjects.addFunctions(state.objects(), root);
    return schemas;
  }

  Optional<ViewCompiler.CompiledView> view(PlainView view) {
    return Optional.ofNullable(views.get(CatalogState.viewKey(view.schema(), view.name())));
  }

  Optional<LensException> fault(PlainView view) {
    return Optional.ofNullable(faults.get(CatalogState.viewKey(view.schema(), view.name())));
  }

  private void addBasis(BasisSchema basis) {
    Schema schema = basis.foreign().orElseGet(AbstractSchema::new);
    CalciteSchema added = root.add(basis.name(), schema);
    // A table that is added stands before the one that the schema itself has.
    basis.relations().stream()
        .filter(r -> basis.foreign().isEmpty() || r.basis().isPresent())
        .forEach(r -> added.add(r.name(), r.table()));
    basis.unavailable().ifPresent(reason -> addAway(basis, reason, added));
    // What is created without naming a schema is read without naming one.
    if (basis.name().equalsIgnoreCase(CatalogState.DEFAULT_SCHEMA)) {
      basis.relations().forEach(r -> root.add(r.name(), r.table()));
    }
  }

  private static void addAway(BasisSchema basis, String reason, CalciteSchema added) {
    for (SqlTableDeclaration table : PhysicalSchemas.tables(basis.applied().orElseThrow())) {
      String name = table.name().getSimple();
      added.add(name, new UnavailableTable(basis.name() + "." + name, reason));
    }
  }

  private void addDeployed(DeployedSchema deployed) {
    CalciteSchema added = root.add(deployed.name(), new AbstractSchema());
    for (DeployedTable table : deployed.tables()) {
      added.add(table.logical().name(), table.table());
    }
    deployed
        .unavailable()
        .ifPresent(
            reason -> {
              for (LogicalTable table : deployed.logical()) {
                added.add(table.name(), new UnavailableTable(table.qualifiedName(), reason));
              }
            });
  }

  /** Adds views in rounds, since one may read another. */
  private void addViews(List<PlainView> pending) {
    boolean progress = true;
    while (progress && !pending.isEmpty()) {
      progress = pending.removeIf(this::addView);
    }
    for (PlainView view : pending) {
      schemaOf(view)
          .add(
              view.name(),
              new UnavailableTable(
                  view.qualifiedName(), fault(view).map(LensException::getMessage).orElse("")));
    }
  }

  private boolean addView(PlainView view) {
    String key = CatalogState.viewKey(view.schema(), view.name());
    try {
      ViewCompiler.CompiledView compiled =
          ViewCompiler.compile(
              root, view.path(), view.columns(), view.query(), view.sql(), view.schemaPath());
      schemaOf(view).add(view.name(), compiled.table());
      if (view.schema().equalsIgnoreCase(CatalogState.DEFAULT_SCHEMA)) {
        root.add(view.name(), compiled.table());
      }
      views.put(key, compiled);
      faults.remove(key);
      return true;
    } catch (LensException e) {
      faults.put(key, e);
      return false;
    }
  }

  private CalciteSchema schemaOf(PlainView view) {
    CalciteSchema schema = root.getSubSchema(view.schema(), false);
    return schema == null ? root.add(view.schema(), new AbstractSchema()) : schema;
  }
}
