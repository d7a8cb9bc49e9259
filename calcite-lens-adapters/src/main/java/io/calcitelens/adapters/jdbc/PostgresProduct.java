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
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;

/** PostgreSQL. */
final class PostgresProduct extends StoreProduct {
  private static final Set<String> TEXT_TYPES = Set.of("varchar", "text", "name", "citext");

  /** Whether the server takes prepared transactions, which it does only if it is told to. */
  private final boolean twoPhase;

  PostgresProduct(boolean twoPhase) {
    super(StoreDialects.POSTGRESQL, new StoreCapabilities(true, twoPhase, true, true, false, true));
    this.twoPhase = twoPhase;
  }

  static PostgresProduct of(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet setting = statement.executeQuery("show max_prepared_transactions")) {
      return new PostgresProduct(setting.next() && setting.getInt(1) > 0);
    }
  }

  /** Its own default is to wait for ever, and no server sees a deadlock over two of them. */
  @Override
  List<String> prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet set =
            statement.executeQuery(
                "SELECT set_config('lock_timeout', '"
                    + JdbcStore.LOCK_TIMEOUT_MILLIS
                    + "', false) WHERE current_setting('lock_timeout') = '0'")) {
      // A limit that an application has set for its connection stays as it is.
      return set.next() ? List.of("SET lock_timeout = 0") : List.of();
    }
  }

  @Override
  Optional<BranchSql> branches() {
    return twoPhase ? Optional.of(BranchSql.POSTGRESQL) : Optional.empty();
  }

  @Override
  boolean batchesGeneratedKeys() {
    return true;
  }

  @Override
  boolean joinsStatements() {
    return true;
  }

  @Override
  boolean savepointsEndCursors() {
    return true;
  }

  @Override
  int snapshotIsolation() {
    return Connection.TRANSACTION_REPEATABLE_READ;
  }

  @Override
  boolean rowValues() {
    return true;
  }

  @Override
  boolean locksInOrder() {
    return true;
  }

  @Override
  Optional<InformationQueries> informationSchema() {
    return Optional.of(InformationQueries.STANDARD);
  }

  @Override
  Optional<String> rowEstimates() {
    return Optional.of(
        "select c.relname, c.reltuples from pg_class c join pg_namespace n"
            + " on n.oid = c.relnamespace where n.nspname = ? and c.relkind in ('r', 'p')");
  }

  @Override
  Optional<String> unvalidatedForeignKeys() {
    return Optional.of(
        "select c.relname, f.conname from pg_constraint f join pg_class c on c.oid = f.conrelid"
            + " join pg_namespace n on n.oid = c.relnamespace"
            + " where n.nspname = ? and f.contype = 'f' and not f.convalidated");
  }

  /** The driver takes an enumeration for text, bits for a boolean, and money for a double. */
  @Override
  boolean isPlainType(int jdbcType, String name) {
    return switch (jdbcType) {
      case Types.VARCHAR -> TEXT_TYPES.contains(name);
      case Types.BIT -> name.equals("bool");
      case Types.DOUBLE -> !name.equals("money");
      default -> true;
    };
  }

  @Override
  boolean placesIndexes() {
    return false;
  }

  @Override
  String computedColumnSuffix() {
    return " STORED";
  }

  @Override
  String typeName(RelDataType type, boolean indexed) {
    return DeclaredTypes.postgres(type);
  }

  @Override
  Optional<SetDialect> sets() {
    return Optional.of(SetDialect.joining(dialect()));
  }

  @Override
  StoreFault fault(SQLException e) {
    return StoreFault.of(kind(e))
        .at(
            told(e, "getTable"),
            told(e, "getColumn").map(List::of).orElse(List.of()),
            told(e, "getConstraint"));
  }

  /** The driver is not on this module's class path, hence the reflection. */
  private static Optional<String> told(SQLException e, String getter) {
    try {
      final Object message = e.getClass().getMethod("getServerErrorMessage").invoke(e);
      return message == null
          ? Optional.empty()
          : Optional.ofNullable((String) message.getClass().getMethod(getter).invoke(message));
    } catch (ReflectiveOperationException none) {
      return Optional.empty();
    }
  }
}
