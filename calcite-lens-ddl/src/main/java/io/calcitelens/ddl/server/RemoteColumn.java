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
package io.calcitelens.ddl.server;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.AvaticaType;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.SqlType;

/**
 * A result's column as the protocol carries it. Its dates and times are local ones, so that they
 * arrive as they were sent, whatever the time zones of client and server. Types that it does not
 * have are told as text.
 *
 * @param ordinal from 1
 */
record RemoteColumn(int ordinal, int type, ColumnMetaData description) {

  /** The columns of a result. */
  static List<RemoteColumn> of(ResultSetMetaData metaData) throws SQLException {
    List<RemoteColumn> columns = new ArrayList<>();
    for (int i = 1; i <= metaData.getColumnCount(); i++) {
      int type = carried(metaData.getColumnType(i));
      columns.add(new RemoteColumn(i, type, describe(metaData, i, type)));
    }
    return columns;
  }

  /** The type by which the stock client reads the values of a type. */
  private static int carried(int type) {
    return switch (type) {
      case Types.BOOLEAN,
          Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.DECIMAL,
          Types.CHAR,
          Types.VARCHAR,
          Types.BINARY,
          Types.VARBINARY,
          Types.DATE,
          Types.TIME,
          Types.TIMESTAMP,
          Types.ARRAY ->
          type;
      case Types.BIT -> Types.BOOLEAN;
      case Types.NUMERIC -> Types.DECIMAL;
      default -> Types.VARCHAR;
    };
  }

  private static ColumnMetaData describe(ResultSetMetaData metaData, int i, int type)
      throws SQLException {
    AvaticaType described = avaticaType(type, metaData.getColumnTypeName(i));
    return new ColumnMetaData(
        i - 1,
        metaData.isAutoIncrement(i),
        metaData.isCaseSensitive(i),
        metaData.isSearchable(i),
        metaData.isCurrency(i),
        metaData.isNullable(i),
        metaData.isSigned(i),
        metaData.getColumnDisplaySize(i),
        metaData.getColumnLabel(i),
        metaData.getColumnName(i),
        metaData.getSchemaName(i),
        metaData.getPrecision(i),
        metaData.getScale(i),
        metaData.getTableName(i),
        metaData.getCatalogName(i),
        described,
        metaData.isReadOnly(i),
        metaData.isWritable(i),
        metaData.isDefinitelyWritable(i),
        described.columnClassName());
  }

  private static AvaticaType avaticaType(int type, String name) {
    if (type == Types.ARRAY) {
      return ColumnMetaData.array(component(name), name, Rep.ARRAY);
    }
    return ColumnMetaData.scalar(type, name, Rep.of(SqlType.valueOf(type).internal));
  }

  /** An array's type is told by its name alone: {@code INTEGER ARRAY}. */
  private static AvaticaType component(String arrayName) {
    String name = arrayName.replaceAll("(?i)(\\([^)]*\\))?( NOT NULL)? ARRAY.*$", "");
    int type =
        switch (name) {
          case "BOOLEAN" -> Types.BOOLEAN;
          case "TINYINT", "SMALLINT", "INTEGER" -> Types.INTEGER;
          case "BIGINT" -> Types.BIGINT;
          case "REAL", "FLOAT", "DOUBLE" -> Types.DOUBLE;
          case "DECIMAL" -> Types.DECIMAL;
          default -> Types.VARCHAR;
        };
    SqlType component = SqlType.valueOf(type);
    return ColumnMetaData.scalar(type, component.name(), Rep.nonPrimitiveRepOf(component));
  }

  /** The value of the current row, as the protocol carries it. */
  Object value(ResultSet rows) throws SQLException {
    Object value =
        switch (type) {
          case Types.BOOLEAN -> rows.getBoolean(ordinal);
          case Types.TINYINT -> rows.getByte(ordinal);
          case Types.SMALLINT -> rows.getShort(ordinal);
          case Types.INTEGER -> rows.getInt(ordinal);
          case Types.BIGINT -> rows.getLong(ordinal);
          case Types.REAL -> rows.getFloat(ordinal);
          case Types.FLOAT, Types.DOUBLE -> rows.getDouble(ordinal);
          case Types.DECIMAL -> rows.getBigDecimal(ordinal);
          case Types.BINARY, Types.VARBINARY -> rows.getBytes(ordinal);
          case Types.DATE, Types.TIME, Types.TIMESTAMP -> moment(rows);
          case Types.ARRAY -> elements(rows);
          case Types.CHAR -> rows.getString(ordinal);
          default -> text(rows.getObject(ordinal));
        };
    return rows.wasNull() ? null : value;
  }

  private Object moment(ResultSet rows) throws SQLException {
    switch (type) {
      case Types.DATE:
        LocalDate date = rows.getObject(ordinal, LocalDate.class);
        return date == null ? null : (int) date.toEpochDay();
      case Types.TIME:
        LocalTime time = rows.getObject(ordinal, LocalTime.class);
        return time == null ? null : (int) (time.toNanoOfDay() / 1_000_000);
      default:
        LocalDateTime moment = rows.getObject(ordinal, LocalDateTime.class);
        return moment == null ? null : moment.toInstant(ZoneOffset.UTC).toEpochMilli();
    }
  }

  private List<Object> elements(ResultSet rows) throws SQLException {
    Array array = rows.getArray(ordinal);
    if (array == null) {
      return null;
    }
    Rep component = ((ColumnMetaData.ArrayType) description.type).getComponent().rep;
    List<Object> elements = new ArrayList<>();
    for (Object element : Arrays.asList((Object[]) array.getArray())) {
      elements.add(
          element == null ? null : component == Rep.STRING ? text(element) : number(element));
    }
    return elements;
  }

  private static Object number(Object element) {
    return element instanceof Short || element instanceof Byte
        ? Integer.valueOf(((Number) element).intValue())
        : element instanceof Float f ? Double.valueOf(f) : element;
  }

  private static String text(Object value) {
    return value == null
        ? null
        : value instanceof BigDecimal number ? number.toPlainString() : value.toString();
  }

  /** About how many bytes a value takes on its way. */
  static long size(Object value) {
    return value instanceof String text
        ? text.length()
        : value instanceof byte[] bytes ? bytes.length : Long.BYTES;
  }
}
