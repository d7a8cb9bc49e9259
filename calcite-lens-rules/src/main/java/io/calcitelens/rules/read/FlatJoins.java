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
package io.calcitelens.rules.read;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * Gives joins one shape, whether their tables were listed in one query or stand in the bodies of
 * views: inner joins in the order of the tables, left joins behind them, projections above.
 */
public final class FlatJoins {
  private static final int BLOAT = 100;

  private final boolean low;

  /**
   * @param low whether conditions on one table stand at that table, not above the joins
   */
  private FlatJoins(boolean low) {
    this.low = low;
  }

  /** A tree with the same rows and fields, and conditions above its joins. */
  public static RelNode filterAbove(RelNode rel) {
    return new FlatJoins(false).flatten(rel);
  }

  /** A tree with the same rows and fields, and conditions as low as they can be judged. */
  public static RelNode filterBelow(RelNode rel) {
    return new FlatJoins(true).flatten(rel);
  }

  RelNode flatten(RelNode rel) {
    if (rel instanceof Join join && isPlain(join)
        || rel instanceof Filter filter && isPlain(filter)) {
      RelNode flat = JoinFactors.of(rel, this).build(rel.getRowType(), low);
      return flat instanceof Project project ? merged(project) : flat;
    }
    List<RelNode> inputs = new ArrayList<>();
    boolean changed = false;
    for (RelNode input : rel.getInputs()) {
      RelNode flat = flatten(input);
      changed |= flat != input;
      inputs.add(flat);
    }
    RelNode copy = changed ? rel.copy(rel.getTraitSet(), inputs) : rel;
    return copy instanceof Project project ? merged(project) : copy;
  }

  /** Whether a join can be taken apart. */
  static boolean isPlain(Join join) {
    return Keys.joinsRows(join) && join.getVariablesSet().isEmpty();
  }

  static boolean isPlain(Filter filter) {
    return filter.getVariablesSet().isEmpty() && RexUtil.isDeterministic(filter.getCondition());
  }

  /** Whether what a projection computes can be computed elsewhere, or twice. */
  static boolean isPlain(Project project) {
    return project.getVariablesSet().isEmpty()
        && !project.containsOver()
        && project.getProjects().stream().allMatch(RexUtil::isDeterministic);
  }

  private static RelNode merged(Project project) {
    if (!(project.getInput() instanceof Project lower)
        || !isPlain(lower)
        || !project.getVariablesSet().isEmpty()) {
      return project;
    }
    List<RexNode> merged =
        RelOptUtil.pushPastProjectUnlessBloat(project.getProjects(), lower, BLOAT);
    return merged == null
        ? project
        : LogicalProject.create(
            lower.getInput(), List.of(), merged, project.getRowType().getFieldNames(), Set.of());
  }

  static RelNode filter(RelNode rel, List<RexNode> conjuncts) {
    if (conjuncts.isEmpty()) {
      return rel;
    }
    List<RexNode> all = new ArrayList<>();
    RelNode input = rel;
    if (rel instanceof Filter lower && isPlain(lower)) {
      all.addAll(RelOptUtil.conjunctions(lower.getCondition()));
      input = lower.getInput();
    }
    all.addAll(conjuncts);
    RexNode condition =
        RexUtil.composeConjunction(rel.getCluster().getRexBuilder(), ImmutableSet.copyOf(all));
    return LogicalFilter.create(input, condition);
  }
}
