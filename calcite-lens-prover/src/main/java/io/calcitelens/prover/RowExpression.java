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
package io.calcitelens.prover;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.OverlayContext;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexExecutorImpl;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/** An expression over one row, run in the JVM. It never passes through a planner. */
public final class RowExpression {
  private final RexNode expression;
  private final List<RelDataType> fieldTypes;
  private final Supplier<Function1<DataContext, Object[]>> compiled;

  RowExpression(RexBuilder rexBuilder, RexNode expression, RelDataType rowType) {
    this.expression = requireNonNull(expression, "expression");
    this.fieldTypes = rowType.getFieldList().stream().map(RelDataTypeField::getType).toList();
    this.compiled =
        Suppliers.memoize(
            () ->
                RexExecutorImpl.getExecutable(rexBuilder, ImmutableList.of(expression), rowType)
                    .getFunction());
  }

  /**
   * An expression over the fields of a lens.
   *
   * @param types of the fields; any of them may be null
   */
  public static RowExpression overFields(RexNode expression, List<RelDataType> types) {
    RelDataTypeFactory.Builder builder = LensTypes.FACTORY.builder();
    for (int i = 0; i < types.size(); i++) {
      builder.add("f" + i, LensTypes.FACTORY.createTypeWithNullability(types.get(i), true));
    }
    RexBuilder rexBuilder = new RexBuilder(LensTypes.FACTORY);
    RexNode nullable = expression.accept(new Nullable(rexBuilder));
    return new RowExpression(rexBuilder, nullable, builder.build());
  }

  /** The type of the result. */
  public RelDataType type() {
    return expression.getType();
  }

  /** The expression over the row's fields. */
  public RexNode expression() {
    return expression;
  }

  /**
   * Computes the expression.
   *
   * @param row values in Calcite's internal representation
   * @param context gives the time, the user and so on
   */
  public Object evaluate(Object[] row, DataContext context) {
    return compiled.get().apply(OverlayContext.of(context, "inputRecord", represented(row)))[0];
  }

  /** A store may hold a number in a narrower type than the one that is declared. */
  private Object[] represented(Object[] row) {
    Object[] converted = row;
    for (int i = 0; i < Math.min(row.length, fieldTypes.size()); i++) {
      if (row[i] instanceof Number number) {
        Object value = ExactValues.represent(number, fieldTypes.get(i));
        if (value != number) {
          converted = converted == row ? row.clone() : converted;
          converted[i] = value;
        }
      }
    }
    return converted;
  }

  @Override
  public String toString() {
    return expression.toString();
  }

  /** Lets every field, and what is computed of it, be null. */
  private static final class Nullable extends RexShuttle {
    private final RexBuilder rexBuilder;

    Nullable(RexBuilder rexBuilder) {
      this.rexBuilder = rexBuilder;
    }

    @Override
    public RexNode visitInputRef(RexInputRef ref) {
      return rexBuilder.makeInputRef(nullable(ref.getType()), ref.getIndex());
    }

    @Override
    public RexNode visitCall(RexCall call) {
      return rexBuilder.makeCall(
          nullable(call.getType()),
          call.getOperator(),
          visitList(call.getOperands(), new boolean[1]));
    }

    private RelDataType nullable(RelDataType type) {
      return rexBuilder.getTypeFactory().createTypeWithNullability(type, true);
    }
  }
}
