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

import com.google.common.collect.ImmutableList;
import io.calcitelens.prover.BodyFlattener;
import io.calcitelens.prover.Lens;
import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;

/**
 * A read of a lens table, before its body takes its place. It exists so that a write finds the
 * target's rows in a plan; a read has none left when it is optimised.
 */
public final class LensScan extends TableScan implements BodyFlattener.ExpandableScan {
  private final RelNode body;

  private LensScan(RelOptCluster cluster, RelTraitSet traits, RelOptTable table, RelNode body) {
    super(cluster, traits, ImmutableList.of(), table);
    this.body = body;
  }

  static LensScan create(RelOptCluster cluster, RelOptTable table, RelNode body) {
    return new LensScan(cluster, cluster.traitSetOf(Convention.NONE), table, body);
  }

  @Override
  public Lens lens() {
    return getTable().unwrapOrThrow(Lens.class);
  }

  @Override
  public RelNode body() {
    return body;
  }

  @Override
  public void register(RelOptPlanner planner) {
    LensRules.register(planner);
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }
}
