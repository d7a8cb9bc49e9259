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

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Infers how an expression over one basis column is undone. */
final class InverseInference {
  private InverseInference() {}

  /**
   * The column that an expression reads and how it is undone.
   *
   * @param field the field of the core
   */
  record Inferred(int field, Inversion inversion) {}

  /** Empty if the expression is not made of invertible steps over one column. */
  static Optional<Inferred> infer(RexNode expression) {
    return walk(expression)
        .map(
            chain ->
                new Inferred(
                    chain.ref.getIndex(),
                    new Inversion(chain.steps, chain.ref.getType(), expression.getType())));
  }

  /** Steps so far, and a number that the value is known to be a multiple of. */
  private record Chain(RexInputRef ref, List<Inversion.Step> steps, BigDecimal multipleOf) {
    Chain then(Inversion.Step step, BigDecimal newMultiple) {
      List<Inversion.Step> longer = new ArrayList<>(steps);
      longer.add(step);
      return new Chain(ref, longer, newMultiple);
    }
  }

  private static Optional<Chain> walk(RexNode node) {
    if (node instanceof RexInputRef ref) {
      return Optional.of(new Chain(ref, List.of(), BigDecimal.ONE));
    }
    if (!(node instanceof RexCall call)) {
      return Optional.empty();
    }
    return switch (call.getKind()) {
      case CAST -> cast(call);
      case PLUS_PREFIX -> walk(call.getOperands().get(0));
      case MINUS_PREFIX, CHECKED_MINUS_PREFIX -> negate(call, walk(call.getOperands().get(0)));
      case NOT ->
          walk(call.getOperands().get(0))
              .map(c -> c.then(new Inversion.Step.Not(), BigDecimal.ONE));
      case PLUS, MINUS, TIMES, DIVIDE, CHECKED_PLUS, CHECKED_MINUS, CHECKED_TIMES, CHECKED_DIVIDE ->
          arithmetic(call);
      default -> Optional.empty();
    };
  }

  private static Optional<Chain> cast(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    return isLossless(operand.getType(), call.getType()) ? walk(operand) : Optional.empty();
  }

  /** Whether a cast keeps every value apart and equal to itself. */
  static boolean isLossless(RelDataType from, RelDataType to) {
    if (SqlTypeUtil.equalSansNullability(from, to)) {
      return true;
    }
    if (ExactValues.isExact(from) && ExactValues.isExact(to)) {
      return ExactValues.holds(to, from);
    }
    return switch (to.getSqlTypeName()) {
      case VARCHAR ->
          SqlTypeUtil.inCharFamily(from)
              && from.getSqlTypeName() == to.getSqlTypeName()
              && (to.getPrecision() < 0
                  || from.getPrecision() >= 0 && from.getPrecision() <= to.getPrecision());
      case VARBINARY ->
          from.getSqlTypeName() == to.getSqlTypeName()
              && (to.getPrecision() < 0
                  || from.getPrecision() >= 0 && from.getPrecision() <= to.getPrecision());
      default -> false;
    };
  }

  private static Optional<Chain> negate(RexCall call, Optional<Chain> operand) {
    return operand
        .filter(c -> ExactValues.isExact(call.getType()) && ExactValues.isExact(c.ref.getType()))
        .map(c -> c.then(new Inversion.Step.Negate(), c.multipleOf));
  }

  private static Optional<Chain> arithmetic(RexCall call) {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    if (!ExactValues.isExact(call.getType())) {
      return Optional.empty();
    }
    Optional<BigDecimal> rightConstant = constant(right);
    if (rightConstant.isPresent()) {
      return walk(left)
          .filter(c -> ExactValues.isExact(c.ref.getType()))
          .flatMap(c -> step(c, call, rightConstant.get()));
    }
    Optional<BigDecimal> leftConstant = constant(left);
    if (leftConstant.isEmpty()) {
      return Optional.empty();
    }
    Optional<Chain> operand = walk(right).filter(c -> ExactValues.isExact(c.ref.getType()));
    return switch (call.getKind()) {
      case PLUS, TIMES, CHECKED_PLUS, CHECKED_TIMES ->
          operand.flatMap(c -> step(c, call, leftConstant.get()));
      case MINUS, CHECKED_MINUS ->
          operand.map(
              c ->
                  c.then(new Inversion.Step.Negate(), c.multipleOf)
                      .then(new Inversion.Step.Add(leftConstant.get()), BigDecimal.ONE));
      default -> Optional.empty();
    };
  }

  private static Optional<Chain> step(Chain chain, RexCall call, BigDecimal k) {
    SqlKind kind = call.getKind();
    switch (kind) {
      case PLUS, CHECKED_PLUS:
        return Optional.of(chain.then(new Inversion.Step.Add(k), BigDecimal.ONE));
      case MINUS, CHECKED_MINUS:
        return Optional.of(chain.then(new Inversion.Step.Add(k.negate()), BigDecimal.ONE));
      case TIMES, CHECKED_TIMES:
        return k.signum() == 0
            ? Optional.empty()
            : Optional.of(chain.then(new Inversion.Step.Multiply(k), chain.multipleOf.multiply(k)));
      default:
        // Division is undone only where it is known to leave no remainder.
        if (k.signum() == 0 || chain.multipleOf.remainder(k).signum() != 0) {
          return Optional.empty();
        }
        return Optional.of(chain.then(new Inversion.Step.Divide(k), chain.multipleOf.divide(k)));
    }
  }

  private static Optional<BigDecimal> constant(RexNode node) {
    if (node instanceof RexLiteral literal
        && !literal.isNull()
        && ExactValues.isExact(literal.getType())) {
      return Optional.ofNullable(literal.getValueAs(BigDecimal.class));
    }
    if (node.isA(SqlKind.CAST) && ExactValues.isExact(node.getType())) {
      return constant(((RexCall) node).getOperands().get(0));
    }
    return Optional.empty();
  }
}
