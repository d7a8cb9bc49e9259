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
package io.calcitelens.rules.put;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.prover.ExactValues;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** Stores a value in a column, or says why the column cannot hold exactly this value. */
public final class Assignment {
  private static final int MILLI_DIGITS = 3;

  private Assignment() {}

  /**
   * The value as a column of a type holds it.
   *
   * @param value in Calcite's internal representation of any type, or null
   * @param type the column's type
   * @param column for messages
   */
  public static Object assign(Object value, RelDataType type, Site column) {
    if (value == null || value == Unset.VALUE) {
      return value;
    }
    if (isWhole(value, type.getSqlTypeName())) {
      return value;
    }
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> exact(value, type, column);
      case FLOAT, DOUBLE -> number(value, type, column).doubleValue();
      case REAL -> number(value, type, column).floatValue();
      case CHAR, VARCHAR -> text(value, type, column);
      case BINARY, VARBINARY -> binary(value, type, column);
      case BOOLEAN -> bool(value, type, column);
      case DATE -> date(value, type, column);
      case TIME -> time(value, type, column);
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> timestamp(value, type, column);
      default -> value;
    };
  }

  /** Whether a whole number has its type's own representation already. */
  private static boolean isWhole(Object value, SqlTypeName type) {
    return switch (type) {
      case TINYINT -> value instanceof Byte;
      case SMALLINT -> value instanceof Short;
      case INTEGER -> value instanceof Integer;
      case BIGINT -> value instanceof Long;
      default -> false;
    };
  }

  private static Object exact(Object value, RelDataType type, Site column) {
    BigDecimal decimal = decimal(value, type, column);
    int scale = ExactValues.fractionDigits(type);
    if (decimal.stripTrailingZeros().scale() > scale) {
      throw LensException.of(
          LensCode.PUTGET_VIOLATION,
          column,
          RESOURCE.valueRounded(column.what(), decimal.toPlainString(), type.toString()));
    }
    Optional<Object> narrowed =
        ExactValues.narrow(decimal.setScale(scale, RoundingMode.UNNECESSARY), type);
    return narrowed.orElseThrow(
        () ->
            LensException.of(
                LensCode.OUT_OF_RANGE,
                column,
                RESOURCE.outOfRange(column.what(), decimal.toPlainString(), type.toString())));
  }

  private static BigDecimal decimal(Object value, RelDataType type, Site column) {
    Number number = number(value, type, column);
    if (number instanceof Double || number instanceof Float) {
      double d = number.doubleValue();
      if (Double.isNaN(d) || Double.isInfinite(d)) {
        throw LensException.of(
            LensCode.OUT_OF_RANGE,
            column,
            RESOURCE.outOfRange(column.what(), String.valueOf(d), type.toString()));
      }
    }
    return ExactValues.toDecimal(number);
  }

  private static Number number(Object value, RelDataType type, Site column) {
    if (value instanceof Number number) {
      return number;
    }
    if (value instanceof String string) {
      try {
        return new BigDecimal(string.strip());
      } catch (NumberFormatException e) {
        throw badCast(value, type, column).because(e);
      }
    }
    throw badCast(value, type, column);
  }

  private static Object text(Object value, RelDataType type, Site column) {
    if (!(value instanceof String string)) {
      throw badCast(value, type, column);
    }
    int length = type.getPrecision();
    if (length < 0) {
      return string;
    }
    int characters = string.codePointCount(0, string.length());
    if (characters > length) {
      String trimmed = string.stripTrailing();
      // Only a fixed length holds the same value without its padding.
      if (type.getSqlTypeName() == SqlTypeName.CHAR
          && trimmed.codePointCount(0, trimmed.length()) <= length) {
        return pad(trimmed, length);
      }
      throw LensException.of(
          LensCode.VALUE_TOO_LONG,
          column,
          RESOURCE.valueTooLong(column.what(), characters, length));
    }
    return type.getSqlTypeName() == SqlTypeName.CHAR ? pad(string, length) : string;
  }

  private static String pad(String string, int length) {
    int missing = length - string.codePointCount(0, string.length());
    return missing > 0 ? string + " ".repeat(missing) : string;
  }

  private static Object binary(Object value, RelDataType type, Site column) {
    ByteString bytes;
    if (value instanceof ByteString string) {
      bytes = string;
    } else if (value instanceof byte[] array) {
      bytes = new ByteString(array);
    } else {
      throw badCast(value, type, column);
    }
    int length = type.getPrecision();
    if (length >= 0 && bytes.length() > length) {
      throw LensException.of(
          LensCode.VALUE_TOO_LONG,
          column,
          RESOURCE.valueTooLong(column.what(), bytes.length(), length));
    }
    return bytes;
  }

  private static Object bool(Object value, RelDataType type, Site column) {
    if (value instanceof Boolean) {
      return value;
    }
    if (value instanceof String string) {
      String word = string.strip();
      if (word.equalsIgnoreCase("true") || word.equalsIgnoreCase("false")) {
        return Boolean.valueOf(word);
      }
    }
    throw badCast(value, type, column);
  }

  private static Object date(Object value, RelDataType type, Site column) {
    if (value instanceof Long millis) {
      long days = Math.floorDiv(millis, DateTimeUtils.MILLIS_PER_DAY);
      if (days * DateTimeUtils.MILLIS_PER_DAY != millis) {
        throw rounded(value, type, column);
      }
      return (int) days;
    }
    return value instanceof Number number
        ? (Object) number.intValue()
        : parse(value, type, column, DateTimeUtils::dateStringToUnixDate);
  }

  private static Object time(Object value, RelDataType type, Site column) {
    return inDigits(
        value instanceof Number number
            ? (Object) number.intValue()
            : parse(value, type, column, DateTimeUtils::timeStringToUnixDate),
        type,
        column);
  }

  private static Object timestamp(Object value, RelDataType type, Site column) {
    return inDigits(
        value instanceof Number number
            ? (Object) number.longValue()
            : parse(value, type, column, DateTimeUtils::timestampStringToUnixDate),
        type,
        column);
  }

  /** A store would round a fraction of a second that has more digits than its column. */
  private static Object inDigits(Object value, RelDataType type, Site column) {
    int digits = type.getPrecision();
    if (digits >= 0 && digits < MILLI_DIGITS) {
      long unit = digits == 0 ? 1_000 : digits == 1 ? 100 : 10;
      if (((Number) value).longValue() % unit != 0) {
        String text =
            value instanceof Integer time
                ? DateTimeUtils.unixTimeToString(time, MILLI_DIGITS)
                : DateTimeUtils.unixTimestampToString((Long) value, MILLI_DIGITS);
        throw rounded(text, type, column);
      }
    }
    return value;
  }

  private static Object parse(
      Object value,
      RelDataType type,
      Site column,
      java.util.function.Function<String, Object> parser) {
    if (value instanceof String string) {
      try {
        return parser.apply(string.strip());
      } catch (RuntimeException e) {
        throw badCast(value, type, column).because(e);
      }
    }
    throw badCast(value, type, column);
  }

  private static LensException rounded(Object value, RelDataType type, Site column) {
    return LensException.of(
        LensCode.PUTGET_VIOLATION,
        column,
        RESOURCE.valueRounded(column.what(), String.valueOf(value), type.toString()));
  }

  private static LensException badCast(Object value, RelDataType type, Site column) {
    return LensException.of(
        LensCode.BAD_CAST,
        column,
        RESOURCE.badValue(column.what(), String.valueOf(value), type.toString()));
  }
}
