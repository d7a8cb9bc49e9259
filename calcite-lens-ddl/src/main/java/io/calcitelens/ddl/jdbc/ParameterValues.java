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
package io.calcitelens.ddl.jdbc;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import java.util.function.IntPredicate;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;

/** Turns what clients set for parameters into the internal representation of their types. */
final class ParameterValues {
  /** Stands for a parameter that was never set. */
  static final Object UNSET = new Object();

  private static final int NANOS_PER_MILLI = 1_000_000;

  private final ZoneId zone;
  private final IntPredicate written;

  /**
   * Converts in a time zone.
   *
   * @param zone that of the connection, by which instants become local times
   * @param written whether a parameter is stored somewhere, so that nothing may be cut off
   */
  ParameterValues(TimeZone zone, IntPredicate written) {
    this.zone = zone.toZoneId();
    this.written = written;
  }

  /** The values of the parameters in the internal representation, in order. */
  Object[] of(RelDataType parameterRowType, List<Object> values) {
    List<RelDataTypeField> fields = parameterRowType.getFieldList();
    Object[] converted = new Object[fields.size()];
    for (int ordinal = 0; ordinal < converted.length; ordinal++) {
      Object value = ordinal < values.size() ? values.get(ordinal) : UNSET;
      if (value == UNSET) {
        throw LensException.of(LensCode.UNBOUND_PARAMETER, RESOURCE.unboundParameter(ordinal + 1));
      }
      converted[ordinal] = convert(ordinal, value, fields.get(ordinal).getType());
    }
    return converted;
  }

  private Object convert(int ordinal, Object value, RelDataType type) {
    if (value == null) {
      return null;
    }
    try {
      if (written.test(ordinal)) {
        requireWholeMillis(ordinal, value, type);
      }
      return internal(value, type);
    } catch (LensException e) {
      throw e;
    } catch (RuntimeException e) {
      boolean range = e instanceof ArithmeticException;
      throw LensException.of(
              range ? LensCode.OUT_OF_RANGE : LensCode.BAD_CAST,
              RESOURCE.parameterConversion(
                  ordinal + 1, type.getSqlTypeName().getName(), shorten(value)))
          .because(e);
    }
  }

  private void requireWholeMillis(int ordinal, Object value, RelDataType type) {
    int nanos =
        switch (type.getSqlTypeName()) {
          case TIME -> time(value).getNano();
          case TIMESTAMP -> dateTime(value).getNano();
          case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> instant(value).getNano();
          default -> 0;
        };
    if (nanos % NANOS_PER_MILLI != 0) {
      throw LensException.of(
          LensCode.PUTGET_VIOLATION,
          RESOURCE.parameterFinerThanMillis(ordinal + 1, shorten(value)));
    }
  }

  private Object internal(Object value, RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> bool(value);
      case TINYINT -> number(value).byteValueExact();
      case SMALLINT -> number(value).shortValueExact();
      case INTEGER -> number(value).intValueExact();
      case BIGINT -> number(value).longValueExact();
      case DECIMAL -> number(value);
      case REAL -> value instanceof Float f ? f : number(value).floatValue();
      case FLOAT, DOUBLE -> approximate(value);
      case CHAR, VARCHAR -> text(value);
      case BINARY, VARBINARY -> bytes(value);
      case DATE -> Math.toIntExact(date(value).toEpochDay());
      case TIME -> (int) (time(value).toNanoOfDay() / 1_000_000);
      case TIMESTAMP -> millis(dateTime(value));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> instant(value).toEpochMilli();
      case UUID -> value instanceof UUID ? value : UUID.fromString(value.toString());
      case ARRAY, MULTISET -> elements(value, type.getComponentType());
      default -> plain(value);
    };
  }

  private Object elements(Object value, RelDataType component) {
    Object[] items;
    try {
      items =
          value instanceof java.sql.Array array
              ? (Object[]) array.getArray()
              : value instanceof List<?> list ? list.toArray() : (Object[]) value;
    } catch (java.sql.SQLException e) {
      throw new IllegalArgumentException(e);
    }
    return Arrays.asList(
        Arrays.stream(items).map(i -> i == null ? null : internal(i, component)).toArray());
  }

  /** For a type that says nothing: what the value's own class says. */
  private Object plain(Object value) {
    if (value instanceof LocalDate d) {
      return Math.toIntExact(d.toEpochDay());
    }
    if (value instanceof LocalTime t) {
      return (int) (t.toNanoOfDay() / 1_000_000);
    }
    if (value instanceof LocalDateTime t) {
      return millis(t);
    }
    if (value instanceof byte[] b) {
      return new ByteString(b);
    }
    return value;
  }

  private static Boolean bool(Object value) {
    if (value instanceof Boolean b) {
      return b;
    }
    if (value instanceof Number) {
      return number(value).signum() != 0;
    }
    return switch (value.toString().strip().toLowerCase(Locale.ROOT)) {
      case "true", "t", "1" -> true;
      case "false", "f", "0" -> false;
      default -> throw new IllegalArgumentException(value.toString());
    };
  }

  /** Exact, so that what follows may refuse a fraction or an overflow. */
  private static BigDecimal number(Object value) {
    if (value instanceof BigDecimal d) {
      return d;
    }
    if (value instanceof BigInteger i) {
      return new BigDecimal(i);
    }
    if (value instanceof Boolean b) {
      return b ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (value instanceof Double || value instanceof Float) {
      return new BigDecimal(value.toString());
    }
    if (value instanceof Number n) {
      return BigDecimal.valueOf(n.longValue());
    }
    if (value instanceof CharSequence) {
      return new BigDecimal(value.toString().strip());
    }
    throw new IllegalArgumentException(value.toString());
  }

  private static Double approximate(Object value) {
    if (value instanceof Double || value instanceof Float) {
      return ((Number) value).doubleValue();
    }
    return value instanceof CharSequence
        ? Double.valueOf(value.toString().strip())
        : Double.valueOf(number(value).doubleValue());
  }

  private String text(Object value) {
    if (value instanceof byte[] || value instanceof ByteString) {
      throw new IllegalArgumentException("binary");
    }
    if (value instanceof BigDecimal d) {
      return d.toPlainString();
    }
    if (value instanceof LocalDateTime t) {
      return Timestamp.valueOf(t).toString().replaceAll("\\.0$", "");
    }
    return value.toString();
  }

  private static ByteString bytes(Object value) {
    if (value instanceof ByteString b) {
      return b;
    }
    if (value instanceof UUID u) {
      return ByteString.of(u.toString().replace("-", ""), 16);
    }
    return value instanceof CharSequence
        ? new ByteString(value.toString().getBytes(StandardCharsets.UTF_8))
        : new ByteString((byte[]) value);
  }

  private LocalDate date(Object value) {
    if (value instanceof LocalDate d) {
      return d;
    }
    if (value instanceof CharSequence) {
      return LocalDate.parse(value.toString().strip());
    }
    return dateTime(value).toLocalDate();
  }

  private LocalTime time(Object value) {
    if (value instanceof LocalTime t) {
      return t;
    }
    if (value instanceof CharSequence) {
      return LocalTime.parse(value.toString().strip());
    }
    return dateTime(value).toLocalTime();
  }

  private LocalDateTime dateTime(Object value) {
    if (value instanceof LocalDateTime t) {
      return t;
    }
    if (value instanceof LocalDate d) {
      return d.atStartOfDay();
    }
    if (value instanceof CharSequence) {
      String text = value.toString().strip().replace(' ', 'T');
      return text.length() <= 10 ? LocalDate.parse(text).atStartOfDay() : LocalDateTime.parse(text);
    }
    return LocalDateTime.ofInstant(instant(value), zone);
  }

  private Instant instant(Object value) {
    if (value instanceof Instant i) {
      return i;
    }
    if (value instanceof OffsetDateTime o) {
      return o.toInstant();
    }
    if (value instanceof ZonedDateTime z) {
      return z.toInstant();
    }
    if (value instanceof Date || value instanceof Time) {
      return Instant.ofEpochMilli(((java.util.Date) value).getTime());
    }
    if (value instanceof java.util.Date d) {
      return d.toInstant();
    }
    if (value instanceof LocalDateTime t) {
      return t.atZone(zone).toInstant();
    }
    if (value instanceof CharSequence) {
      return OffsetDateTime.parse(value.toString().strip().replace(' ', 'T')).toInstant();
    }
    throw new IllegalArgumentException(value.toString());
  }

  private static long millis(LocalDateTime value) {
    return value.toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  private static String shorten(Object value) {
    String text = value.toString();
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }
}
