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

import java.lang.reflect.Method;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;

/** A write to a lens table, within generated code. */
public final class EnumerableLensModify extends SingleRel implements EnumerableRel {
  private static final Method EXECUTE =
      Types.lookupMethod(
          ForeignWrite.class, "execute", ForeignWrite.class, Function1.class, DataContext.class);

  private final LensModify.Program program;

  EnumerableLensModify(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode capture,
      RelDataType rowType,
      LensModify.Program program) {
    super(cluster, traits, capture);
    this.rowType = rowType;
    this.program = program;
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new EnumerableLensModify(getCluster(), traitSet, inputs.get(0), rowType, program);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("program", program.description());
  }

  // A raw class is all that names a generic function type to linq4j.
  @SuppressWarnings({"unchecked", "rawtypes"})
  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer pref) {
    Result capture = implementor.visitChild(this, 0, (EnumerableRel) getInput(), Prefer.ARRAY);
    // The capture is a function of its context: the engine reads it inside its own transaction.
    Expression rows = Expressions.lambda(Function1.class, capture.block, DataContext.ROOT);
    Expression write =
        implementor.stash(
            new ForeignWrite(program.plan(), getInput().getRowType()), ForeignWrite.class);
    BlockBuilder builder = new BlockBuilder();
    builder.add(
        Expressions.return_(null, Expressions.call(EXECUTE, write, rows, DataContext.ROOT)));
    PhysType physType =
        PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.SCALAR);
    return implementor.result(physType, builder.toBlock());
  }
}
