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

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepRelVertex;
import org.apache.calcite.plan.volcano.RelSubset;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.tools.Programs;

/** Makes trees inside a running planner, which no longer expands sub-queries. */
final class ForeignPlans {
  private ForeignPlans() {}

  /** Expands lens tables and sub-queries of a tree. */
  static RelNode prepare(RelNode rel) {
    RelOptCluster cluster = rel.getCluster();
    RelNode expanded = LensScans.expand(rel);
    RelNode flat =
        Programs.subQuery(DefaultRelMetadataProvider.INSTANCE)
            .run(cluster.getPlanner(), expanded, expanded.getTraitSet(), List.of(), List.of());
    return RelDecorrelator.decorrelateQuery(
        flat, RelFactories.LOGICAL_BUILDER.create(cluster, null));
  }

  /** The tree as it was registered, without the planner's own nodes. */
  static RelNode original(RelNode rel) {
    RelNode node = rel;
    if (node instanceof RelSubset subset) {
      node = subset.getOriginal();
    } else if (node instanceof HepRelVertex vertex) {
      node = vertex.getCurrentRel();
    }
    if (node == null) {
      throw new AssertionError("no original of " + rel);
    }
    List<RelNode> inputs = new ArrayList<>();
    boolean changed = false;
    for (RelNode input : node.getInputs()) {
      RelNode original = original(input);
      changed |= original != input;
      inputs.add(original);
    }
    return changed ? node.copy(node.getTraitSet(), inputs) : node;
  }
}
