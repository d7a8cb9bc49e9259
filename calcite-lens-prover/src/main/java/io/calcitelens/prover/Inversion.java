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

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;

/**
 * How the value of one basis column becomes the value of a logical column, and back: a chain of
 * steps over exact values, empty for a column shown as it is.
 *
 * @param steps in the order of the read
 * @param basisType the basis column's type
 * @param logicalType the type of the result
 */
public record Inversion(List<Step> steps, RelDataType basisType, RelDataType logicalType) {
  public Inversion {
    steps = List.copyOf(steps);
    requireNonNull(basisType, "basisType");
    requireNonNull(logicalType, "logicalType");
  }

  /** One invertible step; constants are not zero where they multiply. */
  public sealed interface Step {
    /** {@code value + constant}. */
    record Add(BigDecimal constant) implements Step {}

    /** {@code value * constant}. */
    record Multiply(BigDecimal constant) implements Step {}

    /** {@code value / constant}, where the value is known to be a multiple. */
    record Divide(BigDecimal constant) implements Step {}

    /** {@code -value}. */
    record Negate() implements Step {}

    /** {@code not value}. */
    record Not() implements Step {}
  }

  private static boolean sameRepresentation(RelDataType left, RelDataType right) {
    return left.getSqlTypeName() == right.getSqlTypeName()
        && left.getPrecision() == right.getPrecision()
        && left.getScale() == right.getScale();
  }

  /** Whether the logical value is the basis value itself. */
  public boolean isIdentity() {
    return steps.isEmpty();
  }

  /** The logical value of a basis value; null for null. */
  public Object read(Object basisValue) {
    if (basisValue == null) {
      return null;
    }
    if (steps.isEmpty()) {
      // A cast that keeps the value still brings it in another representation.
      boolean cast =
          ExactValues.isExact(logicalType)
              && ExactValues.isExact(basisType)
              && !sameRepresentation(basisType, logicalType);
      return cast ? ExactValues.narrow(widen(basisValue), logicalType).orElse(null) : basisValue;
    }
    Object value = widen(basisValue);
    for (Step step : steps) {
      value = apply(step, value);
    }
    return ExactValues.narrow(value, logicalType).orElse(null);
  }

  /**
   * The basis value that reads as a logical value.
   *
   * @return empty if no value of the basis column's type does
   */
  public Optional<Object> write(Object logicalValue) {
    requireNonNull(logicalValue, "logicalValue");
    if (steps.isEmpty()) {
      return Optional.of(logicalValue);
    }
    Object value = widen(logicalValue);
    for (int i = steps.size() - 1; i >= 0; i--) {
      Optional<Object> undone = undo(steps.get(i), value);
      if (undone.isEmpty()) {
        return Optional.empty();
      }
      value = undone.get();
    }
    return ExactValues.narrow(value, basisType);
  }

  private static Object widen(Object value) {
    return value instanceof Number number ? ExactValues.toDecimal(number) : value;
  }

  private static Object apply(Step step, Object value) {
    if (step instanceof Step.Add add) {
      return ((BigDecimal) value).add(add.constant());
    } else if (step instanceof Step.Multiply multiply) {
      return ((BigDecimal) value).multiply(multiply.constant());
    } else if (step instanceof Step.Divide divide) {
      return ((BigDecimal) value).divide(divide.constant());
    } else if (step instanceof Step.Negate) {
      return ((BigDecimal) value).negate();
    }
    return !(Boolean) value;
  }

  private static Optional<Object> undo(Step step, Object value) {
    if (step instanceof Step.Add add) {
      return Optional.of(((BigDecimal) value).subtract(add.constant()));
    } else if (step instanceof Step.Multiply multiply) {
      return divideExactly((BigDecimal) value, multiply.constant());
    } else if (step instanceof Step.Divide divide) {
      return Optional.of(((BigDecimal) value).multiply(divide.constant()));
    } else if (step instanceof Step.Negate) {
      return Optional.of(((BigDecimal) value).negate());
    }
    return Optional.of(!(Boolean) value);
  }

  private static Optional<Object> divideExactly(BigDecimal value, BigDecimal divisor) {
    BigDecimal quotient = value.divide(divisor, 80, RoundingMode.DOWN);
    return quotient.multiply(divisor).compareTo(value) == 0
        ? Optional.of(quotient)
        : Optional.empty();
  }
}
