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

import io.calcitelens.adapters.StoreCapabilities;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.schema.ColumnDefinition;
import io.calcitelens.adapters.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;

/**
 * MariaDB, with tables of its transactional engine. A branch of a larger transaction would have to
 * be one from its beginning, which a local transaction is not: it is a last resource.
 */
final class MariaDbProduct extends StoreProduct {
  /**
   * Values that do not fit are refused, assignments see the row before them, and literals are the
   * standard's.
   */
  private static final String SQL_MODE =
      "STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,"
          + "NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,"
          + "PAD_CHAR_TO_FULL_LENGTH,SIMULTANEOUS_ASSIGNMENT";

  /** What it has beside the standard's types, or what the driver takes for one of those. */
  private static final Set<String> SHOWN_TYPES =
      Set.of("enum", "set", "year", "float", "float unsigned", "inet4", "inet6");

  private static final Pattern COLUMN = Pattern.compile("(?:[Cc]olumn|Field) '(.*?)'");
  private static final Pattern KEY = Pattern.compile(" for key '(.*)'$", Pattern.DOTALL);
  private static final Pattern CHECK =
      Pattern.compile("CONSTRAINT `(.*)` failed for `.*?`\\.`(.*)`$", Pattern.DOTALL);
  private static final Pattern FOREIGN_KEY =
      Pattern.compile(
          "\\(`.*?`\\.`(.*?)`, CONSTRAINT `(.*?)` FOREIGN KEY \\(`(.*?)`\\)", Pattern.DOTALL);

  /** Whether a write meets the rows of its transaction's state, or is told that they changed. */
  private final boolean keepsSnapshots;

  MariaDbProduct(boolean keepsSnapshots) {
    super(StoreDialects.MARIADB, new StoreCapabilities(true, false, true, true, false, false));
    this.keepsSnapshots = keepsSnapshots;
  }

  static MariaDbProduct of(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet variable =
            statement.executeQuery("SHOW VARIABLES LIKE 'innodb_snapshot_isolation'")) {
      return new MariaDbProduct(variable.next());
    }
  }

  @Override
  List<String> prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "SET @lens_sql_mode = @@sql_mode, @lens_time_zone = @@time_zone,"
              + " @lens_collation = @@collation_connection,"
              + " @lens_lock_wait = @@innodb_lock_wait_timeout,"
              + " sql_mode = '"
              + SQL_MODE
              + "', time_zone = '+00:00', innodb_lock_wait_timeout = "
              + JdbcStore.LOCK_TIMEOUT_MILLIS / 1_000
              + (keepsSnapshots ? ", innodb_snapshot_isolation = ON" : ""));
      statement.execute("SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin");
    }
    return List.of(
        "SET sql_mode = @lens_sql_mode, time_zone = @lens_time_zone,"
            + " collation_connection = @lens_collation,"
            + " innodb_lock_wait_timeout = @lens_lock_wait"
            + (keepsSnapshots ? ", innodb_snapshot_isolation = DEFAULT" : ""));
  }

  /**
   * Its own default would keep one state of the tables for each transaction. A repeatable read that
   * writes over rows which others have changed since is made a serializable one.
   */
  @Override
  int isolation(int isolation) {
    return switch (isolation) {
      case Connection.TRANSACTION_NONE -> Connection.TRANSACTION_READ_COMMITTED;
      case Connection.TRANSACTION_REPEATABLE_READ ->
          keepsSnapshots ? isolation : Connection.TRANSACTION_SERIALIZABLE;
      default -> isolation;
    };
  }

  @Override
  int snapshotIsolation() {
    return Connection.TRANSACTION_REPEATABLE_READ;
  }

  @Override
  Optional<ExactText.Operators> exactText() {
    return Optional.of(StoreDialects.MARIADB_EXACT_TEXT);
  }

  @Override
  boolean locksInOrder() {
    return true;
  }

  @Override
  boolean returnsRows() {
    return true;
  }

  @Override
  boolean standardBinaryLiterals() {
    return true;
  }

  /** What a division by zero gives is null, and integers are divided into decimals. */
  @Override
  boolean divides() {
    return false;
  }

  @Override
  boolean infiniteNumbers() {
    return false;
  }

  /** Its moments are read and written as the clock of the session's time zone. */
  @Override
  boolean instantsAsUtcClock() {
    return true;
  }

  @Override
  boolean catalogsForSchemas() {
    return true;
  }

  @Override
  boolean indexesOfTables() {
    return true;
  }

  @Override
  Optional<InformationQueries> informationSchema() {
    return Optional.of(InformationQueries.MARIADB);
  }

  @Override
  Optional<String> rowEstimates() {
    return Optional.of(
        "select table_name, table_rows from information_schema.tables where table_schema = ?");
  }

  /** An engine without transactions could not take back what it has written. */
  @Override
  Optional<String> readOnlyTables() {
    return Optional.of(
        "select t.table_name from information_schema.tables t left join information_schema.engines e"
            + " on e.engine = t.engine where t.table_schema = ? and t.table_type = 'BASE TABLE'"
            + " and (e.transactions is null or e.transactions <> 'YES')");
  }

  @Override
  RelDataType columnType(int jdbcType, String typeName, int size, int digits, boolean nullable) {
    final int type =
        switch (typeName.toLowerCase(Locale.ROOT)) {
          case "tinyint unsigned" -> Types.SMALLINT;
          case "smallint unsigned" -> Types.INTEGER;
          case "int unsigned" -> Types.BIGINT;
          case "bigint unsigned" -> Types.DECIMAL;
          case "timestamp" -> Types.TIMESTAMP_WITH_TIMEZONE;
          default -> jdbcType;
        };
    return super.columnType(type, typeName, size, digits, nullable);
  }

  /** Of a single, the driver is sent six digits. */
  @Override
  boolean isPlainType(int jdbcType, String name) {
    return !SHOWN_TYPES.contains(name);
  }

  @Override
  String computedColumnSuffix() {
    return " STORED";
  }

  /** An {@code auto_increment} takes given values too, and must be a key. */
  @Override
  Optional<StoreException.Kind> refusal(TableDefinition table, ColumnDefinition column) {
    return generatesOtherwise(table, column)
        ? Optional.of(StoreException.Kind.CANNOT_GENERATE)
        : Optional.empty();
  }

  @Override
  String identity(boolean always) {
    return " AUTO_INCREMENT";
  }

  @Override
  String emptyInsert() {
    return " () VALUES ()";
  }

  @Override
  String typeName(RelDataType type, boolean indexed) {
    return DeclaredTypes.mariaDb(type, indexed);
  }

  @Override
  StoreFault fault(SQLException e) {
    final StoreFault fault =
        // The driver tells so, and no more, of a number that is read into a narrower type.
        e.getSQLState() == null && String.valueOf(e.getMessage()).endsWith(" overflow")
            ? StoreFault.of(StoreException.Kind.OUT_OF_RANGE)
            : StoreFault.of(kindOf(e));
    final String message = e.getMessage() == null ? "" : e.getMessage();
    switch (fault.kind()) {
      case NOT_NULL:
      case TOO_LONG:
      case OUT_OF_RANGE:
      case BAD_CAST:
        return fault.at(Optional.empty(), found(COLUMN, message, 1), Optional.empty());
      case UNIQUE:
        return fault.at(Optional.empty(), List.of(), found(KEY, message, 1).stream().findFirst());
      case CHECK:
        return fault.at(
            found(CHECK, message, 2).stream().findFirst(),
            List.of(),
            found(CHECK, message, 1).stream().findFirst());
      case FOREIGN_KEY:
        final Matcher key = FOREIGN_KEY.matcher(message);
        return key.find()
            ? fault.at(
                Optional.of(key.group(1)),
                List.of(key.group(3).split("`, `")),
                Optional.of(key.group(2)))
            : fault;
      default:
        return fault;
    }
  }

  private static List<String> found(Pattern pattern, String message, int group) {
    final Matcher matcher = pattern.matcher(message);
    return matcher.find() ? List.of(matcher.group(group)) : List.of();
  }

  /** By the server's own number, which says more than the SQLSTATE. */
  private static StoreException.Kind kindOf(SQLException e) {
    return switch (e.getErrorCode()) {
      case 1048, 1364, 1566 -> StoreException.Kind.NOT_NULL;
      case 1022, 1062, 1169, 1586 -> StoreException.Kind.UNIQUE;
      case 1216, 1217, 1451, 1452, 1761, 1762 -> StoreException.Kind.FOREIGN_KEY;
      case 3819, 4025 -> StoreException.Kind.CHECK;
      case 1406 -> StoreException.Kind.TOO_LONG;
      case 1264, 1690 -> StoreException.Kind.OUT_OF_RANGE;
      case 1365 -> StoreException.Kind.DIVISION_BY_ZERO;
      case 1265, 1292, 1366, 1411, 1525 -> StoreException.Kind.BAD_CAST;
      case 1020, 1205, 1213, 1412, 1614 -> StoreException.Kind.SERIALIZATION;
      case 1290, 1792, 1836 -> StoreException.Kind.READ_ONLY;
      case 1317, 1969 -> StoreException.Kind.CANCELLED;
      case 1044, 1045, 1049, 1040, 1129, 1130, 1203, 1226 -> StoreException.Kind.UNAVAILABLE;
      case 1053, 1927, 1158, 1159, 1160, 1161 -> StoreException.Kind.CONNECTION;
      default ->
          // The driver says so of a number that a Java type does not hold.
          e instanceof SQLDataException && e.getSQLState() == null
              ? StoreException.Kind.OUT_OF_RANGE
              : kind(e);
    };
  }
}
