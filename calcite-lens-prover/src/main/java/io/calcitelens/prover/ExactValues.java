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
import java.math.BigInteger;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** Exact numbers in Calcite's internal representation. */
public final class ExactValues {
  private ExactValues() {}

  /** Any number that is exact, as a decimal. */
  public static BigDecimal toDecimal(Number number) {
    if (number instanceof BigDecimal decimal) {
      return decimal;
    } else if (number instanceof BigInteger integer) {
      return new BigDecimal(integer);
    } else if (number instanceof Double || number instanceof Float) {
      return BigDecimal.valueOf(number.doubleValue());
    }
    return BigDecimal.valueOf(number.longValue());
  }

  /**
   * A value as a type holds it.
   *
   * @param value a decimal, or a value of another kind, which is returned as it is
   * @return empty if the type cannot hold exactly this value
   */
  public static Optional<Object> narrow(Object value, RelDataType type) {
    if (!(value instanceof BigDecimal decimal)) {
      return Optional.of(value);
    }
    try {
      return switch (type.getSqlTypeName()) {
        case TINYINT -> Optional.of(decimal.byteValueExact());
        case SMALLINT -> Optional.of(decimal.shortValueExact());
        case INTEGER -> Optional.of(decimal.intValueExact());
        case BIGINT -> Optional.of(decimal.longValueExact());
        case DECIMAL -> narrowDecimal(decimal, type);
        default -> Optional.empty();
      };
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** A number in a type's own representation; the number itself if the type cannot hold it. */
  static Object represent(Number number, RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT -> number instanceof Byte ? number : converted(number, type);
      case SMALLINT -> number instanceof Short ? number : converted(number, type);
      case INTEGER -> number instanceof Integer ? number : converted(number, type);
      case BIGINT -> number instanceof Long ? number : converted(number, type);
      case DECIMAL -> number instanceof BigDecimal ? number : converted(number, type);
      case FLOAT, DOUBLE -> number instanceof Double ? number : (Object) number.doubleValue();
      case REAL -> number instanceof Float ? number : (Object) number.floatValue();
      default -> number;
    };
  }

  private static Object converted(Number number, RelDataType type) {
    return narrow(toDecimal(number), type).orElse(number);
  }

  private static Optional<Object> narrowDecimal(BigDecimal decimal, RelDataType type) {
    int scale = Math.max(type.getScale(), 0);
    BigDecimal scaled = decimal.setScale(scale);
    int precision = type.getPrecision();
    return precision > 0 && scaled.precision() > Math.max(precision, scale)
        ? Optional.empty()
        : Optional.of(scaled);
  }

  /** Whether a type holds exact numbers. */
  public static boolean isExact(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> true;
      default -> false;
    };
  }

  /** Digits before the point that a type can hold. */
  public static int integerDigits(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INTEGER -> 10;
      case BIGINT -> 19;
      default -> type.getPrecision() - Math.max(type.getScale(), 0);
    };
  }

  /** Digits behind the point that a type can hold. */
  public static int fractionDigits(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL ? Math.max(type.getScale(), 0) : 0;
  }

  /** Whether every value of one exact type is a value of another. */
  public static boolean holds(RelDataType wide, RelDataType narrow) {
    return integerDigits(wide) >= integerDigits(narrow)
        && fractionDigits(wide) >= fractionDigits(narrow)
        // An integer type of as many digits holds fewer values than the decimal.
        && (wide.getSqlTypeName() == SqlTypeName.DECIMAL
            || narrow.getSqlTypeName() != SqlTypeName.DECIMAL
            || integerDigits(wide) > integerDigits(narrow));
  }
}
