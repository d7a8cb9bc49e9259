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
package io.calcitelens.rules.set;

import io.calcitelens.prover.ExactValues;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import io.calcitelens.rules.put.Assignment;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Stores a value in a column without changing it, as {@link Assignment} does, but as an expression:
 * what would not fit becomes a condition that no row may meet.
 */
final class SetAssignment {
  private final RexBuilder rexBuilder;
  private final List<RexNode> violations;

  /**
   * @param violations takes the conditions under which a value does not fit
   */
  SetAssignment(RexBuilder rexBuilder, List<RexNode> violations) {
    this.rexBuilder = rexBuilder;
    this.violations = violations;
  }

  /** The value as a column of a type holds it. */
  RexNode assign(RexNode value, RelDataType type) throws NotInStoreException {
    if (value instanceof RexLiteral literal) {
      return constant(internal(literal), type);
    }
    switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> exact(value, type);
      case VARCHAR -> text(value, type);
      case VARBINARY ->
          require(
              value.getType().getSqlTypeName() == SqlTypeName.VARBINARY
                  && isAsLong(value.getType(), type));
      case FLOAT, DOUBLE ->
          require(
              switch (value.getType().getSqlTypeName()) {
                case FLOAT, DOUBLE, REAL -> true;
                default -> false;
              });
      case REAL, BOOLEAN, DATE, UUID ->
          require(value.getType().getSqlTypeName() == type.getSqlTypeName());
      case TIME, TIMESTAMP ->
          require(
              value.getType().getSqlTypeName() == type.getSqlTypeName()
                  && value.getType().getPrecision() <= type.getPrecision());
      default -> throw new NotInStoreException("a value of type " + type);
    }
    return value;
  }

  private static void require(boolean holds) throws NotInStoreException {
    if (!holds) {
      throw new NotInStoreException("a value that might change");
    }
  }

  private static boolean isAsLong(RelDataType from, RelDataType to) {
    return to.getPrecision() < 0
        || from.getPrecision() >= 0 && from.getPrecision() <= to.getPrecision();
  }

  /** A constant that does not fit is for the judgement of single rows to refuse. */
  RexNode constant(Object value, RelDataType type) throws NotInStoreException {
    if (value == null) {
      return rexBuilder.makeNullLiteral(type);
    }
    try {
      Object assigned = Assignment.assign(value, type, Site.NONE);
      return rexBuilder.makeLiteral(literalValue(assigned), type, true);
    } catch (LensException e) {
      throw new NotInStoreException("a constant that does not fit");
    }
  }

  private static Object literalValue(Object value) {
    if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
      return BigDecimal.valueOf(((Number) value).longValue()).intValueExact();
    }
    return value;
  }

  private static Object internal(RexLiteral literal) throws NotInStoreException {
    if (literal.isNull()) {
      return null;
    }
    return switch (literal.getType().getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> literal.getValueAs(BigDecimal.class);
      // As a decimal it would lose digits.
      case DOUBLE, FLOAT, REAL -> literal.getValueAs(Double.class);
      case CHAR, VARCHAR -> literal.getValueAs(String.class);
      case BOOLEAN -> literal.getValueAs(Boolean.class);
      case DATE, TIME -> literal.getValueAs(Integer.class);
      case TIMESTAMP -> literal.getValueAs(Long.class);
      case BINARY, VARBINARY -> literal.getValueAs(ByteString.class);
      default -> throw new NotInStoreException("a literal of type " + literal.getType());
    };
  }

  private void exact(RexNode value, RelDataType type) throws NotInStoreException {
    RelDataType from = value.getType();
    require(ExactValues.isExact(from));
    require(ExactValues.fractionDigits(from) <= ExactValues.fractionDigits(type));
    if (greatest(from).compareTo(greatest(type)) > 0) {
      violations.add(
          rexBuilder.makeCall(
              SqlStdOperatorTable.GREATER_THAN,
              value,
              rexBuilder.makeExactLiteral(greatest(type))));
      violations.add(
          rexBuilder.makeCall(
              SqlStdOperatorTable.LESS_THAN, value, rexBuilder.makeExactLiteral(least(type))));
    }
  }

  private static BigDecimal greatest(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT -> BigDecimal.valueOf(Byte.MAX_VALUE);
      case SMALLINT -> BigDecimal.valueOf(Short.MAX_VALUE);
      case INTEGER -> BigDecimal.valueOf(Integer.MAX_VALUE);
      case BIGINT -> BigDecimal.valueOf(Long.MAX_VALUE);
      default -> {
        int scale = ExactValues.fractionDigits(type);
        BigDecimal bound = BigDecimal.TEN.pow(type.getPrecision() - scale);
        yield bound.subtract(BigDecimal.ONE.movePointLeft(scale));
      }
    };
  }

  private static BigDecimal least(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL
        ? greatest(type).negate()
        : greatest(type).negate().subtract(BigDecimal.ONE);
  }

  private void text(RexNode value, RelDataType type) throws NotInStoreException {
    require(value.getType().getSqlTypeName() == SqlTypeName.VARCHAR);
    if (!isAsLong(value.getType(), type)) {
      violations.add(
          rexBuilder.makeCall(
              SqlStdOperatorTable.GREATER_THAN,
              rexBuilder.makeCall(SqlStdOperatorTable.CHAR_LENGTH, value),
              rexBuilder.makeExactLiteral(BigDecimal.valueOf(type.getPrecision()))));
    }
  }
}
