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
package io.calcitelens.rules;

import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LogicalConstraint;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.lookup.LikePattern;

/** Finds the logical tables whose foreign keys name a table. */
final class Referrers {
  private Referrers() {}

  /** The lenses of the tables that refer to a target, in the state that it was found in. */
  static List<Lens> of(RelOptTable target, Lens lens) {
    List<Lens> referrers = new ArrayList<>();
    if (target.getRelOptSchema() instanceof CalciteCatalogReader reader) {
      for (CalciteSchema schema : reader.getRootSchema().getSubSchemaMap().values()) {
        addReferrers(schema.plus(), lens, referrers);
      }
    }
    return referrers;
  }

  private static void addReferrers(SchemaPlus schema, Lens lens, List<Lens> referrers) {
    for (String name : schema.tables().getNames(LikePattern.any())) {
      Table table = schema.tables().get(name);
      if (!(table instanceof LensTable child)) {
        // A schema holds logical tables only, or none.
        return;
      }
      if (child.lens().table().constraints().stream().anyMatch(c -> refers(c, lens))) {
        referrers.add(child.lens());
      }
    }
  }

  private static boolean refers(LogicalConstraint constraint, Lens lens) {
    return constraint instanceof LogicalConstraint.ForeignKey key
        && key.referencedTable().equalsIgnoreCase(lens.table().name())
        && key.referencedSchema().equalsIgnoreCase(lens.table().schema());
  }
}
