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
package io.calcitelens.adapters.jdbc;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.jdbc.JdbcRules;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexBuilder;

/**
 * Adds the projections without which a statement would say {@code select *}: at its top, since a
 * table may have got columns since it was read, and below joins, since two tables may share a
 * column's name.
 */
final class ExplicitColumns {
  private ExplicitColumns() {}

  /** The same relation, naming its columns. */
  static RelNode of(RelNode rel) {
    if (rel instanceof Sort) {
      return rel.copy(rel.getTraitSet(), ImmutableList.of(of(rel.getInput(0))));
    }
    if (rel instanceof SetOp) {
      final List<RelNode> inputs = new ArrayList<>();
      for (RelNode input : rel.getInputs()) {
        inputs.add(of(input));
      }
      return rel.copy(rel.getTraitSet(), inputs);
    }
    final RelNode below = below(rel);
    return starred(rel) ? project(below) : below;
  }

  private static boolean starred(RelNode rel) {
    return rel instanceof TableScan || rel instanceof Filter || rel instanceof Join;
  }

  private static RelNode below(RelNode rel) {
    final List<RelNode> inputs = new ArrayList<>();
    boolean changed = false;
    for (int i = 0; i < rel.getInputs().size(); i++) {
      final RelNode input = rel.getInput(i);
      RelNode made = input instanceof SetOp || input instanceof Sort ? of(input) : below(input);
      if (rel instanceof Join && nests(input, i)) {
        made = project(made);
      }
      inputs.add(made);
      changed |= made != input;
    }
    return changed ? rel.copy(rel.getTraitSet(), inputs) : rel;
  }

  /** Whether an input of a join becomes a subquery over a join. */
  private static boolean nests(RelNode input, int ordinal) {
    RelNode rel = input;
    boolean filtered = false;
    while (rel instanceof Filter) {
      rel = rel.getInput(0);
      filtered = true;
    }
    return rel instanceof Join && (filtered || ordinal > 0);
  }

  private static RelNode project(RelNode rel) {
    final RexBuilder builder = rel.getCluster().getRexBuilder();
    return new JdbcRules.JdbcProject(
        rel.getCluster(),
        rel.getTraitSet(),
        rel,
        builder.identityProjects(rel.getRowType()),
        rel.getRowType());
  }
}
