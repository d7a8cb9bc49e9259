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
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** Types of DuckDB, which keeps no lengths of text and no digits of seconds. */
final class DuckDbTypes {
  private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+),\\s*(\\d+)\\)");

  private DuckDbTypes() {}

  /** The type of a column, not null; ANY if its values are only shown. */
  static RelDataType of(String name) {
    final Matcher decimal = DECIMAL.matcher(name);
    if (decimal.matches()) {
      return LensTypes.FACTORY.createSqlType(
          SqlTypeName.DECIMAL,
          Integer.parseInt(decimal.group(1)),
          Integer.parseInt(decimal.group(2)));
    }
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "BOOLEAN" -> basic(SqlTypeName.BOOLEAN);
      case "TINYINT" -> basic(SqlTypeName.TINYINT);
      case "SMALLINT" -> basic(SqlTypeName.SMALLINT);
      case "INTEGER" -> basic(SqlTypeName.INTEGER);
      case "BIGINT" -> basic(SqlTypeName.BIGINT);
      case "UTINYINT" -> basic(SqlTypeName.SMALLINT);
      case "USMALLINT" -> basic(SqlTypeName.INTEGER);
      case "UINTEGER" -> basic(SqlTypeName.BIGINT);
      case "FLOAT" -> basic(SqlTypeName.REAL);
      case "DOUBLE" -> basic(SqlTypeName.DOUBLE);
      case "VARCHAR" -> basic(SqlTypeName.VARCHAR);
      case "BLOB" -> basic(SqlTypeName.VARBINARY);
      case "DATE" -> basic(SqlTypeName.DATE);
      case "TIME" -> seconds(SqlTypeName.TIME);
      case "TIMESTAMP" -> seconds(SqlTypeName.TIMESTAMP);
      // The driver moves a moment for which the JVM's zone has no, or two, times of the clock.
      case "UUID" -> basic(SqlTypeName.UUID);
      default -> basic(SqlTypeName.ANY);
    };
  }

  /** Its own name for a type; empty if it has no type that holds the values as they are. */
  static Optional<String> name(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DATE, UUID ->
          Optional.of(type.getSqlTypeName().getName());
      case FLOAT, DOUBLE -> Optional.of("DOUBLE");
      case DECIMAL -> Optional.of("DECIMAL(" + type.getPrecision() + ", " + type.getScale() + ")");
      case VARCHAR -> Optional.of("VARCHAR");
      case VARBINARY -> Optional.of("BLOB");
      case TIME -> Optional.of("TIME");
      case TIMESTAMP -> Optional.of("TIMESTAMP");
      default -> Optional.empty();
    };
  }

  private static RelDataType basic(SqlTypeName name) {
    return LensTypes.FACTORY.createSqlType(name);
  }

  private static RelDataType seconds(SqlTypeName name) {
    return LensTypes.FACTORY.createSqlType(name, SqlTypeName.MAX_DATETIME_PRECISION);
  }
}
