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
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Calcite's internal values from what a client, a plan or a driver may hand over. Dates count days,
 * times milliseconds of the day, timestamps milliseconds since 1970 as if in UTC.
 */
public final class InternalValues {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private InternalValues() {}

  /** The internal form of a value for a type; a value of a shape that is not known stays. */
  public static Object of(Object value, RelDataType type) {
    if (value == null) {
      return null;
    }
    switch (type.getSqlTypeName()) {
      case DATE:
        return date(value);
      case TIME:
        return time(value);
      case TIMESTAMP:
        return timestamp(value);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
      case TIMESTAMP_TZ:
        return instant(value);
      case BINARY:
      case VARBINARY:
        return value instanceof byte[] bytes ? new ByteString(bytes) : value;
      case UUID:
        return value instanceof String text ? UUID.fromString(text.trim()) : value;
      case DECIMAL:
        return decimal(value);
      default:
        return value;
    }
  }

  private static Object date(Object value) {
    if (value instanceof LocalDate date) {
      return Math.toIntExact(date.toEpochDay());
    }
    if (value instanceof Date date) {
      return Math.toIntExact(date.toLocalDate().toEpochDay());
    }
    if (value instanceof LocalDateTime dateTime) {
      return Math.toIntExact(dateTime.toLocalDate().toEpochDay());
    }
    if (value instanceof Timestamp timestamp) {
      return Math.toIntExact(timestamp.toLocalDateTime().toLocalDate().toEpochDay());
    }
    return value instanceof Number number ? (Object) number.intValue() : value;
  }

  private static Object time(Object value) {
    if (value instanceof LocalTime time) {
      return (int) (time.toNanoOfDay() / NANOS_PER_MILLI);
    }
    if (value instanceof Time time) {
      // Time.toLocalTime() drops the milliseconds.
      final LocalTime local = new Timestamp(time.getTime()).toLocalDateTime().toLocalTime();
      return (int) (local.toNanoOfDay() / NANOS_PER_MILLI);
    }
    return value instanceof Number number ? (Object) number.intValue() : value;
  }

  private static Object timestamp(Object value) {
    if (value instanceof LocalDateTime dateTime) {
      return dateTime.toInstant(ZoneOffset.UTC).toEpochMilli();
    }
    if (value instanceof Timestamp timestamp) {
      return timestamp.toLocalDateTime().toInstant(ZoneOffset.UTC).toEpochMilli();
    }
    if (value instanceof LocalDate date) {
      return date.toEpochDay() * DateTimeUtils.MILLIS_PER_DAY;
    }
    if (value instanceof Date date) {
      return date.toLocalDate().toEpochDay() * DateTimeUtils.MILLIS_PER_DAY;
    }
    return value instanceof Number number ? (Object) number.longValue() : value;
  }

  private static Object instant(Object value) {
    if (value instanceof OffsetDateTime dateTime) {
      return dateTime.toInstant().toEpochMilli();
    }
    if (value instanceof Instant instant) {
      return instant.toEpochMilli();
    }
    if (value instanceof Timestamp timestamp) {
      return timestamp.getTime();
    }
    return value instanceof Number number ? (Object) number.longValue() : value;
  }

  private static Object decimal(Object value) {
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return BigDecimal.valueOf(((Number) value).longValue());
    }
    if (value instanceof Double || value instanceof Float) {
      return BigDecimal.valueOf(((Number) value).doubleValue());
    }
    return value;
  }
}
