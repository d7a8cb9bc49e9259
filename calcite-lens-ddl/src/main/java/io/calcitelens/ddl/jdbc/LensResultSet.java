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

import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.apache.calcite.avatica.AvaticaResultSetMetaData;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.jdbc.CalcitePrepare;
import org.apache.calcite.jdbc.LensConnectionBase;
import org.apache.calcite.sql.type.SqlTypeName;

/** A result whose faults while it is read are told the JDBC way. */
final class LensResultSet extends LensConnectionBase.ResultBase {
  private final ResultRows rows;

  private LensResultSet(
      AvaticaStatement statement,
      CalcitePrepare.CalciteSignature<Object> signature,
      TimeZone timeZone,
      ResultRows rows)
      throws SQLException {
    super(
        statement,
        signature,
        new AvaticaResultSetMetaData(statement, null, signature),
        timeZone,
        Meta.Frame.EMPTY);
    this.rows = rows;
  }

  /** A result over rows that are being read. */
  static LensResultSet open(
      LensConnection connection, AvaticaStatement statement, Outcome.Rows rows)
      throws SQLException {
    LensResultSet result =
        new LensResultSet(
            statement,
            signature("", rows.columns(), Meta.StatementType.SELECT),
            connection.getTimeZone(),
            rows.rows());
    result.execute2(new ResultCursor(rows.rows()), rows.columns());
    connection.opened(result);
    return result;
  }

  /** What Avatica wants to know of a statement. */
  static CalcitePrepare.CalciteSignature<Object> signature(
      String sql, List<ColumnMetaData> columns, Meta.StatementType type) {
    return new CalcitePrepare.CalciteSignature<>(
        sql,
        List.of(),
        Map.of(),
        null,
        columns,
        Meta.CursorFactory.ARRAY,
        null,
        List.of(),
        -1,
        null,
        type);
  }

  @Override
  public boolean next() throws SQLException {
    try {
      return super.next();
    } catch (SQLException | RuntimeException | Error e) {
      throw ErrorTranslation.toSql(e);
    }
  }

  /** A decimal is told without an exponent. */
  @Override
  public String getString(int columnIndex) throws SQLException {
    String text = super.getString(columnIndex);
    return text != null && text.indexOf('E') >= 0 && columnType(columnIndex).id == Types.DECIMAL
        ? new BigDecimal(text).toPlainString()
        : text;
  }

  @Override
  public String getString(String columnLabel) throws SQLException {
    return getString(findColumn(columnLabel));
  }

  @Override
  public Timestamp getTimestamp(int columnIndex) throws SQLException {
    Timestamp local = super.getTimestamp(columnIndex);
    return local != null && isInstant(columnIndex) ? instant(columnIndex) : local;
  }

  @Override
  public Timestamp getTimestamp(String columnLabel) throws SQLException {
    return getTimestamp(findColumn(columnLabel));
  }

  @Override
  public Timestamp getTimestamp(int columnIndex, Calendar calendar) throws SQLException {
    Timestamp local = super.getTimestamp(columnIndex, calendar);
    return local != null && isInstant(columnIndex) ? instant(columnIndex) : local;
  }

  @Override
  public Timestamp getTimestamp(String columnLabel, Calendar calendar) throws SQLException {
    return getTimestamp(findColumn(columnLabel), calendar);
  }

  @Override
  public Object getObject(int columnIndex) throws SQLException {
    Object plain = super.getObject(columnIndex);
    return plain != null && isInstant(columnIndex) ? instant(columnIndex) : plain;
  }

  @Override
  public Object getObject(String columnLabel) throws SQLException {
    return getObject(findColumn(columnLabel));
  }

  private ColumnMetaData.AvaticaType columnType(int columnIndex) {
    return columnMetaDataList.get(columnIndex - 1).type;
  }

  /** Whether a column holds moments of the world rather than of a wall clock. */
  private boolean isInstant(int columnIndex) {
    String name = columnType(columnIndex).name;
    return name.equals(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE.getName())
        || name.equals(SqlTypeName.TIMESTAMP_TZ.getName());
  }

  private Timestamp instant(int columnIndex) {
    return new Timestamp(((Number) rows.value(columnIndex - 1)).longValue());
  }

  @Override
  public <T> T getObject(int columnIndex, Class<T> type) throws SQLException {
    Object plain = getObject(columnIndex);
    if (plain == null || type.isInstance(plain)) {
      return type.cast(plain);
    }
    try {
      Object raw = isInstant(columnIndex) ? plain : rows.value(columnIndex - 1);
      return type.cast(ClientValues.convert(raw, columnType(columnIndex).id, type, localCalendar));
    } catch (RuntimeException e) {
      throw ErrorTranslation.toSql(e);
    }
  }

  @Override
  public <T> T getObject(String columnLabel, Class<T> type) throws SQLException {
    return getObject(findColumn(columnLabel), type);
  }
}
