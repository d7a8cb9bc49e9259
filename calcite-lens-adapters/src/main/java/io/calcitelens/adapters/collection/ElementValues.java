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
package io.calcitelens.adapters.collection;

import io.calcitelens.adapters.jdbc.InternalValues;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Carries values between Calcite's internal representation and that of the rows of a collection,
 * which may hold instances of Java's own classes.
 */
final class ElementValues {
  private static final Map<Class<?>, Function<Object, Object>> WRITERS =
      Map.ofEntries(
          Map.entry(Byte.class, v -> ((Number) v).byteValue()),
          Map.entry(Short.class, v -> ((Number) v).shortValue()),
          Map.entry(Integer.class, v -> ((Number) v).intValue()),
          Map.entry(Long.class, v -> ((Number) v).longValue()),
          Map.entry(Float.class, v -> ((Number) v).floatValue()),
          Map.entry(Double.class, v -> ((Number) v).doubleValue()),
          Map.entry(BigDecimal.class, ElementValues::decimal),
          Map.entry(Boolean.class, v -> v),
          Map.entry(String.class, Object::toString),
          Map.entry(Character.class, v -> v.toString().charAt(0)),
          Map.entry(UUID.class, v -> v),
          Map.entry(ByteString.class, v -> v),
          Map.entry(byte[].class, v -> v instanceof ByteString b ? b.getBytes() : v),
          Map.entry(LocalDate.class, ElementValues::date),
          Map.entry(LocalTime.class, ElementValues::time),
          Map.entry(LocalDateTime.class, ElementValues::timestamp),
          Map.entry(Instant.class, v -> Instant.ofEpochMilli(((Number) v).longValue())),
          Map.entry(OffsetDateTime.class, v -> timestamp(v).atOffset(ZoneOffset.UTC)),
          Map.entry(Date.class, v -> Date.valueOf(date(v))),
          Map.entry(
              Time.class,
              v -> new Time(Timestamp.valueOf(LocalDate.EPOCH.atTime(time(v))).getTime())),
          Map.entry(Timestamp.class, v -> Timestamp.valueOf(timestamp(v))),
          Map.entry(
              java.util.Date.class,
              v -> new java.util.Date(Timestamp.valueOf(timestamp(v)).getTime())));

  private ElementValues() {}

  /** Whether values of a type can be kept as instances of a class. */
  static boolean keeps(Class<?> boxed, RelDataType type) {
    return boxed == Object.class || boxed == classOf(type) || WRITERS.containsKey(boxed);
  }

  /** The class of a type's values where nothing else is said: that of the internal ones. */
  static Class<?> classOf(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> Boolean.class;
      case TINYINT -> Byte.class;
      case SMALLINT -> Short.class;
      case INTEGER, DATE, TIME -> Integer.class;
      case BIGINT, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Long.class;
      case REAL -> Float.class;
      case FLOAT, DOUBLE -> Double.class;
      case DECIMAL -> BigDecimal.class;
      case CHAR, VARCHAR -> String.class;
      case BINARY, VARBINARY -> ByteString.class;
      case UUID -> UUID.class;
      default -> Object.class;
    };
  }

  /** Whether a column of a type can be part of a written row. */
  static boolean keeps(RelDataType type) {
    return classOf(type) != Object.class;
  }

  /** The internal value of what a row holds. */
  static Object read(Object value, RelDataType type) {
    if (value instanceof Character) {
      return value.toString();
    }
    if (value instanceof java.util.Date date
        && value.getClass() == java.util.Date.class
        && type.getSqlTypeName() == SqlTypeName.TIMESTAMP) {
      return InternalValues.of(new Timestamp(date.getTime()), type);
    }
    final Object internal = InternalValues.of(value, type);
    return internal instanceof Number number && !classOf(type).isInstance(internal)
        ? WRITERS.get(classOf(type)).apply(number)
        : internal;
  }

  /** What a row holds for an internal value. */
  static Object write(Object value, Class<?> boxed, RelDataType type) {
    if (value == null) {
      return null;
    }
    return WRITERS.get(boxed == Object.class ? classOf(type) : boxed).apply(value);
  }

  private static BigDecimal decimal(Object value) {
    return value instanceof BigDecimal decimal ? decimal : new BigDecimal(value.toString());
  }

  private static LocalDate date(Object days) {
    return LocalDate.ofEpochDay(((Number) days).longValue());
  }

  private static LocalTime time(Object millis) {
    return LocalTime.ofNanoOfDay(((Number) millis).longValue() * 1_000_000L);
  }

  private static LocalDateTime timestamp(Object millis) {
    return LocalDateTime.ofInstant(
        Instant.ofEpochMilli(((Number) millis).longValue()), ZoneOffset.UTC);
  }
}
