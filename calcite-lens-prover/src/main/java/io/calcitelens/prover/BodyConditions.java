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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Sarg;

/** The conditions of a body, sorted by what a write can learn from them. */
record BodyConditions(List<Equal> equals, List<Fixed> fixed, boolean residual) {

  /** Two fields that are equal; {@code joinOf} as in {@link FlatBody.Condition}. */
  record Equal(int left, int right, Optional<Integer> joinOf, boolean outer) {
    /** The other side of the pair, if one side lies within a leaf. */
    Optional<int[]> within(FlatBody body, FlatBody.Leaf leaf) {
      boolean leftIn = body.leafOf(left).equals(leaf);
      boolean rightIn = body.leafOf(right).equals(leaf);
      if (leftIn == rightIn) {
        return Optional.empty();
      }
      return Optional.of(leftIn ? new int[] {left, right} : new int[] {right, left});
    }
  }

  /** A field with one value; null stands for {@code is null}. */
  record Fixed(int field, Object value, Optional<Integer> joinOf, boolean outer) {}

  static BodyConditions of(FlatBody body) {
    List<Equal> equals = new ArrayList<>();
    List<Fixed> fixed = new ArrayList<>();
    boolean residual = false;
    for (FlatBody.Condition condition : body.conditions()) {
      Optional<Equal> equal = equal(condition);
      Optional<Fixed> constant = equal.isPresent() ? Optional.empty() : fixed(body, condition);
      equal.ifPresent(equals::add);
      constant.ifPresent(fixed::add);
      residual |= equal.isEmpty() && constant.isEmpty();
    }
    return new BodyConditions(List.copyOf(equals), List.copyOf(fixed), residual);
  }

  private static Optional<Equal> equal(FlatBody.Condition condition) {
    if (condition.expression().isA(SqlKind.EQUALS)) {
      List<RexNode> operands = ((RexCall) condition.expression()).getOperands();
      if (operands.get(0) instanceof RexInputRef left
          && operands.get(1) instanceof RexInputRef right) {
        return Optional.of(
            new Equal(left.getIndex(), right.getIndex(), condition.joinOf(), condition.outer()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Fixed> fixed(FlatBody body, FlatBody.Condition condition) {
    RexNode expression = condition.expression();
    if (expression instanceof RexInputRef ref
        && ref.getType().getSqlTypeName() == SqlTypeName.BOOLEAN) {
      return Optional.of(fixed(ref, true, condition));
    }
    if (!(expression instanceof RexCall call) || call.getOperands().isEmpty()) {
      return Optional.empty();
    }
    RexNode first = call.getOperands().get(0);
    return switch (call.getKind()) {
      case EQUALS -> {
        RexNode second = call.getOperands().get(1);
        Optional<Fixed> forward = equalsConstant(body, first, second, condition);
        yield forward.isPresent() ? forward : equalsConstant(body, second, first, condition);
      }
      case IS_NULL -> ref(first).map(r -> fixed(r, null, condition));
      case NOT, IS_FALSE ->
          ref(first)
              .filter(r -> r.getType().getSqlTypeName() == SqlTypeName.BOOLEAN)
              .map(r -> fixed(r, false, condition));
      case IS_TRUE ->
          ref(first)
              .filter(r -> r.getType().getSqlTypeName() == SqlTypeName.BOOLEAN)
              .map(r -> fixed(r, true, condition));
      case SEARCH -> search(body, first, (RexLiteral) call.getOperands().get(1), condition);
      default -> Optional.empty();
    };
  }

  private static Fixed fixed(RexInputRef ref, Object value, FlatBody.Condition condition) {
    return new Fixed(ref.getIndex(), value, condition.joinOf(), condition.outer());
  }

  /** A field, also through a cast that keeps every value. */
  private static Optional<RexInputRef> ref(RexNode node) {
    if (node instanceof RexInputRef ref) {
      return Optional.of(ref);
    }
    if (node.isA(SqlKind.CAST)) {
      RexNode operand = ((RexCall) node).getOperands().get(0);
      if (operand instanceof RexInputRef ref
          && InverseInference.isLossless(operand.getType(), node.getType())) {
        return Optional.of(ref);
      }
    }
    return Optional.empty();
  }

  private static Optional<Fixed> equalsConstant(
      FlatBody body, RexNode column, RexNode constant, FlatBody.Condition condition) {
    if (!(constant instanceof RexLiteral literal) || literal.isNull()) {
      return Optional.empty();
    }
    return ref(column)
        .flatMap(
            r ->
                Literals.internal(literal, body.columnOf(r.getIndex()).type())
                    .map(v -> fixed(r, v, condition)));
  }

  private static Optional<Fixed> search(
      FlatBody body, RexNode column, RexLiteral set, FlatBody.Condition condition) {
    Sarg<?> sarg = set.getValueAs(Sarg.class);
    if (sarg == null || !sarg.isPoints() || sarg.pointCount != 1) {
      return Optional.empty();
    }
    Object point = sarg.rangeSet.asRanges().iterator().next().lowerEndpoint();
    return ref(column)
        .flatMap(
            r ->
                Literals.internal(point, body.columnOf(r.getIndex()).type())
                    .map(v -> fixed(r, v, condition)));
  }
}
