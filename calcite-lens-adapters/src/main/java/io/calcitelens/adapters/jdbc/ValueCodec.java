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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Reads and writes the values of one column over JDBC. Dates and times go as {@code java.time}
 * values, so that no time zone of the JVM has a part in them.
 */
final class ValueCodec {
  /** The first day of the Gregorian calendar. */
  private static final LocalDate GREGORIAN = LocalDate.of(1582, 10, 15);

  /** The last day before it. */
  private static final LocalDate LAST_JULIAN = LocalDate.of(1582, 10, 4);

  private final Reader reader;
  private final Writer writer;
  private final int nullType;

  private ValueCodec(Reader reader, Writer writer, int nullType) {
    this.reader = reader;
    this.writer = writer;
    this.nullType = nullType;
  }

  /**
   * The codec of a type in a product.
   *
   * @param jdbcType the store's type as a constant of {@link Types}, for nulls
   */
  static ValueCodec of(RelDataType type, int jdbcType, StoreProduct product) {
    final Optional<ValueCodec> own = product.codec(type);
    return own.isPresent()
        ? own.get()
        : new ValueCodec(reader(type, product), writer(type, product), jdbcType);
  }

  /** The codec of a product's own. */
  static ValueCodec of(Reader reader, Writer writer) {
    return new ValueCodec(reader, writer, Types.NULL);
  }

  /** Reads in Calcite's internal representation. */
  Object read(ResultSet resultSet, int index) throws SQLException {
    return reader.read(resultSet, index);
  }

  /** Binds a value in Calcite's internal representation. */
  void write(PreparedStatement statement, int index, Object value) throws SQLException {
    if (value == null) {
      statement.setNull(index, nullType);
    } else {
      writer.write(statement, index, value);
    }
  }

  /** Reads a value, or null, in Calcite's internal representation. */
  @FunctionalInterface
  interface Reader {
    Object read(ResultSet resultSet, int index) throws SQLException;
  }

  /** Binds a value that is not null. */
  @FunctionalInterface
  interface Writer {
    void write(PreparedStatement statement, int index, Object value) throws SQLException;
  }

  private static Reader reader(RelDataType type, StoreProduct product) {
    switch (type.getSqlTypeName()) {
      case BOOLEAN:
        return (r, i) -> orNull(r, r.getBoolean(i));
      case TINYINT:
        return (r, i) -> orNull(r, r.getByte(i));
      case SMALLINT:
        return (r, i) -> orNull(r, r.getShort(i));
      case INTEGER:
        return (r, i) -> orNull(r, r.getInt(i));
      case BIGINT:
        return (r, i) -> orNull(r, r.getLong(i));
      case REAL:
        return (r, i) -> orNull(r, r.getFloat(i));
      case FLOAT:
      case DOUBLE:
        return (r, i) -> orNull(r, r.getDouble(i));
      case DECIMAL:
        return ResultSet::getBigDecimal;
      case DATE:
        return (r, i) -> InternalValues.of(r.getObject(i, LocalDate.class), type);
      case TIME:
        return (r, i) -> InternalValues.of(r.getObject(i, LocalTime.class), type);
      case TIMESTAMP:
        return (r, i) -> InternalValues.of(r.getObject(i, LocalDateTime.class), type);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
      case TIMESTAMP_TZ:
        return product.instantsAsUtcClock()
            ? (r, i) -> InternalValues.of(utc(r.getObject(i, LocalDateTime.class)), type)
            : (r, i) -> InternalValues.of(r.getObject(i, OffsetDateTime.class), type);
      case BINARY:
      case VARBINARY:
        return (r, i) -> InternalValues.of(r.getBytes(i), type);
      case UUID:
        return (r, i) -> r.getObject(i, UUID.class);
      case NULL:
        return (r, i) -> null;
      default:
        return ResultSet::getString;
    }
  }

  private static Object orNull(ResultSet resultSet, Object value) throws SQLException {
    return resultSet.wasNull() ? null : value;
  }

  private static Writer writer(RelDataType type, StoreProduct product) {
    final boolean julian = product.julianBeforeGregorian();
    switch (type.getSqlTypeName()) {
      case BOOLEAN:
        return (s, i, v) -> s.setBoolean(i, (Boolean) v);
      case TINYINT:
      case SMALLINT:
      case INTEGER:
      case BIGINT:
      case DECIMAL:
        return ValueCodec::writeNumber;
      case REAL:
      case FLOAT:
      case DOUBLE:
        return product.infiniteNumbers() ? ValueCodec::writeNumber : ValueCodec::writeFinite;
      case DATE:
        return (s, i, v) -> writeDate(s, i, LocalDate.ofEpochDay(((Number) v).longValue()), julian);
      case TIME:
        return (s, i, v) ->
            s.setObject(i, LocalTime.ofNanoOfDay(((Number) v).longValue() * 1_000_000L));
      case TIMESTAMP:
        return (s, i, v) -> writeTimestamp(s, i, utc(v).toLocalDateTime(), julian);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
      case TIMESTAMP_TZ:
        return product.instantsAsUtcClock()
            ? (s, i, v) -> s.setObject(i, utc(v).toLocalDateTime())
            : (s, i, v) -> s.setObject(i, utc(v));
      case BINARY:
      case VARBINARY:
        return (s, i, v) ->
            s.setBytes(i, v instanceof ByteString bytes ? bytes.getBytes() : (byte[]) v);
      case CHAR:
      case VARCHAR:
        return (s, i, v) -> s.setString(i, v.toString());
      default:
        return PreparedStatement::setObject;
    }
  }

  /** A number goes as what it is: what does not fit is for the store to say. */
  private static void writeNumber(PreparedStatement statement, int index, Object value)
      throws SQLException {
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      statement.setInt(index, ((Number) value).intValue());
    } else if (value instanceof Long number) {
      statement.setLong(index, number);
    } else if (value instanceof BigDecimal number) {
      // Not every driver takes tens as units.
      statement.setBigDecimal(index, number.scale() < 0 ? number.setScale(0) : number);
    } else if (value instanceof Float number) {
      statement.setFloat(index, number);
    } else if (value instanceof Double number) {
      statement.setDouble(index, number);
    } else {
      statement.setObject(index, value);
    }
  }

  private static void writeFinite(PreparedStatement statement, int index, Object value)
      throws SQLException {
    if (!Double.isFinite(((Number) value).doubleValue())) {
      throw new SQLDataException("the store has no number " + value, "22003");
    }
    writeNumber(statement, index, value);
  }

  private static void writeDate(
      PreparedStatement statement, int index, LocalDate date, boolean julian) throws SQLException {
    if (julian && date.isBefore(GREGORIAN)) {
      requireDay(date);
      statement.setDate(index, Date.valueOf(date));
    } else {
      statement.setObject(index, date);
    }
  }

  private static void writeTimestamp(
      PreparedStatement statement, int index, LocalDateTime dateTime, boolean julian)
      throws SQLException {
    if (julian && dateTime.toLocalDate().isBefore(GREGORIAN)) {
      requireDay(dateTime.toLocalDate());
      statement.setTimestamp(index, Timestamp.valueOf(dateTime));
    } else {
      statement.setObject(index, dateTime);
    }
  }

  /** The days that the Julian calendar has not, as its last one was followed by the Gregorian. */
  private static void requireDay(LocalDate date) throws SQLException {
    if (date.isAfter(LAST_JULIAN)) {
      throw new SQLDataException("the store's calendar has no day " + date, "22008");
    }
  }

  private static OffsetDateTime utc(LocalDateTime clock) {
    return clock == null ? null : clock.atOffset(ZoneOffset.UTC);
  }

  private static OffsetDateTime utc(Object millis) {
    return Instant.ofEpochMilli(((Number) millis).longValue()).atOffset(ZoneOffset.UTC);
  }
}
