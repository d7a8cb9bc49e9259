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

import static java.util.Map.entry;

import io.calcitelens.adapters.LensTypes;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Types of SQLite, which are words of a declaration: a column holds any value. A word that is known
 * is taken for a promise, which reads and writes then keep; the columns of others are only shown.
 */
final class SqliteTypes {
  /** The decimal digits that a double holds exactly; SQLite has no other form for a fraction. */
  static final int EXACT_DIGITS = 15;

  private static final Pattern DECLARED =
      Pattern.compile("([^(]*?)\\s*(?:\\(\\s*(\\d+)\\s*(?:,\\s*(\\d+)\\s*)?\\))?\\s*([^()]*)");

  /** An {@code INTEGER} has 64 bits. */
  private static final Map<String, SqlTypeName> NAMES =
      Map.ofEntries(
          entry("BOOLEAN", SqlTypeName.BOOLEAN),
          entry("BOOL", SqlTypeName.BOOLEAN),
          entry("TINYINT", SqlTypeName.TINYINT),
          entry("SMALLINT", SqlTypeName.SMALLINT),
          entry("INT2", SqlTypeName.SMALLINT),
          entry("INT", SqlTypeName.INTEGER),
          entry("INT4", SqlTypeName.INTEGER),
          entry("MEDIUMINT", SqlTypeName.INTEGER),
          entry("INTEGER", SqlTypeName.BIGINT),
          entry("BIGINT", SqlTypeName.BIGINT),
          entry("INT8", SqlTypeName.BIGINT),
          entry("FLOAT4", SqlTypeName.REAL),
          entry("REAL", SqlTypeName.DOUBLE),
          entry("FLOAT", SqlTypeName.DOUBLE),
          entry("DOUBLE", SqlTypeName.DOUBLE),
          entry("DOUBLE PRECISION", SqlTypeName.DOUBLE),
          entry("DECIMAL", SqlTypeName.DECIMAL),
          entry("NUMERIC", SqlTypeName.DECIMAL),
          entry("CHAR", SqlTypeName.CHAR),
          entry("CHARACTER", SqlTypeName.CHAR),
          entry("NCHAR", SqlTypeName.CHAR),
          entry("VARCHAR", SqlTypeName.VARCHAR),
          entry("CHARACTER VARYING", SqlTypeName.VARCHAR),
          entry("NVARCHAR", SqlTypeName.VARCHAR),
          entry("TEXT", SqlTypeName.VARCHAR),
          entry("CLOB", SqlTypeName.VARCHAR),
          entry("BLOB", SqlTypeName.VARBINARY),
          entry("BINARY", SqlTypeName.BINARY),
          entry("VARBINARY", SqlTypeName.VARBINARY),
          entry("DATE", SqlTypeName.DATE),
          entry("TIME", SqlTypeName.TIME),
          entry("TIMESTAMP", SqlTypeName.TIMESTAMP),
          entry("DATETIME", SqlTypeName.TIMESTAMP),
          entry("TIMESTAMP WITH TIME ZONE", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE),
          entry("TIMESTAMPTZ", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE),
          entry("UUID", SqlTypeName.UUID));

  private SqliteTypes() {}

  /** The type that a declaration promises, not null; ANY if it promises none. */
  static RelDataType of(String declared) {
    final Matcher matcher = DECLARED.matcher(declared.trim().toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      return basic(SqlTypeName.ANY);
    }
    final String name = (matcher.group(1) + " " + matcher.group(4)).trim().replaceAll("\\s+", " ");
    final SqlTypeName known = NAMES.getOrDefault(name, SqlTypeName.ANY);
    final int first = number(matcher.group(2));
    switch (known) {
      case DECIMAL:
        final int scale = Math.max(0, number(matcher.group(3)));
        return first > 0 && first <= EXACT_DIGITS && scale <= first
            ? LensTypes.FACTORY.createSqlType(known, first, scale)
            : basic(SqlTypeName.ANY);
      case CHAR:
        return sized(first < 0 ? SqlTypeName.VARCHAR : known, first);
      case BINARY:
        return sized(first < 0 ? SqlTypeName.VARBINARY : known, first);
      case VARCHAR:
      case VARBINARY:
        return sized(known, first);
      case TIME:
      case TIMESTAMP:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return LensTypes.FACTORY.createSqlType(
            known,
            first < 0
                ? SqlTypeName.MAX_DATETIME_PRECISION
                : Math.min(first, SqlTypeName.MAX_DATETIME_PRECISION));
      default:
        return basic(known);
    }
  }

  /** The word for a type. */
  static String name(RelDataType type) {
    switch (type.getSqlTypeName()) {
      case INTEGER:
        return "INT";
      case REAL:
        return "FLOAT4";
      case DOUBLE:
      case FLOAT:
        return "DOUBLE";
      case VARCHAR:
        return bounded(type) ? DeclaredTypes.name(type) : "TEXT";
      case VARBINARY:
        return bounded(type) ? DeclaredTypes.name(type) : "BLOB";
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
      case TIMESTAMP_TZ:
        // Nothing may follow the digits.
        return "TIMESTAMPTZ(" + Math.max(0, type.getPrecision()) + ")";
      default:
        return DeclaredTypes.name(type);
    }
  }

  /** Whether a column can hold all values of a type. */
  static boolean holds(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL
        ? type.getPrecision() <= EXACT_DIGITS && type.getScale() >= 0
        : of(name(type)).getSqlTypeName() != SqlTypeName.ANY;
  }

  /** Whether equal values are stored alike, and sort as they do here. */
  static boolean compares(RelDataType type) {
    switch (type.getSqlTypeName()) {
      case CHAR:
      case TIME:
      case TIMESTAMP:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
      case TIMESTAMP_TZ:
      case UUID:
      case ANY:
        // Others may have stored them padded, with more digits or in capitals.
        return false;
      case DECIMAL:
        return type.getPrecision() <= EXACT_DIGITS;
      default:
        return true;
    }
  }

  private static boolean bounded(RelDataType type) {
    return type.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED;
  }

  private static int number(String digits) {
    return digits == null || digits.length() > 9 ? -1 : Integer.parseInt(digits);
  }

  private static RelDataType sized(SqlTypeName name, int size) {
    return size <= 0 || size > LensTypes.TYPE_SYSTEM.getMaxPrecision(name)
        ? basic(name)
        : LensTypes.FACTORY.createSqlType(name, size);
  }

  private static RelDataType basic(SqlTypeName name) {
    return LensTypes.FACTORY.createSqlType(name);
  }
}
