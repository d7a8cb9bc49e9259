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

import io.calcitelens.adapters.StoreException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.PreparedStatement;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Values in SQLite, where a column holds whatever it is given: what a declaration promises is kept
 * here. Dates and times are text, as the standard spells them and SQLite's own functions do,
 * moments are such text in UTC; what another program has stored in another form is an error.
 */
final class SqliteValues {
  private static final DateTimeFormatter[] TIMES = formats("HH:mm:ss");
  private static final DateTimeFormatter[] TIMESTAMPS = formats("uuuu-MM-dd HH:mm:ss");

  private SqliteValues() {}

  private static DateTimeFormatter[] formats(String seconds) {
    final DateTimeFormatter[] formats = new DateTimeFormatter[4];
    for (int digits = 0; digits < formats.length; digits++) {
      formats[digits] =
          DateTimeFormatter.ofPattern(digits == 0 ? seconds : seconds + "." + "S".repeat(digits));
    }
    return formats;
  }

  @FunctionalInterface
  private interface Conversion {
    Object of(Object stored) throws SQLException;
  }

  static ValueCodec codec(RelDataType type) {
    final Conversion conversion = conversion(type);
    return ValueCodec.of(
        (r, i) -> {
          final Object stored = r.getObject(i);
          if (stored == null) {
            return nothing(type);
          }
          try {
            return InternalValues.of(conversion.of(stored), type);
          } catch (DateTimeException | ClassCastException | IllegalArgumentException e) {
            throw unexpected(stored, type, e);
          }
        },
        (s, i, v) -> write(s, i, v, type));
  }

  private static Object nothing(RelDataType type) throws SQLException {
    if (!type.isNullable()) {
      throw new SQLDataException(
          "a column of type " + type.getFullTypeString() + " holds null", "22018");
    }
    return null;
  }

  private static SQLDataException unexpected(Object stored, RelDataType type, Exception cause) {
    final String shown = stored instanceof byte[] ? "bytes" : "'" + stored + "'";
    return new SQLDataException(
        "a column of type " + type.getFullTypeString() + " holds " + shown, "22018", cause);
  }

  private static Conversion conversion(RelDataType type) {
    switch (type.getSqlTypeName()) {
      case BOOLEAN:
        return v -> whole(v, 0, 1) != 0;
      case TINYINT:
        return v -> (byte) whole(v, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT:
        return v -> (short) whole(v, Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER:
        return v -> (int) whole(v, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT:
        return v -> whole(v, Long.MIN_VALUE, Long.MAX_VALUE);
      case REAL:
        return v -> ((Number) v).floatValue();
      case FLOAT:
      case DOUBLE:
        return v -> ((Number) v).doubleValue();
      case DECIMAL:
        return v -> decimal((Number) v, type.getScale());
      case CHAR:
        return v -> padded((String) v, type.getPrecision());
      case VARCHAR:
        return v -> (String) v;
      case BINARY:
      case VARBINARY:
        return v -> (byte[]) v;
      case DATE:
        return v -> LocalDate.parse((String) v);
      case TIME:
        return v -> LocalTime.parse((String) v);
      case TIMESTAMP:
        return v -> LocalDateTime.parse(((String) v).replace(' ', 'T'));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
      case TIMESTAMP_TZ:
        return v -> Instant.parse(((String) v).replace(' ', 'T'));
      case UUID:
        return v -> UUID.fromString((String) v);
      default:
        return v -> v instanceof byte[] bytes ? new ByteString(bytes).toString() : v.toString();
    }
  }

  private static long whole(Object stored, long least, long most) throws SQLException {
    if (!(stored instanceof Integer || stored instanceof Long)) {
      throw new ClassCastException("no whole number");
    }
    final long number = ((Number) stored).longValue();
    if (number < least || number > most) {
      throw new SQLDataException("the number " + number + " is out of range", "22003");
    }
    return number;
  }

  /** The shortest decimal of the double, which is the one that was written. */
  private static BigDecimal decimal(Number stored, int scale) throws SQLException {
    final BigDecimal exact =
        stored instanceof Double
            ? BigDecimal.valueOf(stored.doubleValue())
            : BigDecimal.valueOf(stored.longValue());
    if (exact.stripTrailingZeros().scale() > scale) {
      throw new SQLDataException(
          "the number " + exact + " has more digits than its column", "22003");
    }
    return exact.setScale(scale, RoundingMode.UNNECESSARY);
  }

  private static String padded(String text, int length) {
    final int missing = length - text.codePointCount(0, text.length());
    return missing > 0 ? text + " ".repeat(missing) : text;
  }

  private static void write(PreparedStatement statement, int index, Object value, RelDataType type)
      throws SQLException {
    switch (type.getSqlTypeName()) {
      case BOOLEAN:
        statement.setInt(index, Boolean.TRUE.equals(value) ? 1 : 0);
        break;
      case TINYINT:
      case SMALLINT:
      case INTEGER:
      case BIGINT:
      case DECIMAL:
        writeNumber(statement, index, value);
        break;
      case REAL:
      case FLOAT:
      case DOUBLE:
        statement.setDouble(index, ((Number) value).doubleValue());
        break;
      case CHAR:
        statement.setString(index, padded(value.toString(), type.getPrecision()));
        break;
      case BINARY:
      case VARBINARY:
        statement.setBytes(
            index, value instanceof ByteString bytes ? bytes.getBytes() : (byte[]) value);
        break;
      case DATE:
        statement.setString(index, LocalDate.ofEpochDay(((Number) value).longValue()).toString());
        break;
      case TIME:
        statement.setString(
            index,
            TIMES[digits(type)].format(
                LocalTime.ofNanoOfDay(((Number) value).longValue() * 1_000_000L)));
        break;
      case TIMESTAMP:
        statement.setString(index, TIMESTAMPS[digits(type)].format(utc(value)));
        break;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
      case TIMESTAMP_TZ:
        statement.setString(index, TIMESTAMPS[digits(type)].format(utc(value)) + "Z");
        break;
      default:
        statement.setString(index, value.toString());
        break;
    }
  }

  private static void writeNumber(PreparedStatement statement, int index, Object value)
      throws SQLException {
    if (!(value instanceof BigDecimal || value instanceof Double || value instanceof Float)) {
      statement.setLong(index, ((Number) value).longValue());
      return;
    }
    final BigDecimal number =
        value instanceof BigDecimal decimal
            ? decimal.stripTrailingZeros()
            : new BigDecimal(value.toString()).stripTrailingZeros();
    if (number.scale() <= 0 && number.toBigInteger().bitLength() < Long.SIZE) {
      statement.setLong(index, number.longValue());
    } else {
      statement.setDouble(index, number.doubleValue());
    }
  }

  private static int digits(RelDataType type) {
    return Math.max(0, Math.min(type.getPrecision(), TIMES.length - 1));
  }

  private static LocalDateTime utc(Object millis) {
    return LocalDateTime.ofInstant(
        Instant.ofEpochMilli(((Number) millis).longValue()), ZoneOffset.UTC);
  }

  /** Why a column of a type takes no such value. */
  static Optional<StoreException.Kind> refusal(RelDataType type, Object value) {
    if (value == null) {
      return only(!type.isNullable(), StoreException.Kind.NOT_NULL);
    }
    switch (type.getSqlTypeName()) {
      case TINYINT:
        return range(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT:
        return range(value, Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER:
        return range(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT:
        return range(value, Long.MIN_VALUE, Long.MAX_VALUE);
      case DECIMAL:
        final BigDecimal number =
            number(value).setScale(Math.max(0, type.getScale()), RoundingMode.HALF_UP);
        return only(number.precision() > type.getPrecision(), StoreException.Kind.OUT_OF_RANGE);
      case REAL:
      case FLOAT:
      case DOUBLE:
        // It would be stored as null.
        return only(Double.isNaN(((Number) value).doubleValue()), StoreException.Kind.OUT_OF_RANGE);
      case CHAR:
      case VARCHAR:
        final String text = value.toString();
        return tooLong(type, text.codePointCount(0, text.length()));
      case BINARY:
      case VARBINARY:
        return tooLong(
            type, value instanceof ByteString bytes ? bytes.length() : ((byte[]) value).length);
      default:
        return Optional.empty();
    }
  }

  private static BigDecimal number(Object value) {
    return value instanceof BigDecimal decimal ? decimal : new BigDecimal(value.toString());
  }

  private static Optional<StoreException.Kind> range(Object value, long least, long most) {
    final BigDecimal number = number(value);
    return only(
        number.compareTo(BigDecimal.valueOf(least)) < 0
            || number.compareTo(BigDecimal.valueOf(most)) > 0,
        StoreException.Kind.OUT_OF_RANGE);
  }

  private static Optional<StoreException.Kind> tooLong(RelDataType type, int length) {
    return only(
        type.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED && length > type.getPrecision(),
        StoreException.Kind.TOO_LONG);
  }

  private static Optional<StoreException.Kind> only(boolean refused, StoreException.Kind kind) {
    return refused ? Optional.of(kind) : Optional.empty();
  }
}
