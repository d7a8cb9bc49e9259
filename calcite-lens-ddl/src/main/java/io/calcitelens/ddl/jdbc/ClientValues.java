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
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;

/** Turns values of results into the classes that clients ask for. */
final class ClientValues {
  private ClientValues() {}

  /**
   * Converts one value.
   *
   * @param raw in the internal representation, or a timestamp for an instant; not null
   * @param jdbcType the column's type
   */
  static Object convert(Object raw, int jdbcType, Class<?> wanted, Calendar calendar) {
    Object value = plain(raw, jdbcType);
    Object converted =
        value instanceof Number number
            ? number(number, wanted)
            : value instanceof LocalDateTime time
                ? time(time, wanted, calendar.getTimeZone().toZoneId())
                : value instanceof Instant instant
                    ? instant(instant, wanted, calendar.getTimeZone().toZoneId())
                    : other(value, wanted);
    if (converted == null) {
      throw LensException.of(
          LensCode.BAD_CAST,
          RESOURCE.cannotConvert(value.getClass().getSimpleName() + " to " + wanted.getName()));
    }
    return converted;
  }

  private static Object plain(Object raw, int jdbcType) {
    if (raw instanceof Timestamp instant) {
      return instant.toInstant();
    }
    return switch (jdbcType) {
      case Types.DATE -> LocalDate.ofEpochDay(((Number) raw).longValue()).atStartOfDay();
      case Types.TIME ->
          LocalTime.ofNanoOfDay(((Number) raw).longValue() * 1_000_000).atDate(LocalDate.EPOCH);
      case Types.TIMESTAMP ->
          LocalDateTime.ofInstant(Instant.ofEpochMilli(((Number) raw).longValue()), ZoneOffset.UTC);
      default -> raw;
    };
  }

  private static Object number(Number value, Class<?> wanted) {
    BigDecimal exact = new BigDecimal(value.toString());
    if (wanted == BigDecimal.class) {
      return exact;
    }
    if (wanted == BigInteger.class) {
      return exact.toBigIntegerExact();
    }
    if (wanted == Long.class) {
      return exact.longValueExact();
    }
    if (wanted == Integer.class) {
      return exact.intValueExact();
    }
    if (wanted == Short.class) {
      return exact.shortValueExact();
    }
    if (wanted == Byte.class) {
      return exact.byteValueExact();
    }
    if (wanted == Double.class) {
      return value.doubleValue();
    }
    if (wanted == Float.class) {
      return value.floatValue();
    }
    return wanted == String.class ? exact.toPlainString() : null;
  }

  private static Object time(LocalDateTime value, Class<?> wanted, ZoneId zone) {
    if (wanted == LocalDateTime.class) {
      return value;
    }
    if (wanted == LocalDate.class) {
      return value.toLocalDate();
    }
    if (wanted == LocalTime.class) {
      return value.toLocalTime();
    }
    if (wanted == OffsetDateTime.class) {
      return value.atZone(zone).toOffsetDateTime();
    }
    if (wanted == ZonedDateTime.class) {
      return value.atZone(zone);
    }
    if (wanted == Instant.class) {
      return value.atZone(zone).toInstant();
    }
    return wanted == String.class ? value.toString() : null;
  }

  /** A moment is the same in every zone; a zone has a part in local times only. */
  private static Object instant(Instant value, Class<?> wanted, ZoneId zone) {
    ZonedDateTime zoned = value.atZone(zone);
    if (wanted == Instant.class) {
      return value;
    }
    if (wanted == OffsetDateTime.class) {
      return zoned.toOffsetDateTime();
    }
    return wanted == ZonedDateTime.class ? zoned : time(zoned.toLocalDateTime(), wanted, zone);
  }

  private static Object other(Object value, Class<?> wanted) {
    if (wanted == String.class) {
      return value.toString();
    }
    if (wanted == UUID.class) {
      return UUID.fromString(value.toString().strip());
    }
    if (wanted == byte[].class && value instanceof ByteString bytes) {
      return bytes.getBytes();
    }
    return value instanceof String text && Number.class.isAssignableFrom(wanted)
        ? number(new BigDecimal(text.strip()), wanted)
        : null;
  }
}
