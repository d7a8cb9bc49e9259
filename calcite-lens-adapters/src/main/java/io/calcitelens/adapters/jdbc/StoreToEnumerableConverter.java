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

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterImpl;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.runtime.Hook;

/** Reads what a store computes, as one statement, through the session of the transaction. */
final class StoreToEnumerableConverter extends ConverterImpl implements EnumerableRel {
  private static final Method ENUMERABLE =
      Types.lookupMethod(StoreQuery.class, "enumerable", DataContext.class, Object[].class);

  /** As in Calcite's own: what the store computes is cheaper than what is computed here. */
  private static final double COST_FACTOR = 0.1d;

  /** Columns that nobody reads are worth leaving out. */
  private static final double COST_OF_COLUMN = 0.005d;

  StoreToEnumerableConverter(RelOptCluster cluster, RelTraitSet traits, RelNode input) {
    super(cluster, ConventionTraitDef.INSTANCE, traits, input);
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new StoreToEnumerableConverter(getCluster(), traitSet, sole(inputs));
  }

  @Override
  public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery mq) {
    final RelOptCost cost = super.computeSelfCost(planner, mq);
    return cost == null
        ? null
        : cost.multiplyBy(COST_FACTOR + COST_OF_COLUMN * getRowType().getFieldCount());
  }

  /** The query that computes the rows of a plan that is nothing but this node. */
  StoreQuery query() {
    final BasisConvention convention = (BasisConvention) getInput().getConvention();
    return query(StoreStatement.of(getInput(), convention.store().product()));
  }

  private StoreQuery query(StoreStatement statement) {
    Hook.QUERY_PLAN.run(statement.sql());
    return StoreQuery.of(
        ((BasisConvention) getInput().getConvention()).store(), statement, getRowType());
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer pref) {
    final BasisConvention convention = (BasisConvention) getInput().getConvention();
    final StoreStatement statement = StoreStatement.of(getInput(), convention.store().product());
    final BlockBuilder builder = new BlockBuilder(false);
    final List<Expression> fields = new ArrayList<>();
    for (StoreStatement.Correlated field : statement.correlated()) {
      fields.add(
          Expressions.box(
              implementor
                  .getCorrelVariableGetter(field.id().getName())
                  .field(builder, field.ordinal(), field.javaType())));
    }
    builder.add(
        Expressions.return_(
            null,
            Expressions.call(
                implementor.stash(query(statement), StoreQuery.class),
                ENUMERABLE,
                DataContext.ROOT,
                Expressions.newArrayInit(Object.class, 1, fields))));
    final PhysType physType =
        PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY);
    return implementor.result(physType, builder.toBlock());
  }
}
