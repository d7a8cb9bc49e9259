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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Who reads what: the lenses and views that stand on a schema or a relation. */
final class Dependents {
  private final CatalogState state;
  private final List<DeployedSchema> lenses = new ArrayList<>();
  private final List<PlainView> views = new ArrayList<>();

  private Dependents(CatalogState state) {
    this.state = state;
  }

  static Dependents ofSchema(CatalogState state, String schema) {
    Dependents dependents = new Dependents(state);
    dependents.collect(
        d -> !d.name().equalsIgnoreCase(schema) && d.basis().equalsIgnoreCase(schema),
        v -> !v.schema().equalsIgnoreCase(schema),
        name -> schemaOf(name).equalsIgnoreCase(schema));
    return dependents;
  }

  static Dependents ofRelation(CatalogState state, String schema, String relation) {
    Dependents dependents = new Dependents(state);
    dependents.collect(
        d -> false,
        v -> true,
        name ->
            schemaOf(name).equalsIgnoreCase(schema)
                && name.get(name.size() - 1).equalsIgnoreCase(relation));
    return dependents;
  }

  /** Tables of the default schema are found at the root too. */
  private static String schemaOf(List<String> name) {
    return name.size() == 1 ? CatalogState.DEFAULT_SCHEMA : name.get(0);
  }

  private void collect(
      Predicate<DeployedSchema> standsOn,
      Predicate<PlainView> elsewhere,
      Predicate<List<String>> reads) {
    for (DeployedSchema deployed : state.deployed()) {
      boolean reader =
          deployed.tables().stream()
              .map(DeployedTable::reads)
              .anyMatch(names -> names.stream().anyMatch(reads));
      if (standsOn.test(deployed) || reader && !isItself(deployed, reads)) {
        lenses.add(deployed);
      }
    }
    for (PlainView view : state.views()) {
      boolean reader =
          state.compiled().view(view).filter(v -> v.reads().stream().anyMatch(reads)).isPresent();
      if (elsewhere.test(view) && reader) {
        views.add(view);
      }
    }
  }

  private static boolean isItself(DeployedSchema deployed, Predicate<List<String>> reads) {
    return reads.test(List.of(deployed.name(), ""));
  }

  List<DeployedSchema> lenses() {
    return lenses;
  }

  List<PlainView> views() {
    return views;
  }

  boolean isEmpty() {
    return lenses.isEmpty() && views.isEmpty();
  }

  /** The dependents in words. */
  String words() {
    List<String> words = new ArrayList<>();
    lenses.forEach(d -> words.add("the lens for " + d.name()));
    views.forEach(v -> words.add("the view " + v.qualifiedName()));
    return String.join(", ", words);
  }
}
