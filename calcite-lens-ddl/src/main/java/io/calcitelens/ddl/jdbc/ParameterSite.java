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

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Calendar;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.AvaticaSite;
import org.apache.calcite.avatica.remote.TypedValue;

/**
 * Keeps what a client sets as it is, dates and times as local ones; the statement converts it by
 * the parameter's type when it runs. Avatica's own site converts by the setter, and forgets streams
 * and large objects.
 */
final class ParameterSite extends AvaticaSite {
  private final Object[] values;
  private final int ordinal;
  private final TimeZone zone;

  ParameterSite(AvaticaParameter parameter, Calendar calendar, int ordinal, Object[] values) {
    super(parameter, calendar, ordinal, new TypedValue[values.length]);
    this.values = values;
    this.ordinal = ordinal;
    this.zone = calendar.getTimeZone();
  }

  private void keep(Object value) {
    values[ordinal] = value;
  }

  private static boolean isDefault(TimeZone zone) {
    return zone.equals(TimeZone.getDefault());
  }

  private static LocalDateTime local(java.util.Date x, TimeZone zone) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(x.getTime()), zone.toZoneId());
  }

  private static LocalDate localDate(Date x, TimeZone zone) {
    return isDefault(zone) ? x.toLocalDate() : local(x, zone).toLocalDate();
  }

  private static LocalTime localTime(Time x, TimeZone zone) {
    return local(x, zone).toLocalTime();
  }

  private static LocalDateTime localDateTime(Timestamp x, TimeZone zone) {
    return isDefault(zone) ? x.toLocalDateTime() : local(x, zone).withNano(x.getNanos());
  }

  private static String read(Reader reader) {
    if (reader == null) {
      return null;
    }
    try (reader) {
      StringWriter text = new StringWriter();
      reader.transferTo(text);
      return text.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] read(InputStream stream) {
    if (stream == null) {
      return null;
    }
    try (stream) {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String ascii(InputStream stream) {
    byte[] bytes = read(stream);
    return bytes == null ? null : new String(bytes, StandardCharsets.US_ASCII);
  }

  private static <T> T limit(T value, long length) {
    if (length < 0) {
      return value;
    }
    if (value instanceof String s && s.length() > length) {
      return cast(s.substring(0, (int) length));
    }
    if (value instanceof byte[] b && b.length > length) {
      return cast(java.util.Arrays.copyOf(b, (int) length));
    }
    return value;
  }

  @SuppressWarnings("unchecked")
  private static <T> T cast(Object value) {
    return (T) value;
  }

  @Override
  public void setByte(byte o) {
    keep(o);
  }

  @Override
  public void setChar(char o) {
    keep(String.valueOf(o));
  }

  @Override
  public void setShort(short o) {
    keep(o);
  }

  @Override
  public void setInt(int o) {
    keep(o);
  }

  @Override
  public void setLong(long o) {
    keep(o);
  }

  @Override
  public void setBoolean(boolean o) {
    keep(o);
  }

  @Override
  public void setFloat(float x) {
    keep(x);
  }

  @Override
  public void setDouble(double x) {
    keep(x);
  }

  @Override
  public void setBigDecimal(BigDecimal x) {
    keep(x);
  }

  @Override
  public void setString(String x) {
    keep(x);
  }

  @Override
  public void setNString(String o) {
    keep(o);
  }

  @Override
  public void setBytes(byte[] x) {
    keep(x == null ? null : x.clone());
  }

  @Override
  public void setTimestamp(Timestamp x, Calendar calendar) {
    keep(x == null ? null : localDateTime(x, zoneOf(calendar)));
  }

  @Override
  public void setTime(Time x, Calendar calendar) {
    keep(x == null ? null : localTime(x, zoneOf(calendar)));
  }

  @Override
  public void setDate(Date x, Calendar calendar) {
    keep(x == null ? null : localDate(x, zoneOf(calendar)));
  }

  private TimeZone zoneOf(Calendar calendar) {
    return calendar == null ? zone : calendar.getTimeZone();
  }

  @Override
  public void setNull(int sqlType) {
    keep(null);
  }

  @Override
  public void setNull(int sqlType, String typeName) {
    keep(null);
  }

  @Override
  public void setObject(Object x) {
    if (x instanceof Timestamp t) {
      keep(localDateTime(t, zone));
    } else if (x instanceof Date d) {
      keep(localDate(d, zone));
    } else if (x instanceof Time t) {
      keep(localTime(t, zone));
    } else if (x instanceof Clob c) {
      setClob(c);
    } else if (x instanceof Blob b) {
      setBlob(b);
    } else if (x instanceof Reader r) {
      keep(read(r));
    } else if (x instanceof InputStream s) {
      keep(read(s));
    } else {
      keep(x);
    }
  }

  @Override
  public void setObject(Object x, int targetSqlType) {
    setObject(x);
  }

  @Override
  public void setObject(Object x, int targetSqlType, int scaleOrLength) {
    setObject(x);
  }

  @Override
  public void setArray(Array x) {
    keep(x);
  }

  @Override
  public void setURL(URL x) {
    keep(x == null ? null : x.toString());
  }

  @Override
  public void setRef(Ref x) {
    throw new UnsupportedOperationException("setRef");
  }

  @Override
  public void setRowId(RowId x) {
    throw new UnsupportedOperationException("setRowId");
  }

  @Override
  public void setSQLXML(SQLXML x) {
    throw new UnsupportedOperationException("setSQLXML");
  }

  @Override
  public void setClob(Clob x) {
    try {
      keep(x == null ? null : read(x.getCharacterStream()));
    } catch (SQLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  public void setNClob(NClob x) {
    setClob(x);
  }

  @Override
  public void setClob(Reader reader, long length) {
    keep(limit(read(reader), length));
  }

  @Override
  public void setClob(Reader reader) {
    keep(read(reader));
  }

  @Override
  public void setNClob(Reader reader, long length) {
    keep(limit(read(reader), length));
  }

  @Override
  public void setNClob(Reader reader) {
    keep(read(reader));
  }

  @Override
  public void setBlob(Blob x) {
    try {
      keep(x == null ? null : read(x.getBinaryStream()));
    } catch (SQLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  public void setBlob(InputStream stream, long length) {
    keep(limit(read(stream), length));
  }

  @Override
  public void setBlob(InputStream stream) {
    keep(read(stream));
  }

  @Override
  public void setCharacterStream(Reader reader, long length) {
    keep(limit(read(reader), length));
  }

  @Override
  public void setCharacterStream(Reader reader) {
    keep(read(reader));
  }

  @Override
  public void setNCharacterStream(Reader reader, long length) {
    keep(limit(read(reader), length));
  }

  @Override
  public void setNCharacterStream(Reader reader) {
    keep(read(reader));
  }

  @Override
  public void setAsciiStream(InputStream x, long length) {
    keep(limit(ascii(x), length));
  }

  @Override
  public void setAsciiStream(InputStream x) {
    keep(ascii(x));
  }

  @Override
  public void setUnicodeStream(InputStream x, int length) {
    throw new UnsupportedOperationException("setUnicodeStream");
  }

  @Override
  public void setBinaryStream(InputStream x, long length) {
    keep(limit(read(x), length));
  }

  @Override
  public void setBinaryStream(InputStream x) {
    keep(read(x));
  }
}
