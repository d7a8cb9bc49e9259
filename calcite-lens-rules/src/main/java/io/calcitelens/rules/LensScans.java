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
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalTableModify;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/** Puts bodies in the place of lens tables. */
public final class LensScans {
  private LensScans() {}

  /**
   * Expands every read of a lens table, also in sub-queries and in bodies.
   *
   * @param rel a tree as converted, before sub-queries are removed
   */
  public static RelNode expand(RelNode rel) {
    if (rel instanceof LensScan scan) {
      RelNode body = expand(scan.body());
      return RelOptUtil.createCastRel(body, scan.getRowType(), true);
    }
    if (rel instanceof LogicalTableModify) {
      throw new AssertionError("a write inside a query: " + RelOptUtil.toString(rel));
    }
    List<RelNode> inputs = new ArrayList<>();
    boolean changed = false;
    for (RelNode input : rel.getInputs()) {
      RelNode expanded = expand(input);
      changed |= expanded != input;
      inputs.add(expanded);
    }
    RelNode copy = changed ? rel.copy(rel.getTraitSet(), inputs) : rel;
    return copy.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subQuery);
            RelNode expanded = expand(visited.rel);
            return expanded == visited.rel ? visited : visited.clone(expanded);
          }
        });
  }
}
