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

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** Types as a column declaration spells them. */
final class DeclaredTypes {
  /** The most that MariaDB keeps of a value in an index. */
  private static final int MARIADB_INDEXED_BYTES = 3072;

  /** A row of MariaDB has at most 65,535 bytes, of which a character takes up to four. */
  private static final int MARIADB_CHARACTERS = 4_000;

  private DeclaredTypes() {}

  /** The standard's spelling, which H2 takes. */
  static String name(RelDataType type) {
    switch (type.getSqlTypeName()) {
      case DECIMAL:
        return "DECIMAL(" + type.getPrecision() + ", " + type.getScale() + ")";
      case CHAR:
      case VARCHAR:
      case BINARY:
      case VARBINARY:
        return bounded(type) ? type.getSqlTypeName() + length(type) : type.getSqlTypeName().name();
      case DOUBLE:
      case FLOAT:
        return "DOUBLE PRECISION";
      case TIME:
      case TIMESTAMP:
        return type.getSqlTypeName() + length(type);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
      case TIMESTAMP_TZ:
        return "TIMESTAMP" + length(type) + " WITH TIME ZONE";
      default:
        return type.getSqlTypeName().getName();
    }
  }

  /** HSQLDB wants a length everywhere. */
  static String hsqldb(RelDataType type) {
    if (!bounded(type)) {
      if (type.getSqlTypeName() == SqlTypeName.VARCHAR) {
        return "LONGVARCHAR";
      }
      if (type.getSqlTypeName() == SqlTypeName.VARBINARY) {
        return "LONGVARBINARY";
      }
    }
    return name(type);
  }

  static String postgres(RelDataType type) {
    switch (type.getSqlTypeName()) {
      case TINYINT:
        return "SMALLINT";
      case BINARY:
      case VARBINARY:
        return "BYTEA";
      case VARCHAR:
        return bounded(type) ? name(type) : "TEXT";
      default:
        return name(type);
    }
  }

  /** Text that is compared as it is, whatever the database's collation. */
  static String mariaDb(RelDataType type, boolean indexed) {
    switch (type.getSqlTypeName()) {
      case CHAR:
        return name(type) + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
      case VARCHAR:
        return mariaDbText(type, indexed) + " CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin";
      case VARBINARY:
        return bounded(type)
            ? name(type)
            : indexed ? "VARBINARY(" + MARIADB_INDEXED_BYTES + ")" : "LONGBLOB";
      case REAL:
        return "DOUBLE";
      case TIMESTAMP:
        return "DATETIME" + length(type);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
      case TIMESTAMP_TZ:
        return "TIMESTAMP" + length(type) + (type.isNullable() ? " NULL" : "");
      default:
        return name(type);
    }
  }

  private static String mariaDbText(RelDataType type, boolean indexed) {
    if (bounded(type) && type.getPrecision() <= MARIADB_CHARACTERS) {
      return name(type);
    }
    return indexed ? "VARCHAR(" + MARIADB_INDEXED_BYTES / 4 + ")" : "LONGTEXT";
  }

  private static boolean bounded(RelDataType type) {
    return type.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED;
  }

  private static String length(RelDataType type) {
    return "(" + Math.max(0, type.getPrecision()) + ")";
  }
}
