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

import io.calcitelens.adapters.LensTypes;
import java.sql.Types;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** Calcite's types for the columns that JDBC metadata describes. */
final class JdbcTypes {
  private JdbcTypes() {}

  /**
   * The type of a column; ANY for one whose values are only shown as text and never written.
   *
   * @param size the column's length or precision as JDBC tells it
   * @param digits its scale, or the fractional digits of its seconds
   */
  static RelDataType of(int jdbcType, String typeName, int size, int digits, boolean nullable) {
    final RelDataType type = notNull(jdbcType, typeName.toLowerCase(Locale.ROOT), size, digits);
    return LensTypes.FACTORY.createTypeWithNullability(type, nullable);
  }

  private static RelDataType notNull(int jdbcType, String typeName, int size, int digits) {
    if (typeName.equals("uuid")) {
      return basic(SqlTypeName.UUID);
    }
    switch (jdbcType) {
      case Types.BIT:
      case Types.BOOLEAN:
        return size > 1 && jdbcType == Types.BIT
            ? basic(SqlTypeName.ANY)
            : basic(SqlTypeName.BOOLEAN);
      case Types.TINYINT:
        return basic(SqlTypeName.TINYINT);
      case Types.SMALLINT:
        return basic(SqlTypeName.SMALLINT);
      case Types.INTEGER:
        return basic(SqlTypeName.INTEGER);
      case Types.BIGINT:
        return basic(SqlTypeName.BIGINT);
      case Types.REAL:
        return basic(SqlTypeName.REAL);
      case Types.FLOAT:
      case Types.DOUBLE:
        return basic(SqlTypeName.DOUBLE);
      case Types.NUMERIC:
      case Types.DECIMAL:
        return decimal(size, digits);
      case Types.CHAR:
      case Types.NCHAR:
        return text(SqlTypeName.CHAR, size);
      case Types.VARCHAR:
      case Types.NVARCHAR:
      case Types.LONGVARCHAR:
      case Types.LONGNVARCHAR:
      case Types.CLOB:
      case Types.NCLOB:
        return text(SqlTypeName.VARCHAR, jdbcType == Types.CLOB ? 0 : size);
      case Types.BINARY:
        return text(SqlTypeName.BINARY, size);
      case Types.VARBINARY:
      case Types.LONGVARBINARY:
      case Types.BLOB:
        return text(SqlTypeName.VARBINARY, jdbcType == Types.BLOB ? 0 : size);
      case Types.DATE:
        return basic(SqlTypeName.DATE);
      case Types.TIME:
        return seconds(SqlTypeName.TIME, digits);
      case Types.TIMESTAMP:
        return typeName.equals("timestamptz")
            ? seconds(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, digits)
            : seconds(SqlTypeName.TIMESTAMP, digits);
      case Types.TIMESTAMP_WITH_TIMEZONE:
        return seconds(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, digits);
      default:
        return basic(SqlTypeName.ANY);
    }
  }

  private static RelDataType basic(SqlTypeName name) {
    return LensTypes.FACTORY.createSqlType(name);
  }

  /** A length that Calcite cannot hold is no length: the store judges it. */
  private static RelDataType text(SqlTypeName name, int size) {
    final SqlTypeName wide =
        name == SqlTypeName.CHAR
            ? SqlTypeName.VARCHAR
            : name == SqlTypeName.BINARY ? SqlTypeName.VARBINARY : name;
    final int most = LensTypes.TYPE_SYSTEM.getMaxPrecision(name);
    return size <= 0 || size > most ? basic(wide) : LensTypes.FACTORY.createSqlType(name, size);
  }

  private static RelDataType decimal(int size, int digits) {
    final int most = LensTypes.TYPE_SYSTEM.getMaxPrecision(SqlTypeName.DECIMAL);
    if (size <= 0) {
      // A decimal of any scale: most values of practice fit, and what does not is refused.
      return LensTypes.FACTORY.createSqlType(SqlTypeName.DECIMAL, most, most / 2);
    }
    final int precision = Math.min(size, most);
    return LensTypes.FACTORY.createSqlType(
        SqlTypeName.DECIMAL, precision, Math.max(0, Math.min(digits, precision)));
  }

  private static RelDataType seconds(SqlTypeName name, int digits) {
    return LensTypes.FACTORY.createSqlType(
        name, Math.max(0, Math.min(digits, SqlTypeName.MAX_DATETIME_PRECISION)));
  }
}
