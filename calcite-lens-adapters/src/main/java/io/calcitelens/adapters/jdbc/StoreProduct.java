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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.StoreCapabilities;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.schema.ColumnDefinition;
import io.calcitelens.adapters.schema.TableDefinition;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.type.SqlTypeName;

/** A database product: all that differs between products and is not told by JDBC. */
abstract class StoreProduct {
  private final SqlDialect dialect;
  private final StoreCapabilities capabilities;

  StoreProduct(SqlDialect dialect, StoreCapabilities capabilities) {
    this.dialect = dialect;
    this.capabilities = capabilities;
  }

  /** Recognises the product behind a connection. */
  static StoreProduct of(DatabaseMetaData metaData) throws SQLException {
    final String name = metaData.getDatabaseProductName().toLowerCase(Locale.ROOT);
    if (name.startsWith("h2")) {
      return new H2Product();
    }
    if (name.startsWith("hsql")) {
      return new HsqldbProduct();
    }
    if (name.startsWith("postgres")) {
      return PostgresProduct.of(metaData.getConnection());
    }
    if (name.startsWith("mariadb")) {
      return MariaDbProduct.of(metaData.getConnection());
    }
    if (name.startsWith("sqlite")) {
      return SqliteProduct.of(metaData);
    }
    if (name.startsWith("duckdb")) {
      return new DuckDbProduct();
    }
    return new GenericProduct(metaData);
  }

  final SqlDialect dialect() {
    return dialect;
  }

  final StoreCapabilities capabilities() {
    return capabilities;
  }

  /** How an insert that asks for generated values can be sent. */
  boolean batchesGeneratedKeys() {
    return false;
  }

  /** Whether the driver sends statements that a semicolon separates as one message. */
  boolean joinsStatements() {
    return false;
  }

  /** Whether {@code (a, b) in ((?, ?), …)} is known to use an index. */
  boolean rowValues() {
    return false;
  }

  /** How many keys a list in a condition has at most. */
  int keysInList() {
    return 512;
  }

  /** Whether {@code select … order by … for update} locks in that order. */
  boolean locksInOrder() {
    return false;
  }

  /** How INFORMATION_SCHEMA tells of constraints, identities and checks; empty if it does not. */
  Optional<InformationQueries> informationSchema() {
    return Optional.empty();
  }

  /** A query of the tables of one schema (its parameter) that are only read: table name. */
  Optional<String> readOnlyTables() {
    return Optional.empty();
  }

  /** Whether an insert gives back columns of the row by {@code returning}. */
  boolean returnsRows() {
    return false;
  }

  /** Whether integers are divided as the standard says, and a division by zero is an error. */
  boolean divides() {
    return true;
  }

  /** Whether there are infinite numbers, and what is no number at all. */
  boolean infiniteNumbers() {
    return true;
  }

  /** Whether moments are read and written as the date and time that a clock in UTC shows. */
  boolean instantsAsUtcClock() {
    return false;
  }

  /** Whether the name of an index is one within its table. */
  boolean indexesOfTables() {
    return false;
  }

  /** Whether tables stand in schemas; else each name is the database's own. */
  boolean schemas() {
    return true;
  }

  /**
   * Reads what the product tells of a schema.
   *
   * @param store the store's name
   * @param schema empty where the product has none, or none is chosen
   */
  SchemaFacts facts(String store, Connection connection, StoredSchema schema) throws SQLException {
    final Optional<String> place = catalogsForSchemas() ? schema.catalog() : schema.schema();
    return informationSchema().isPresent() && place.isPresent()
        ? InformationSchema.read(connection, informationSchema().get(), this, place.get())
        : SchemaFacts.NONE;
  }

  /** The type of a column as the metadata describe it; ANY if its values are only shown. */
  RelDataType columnType(int jdbcType, String typeName, int size, int digits, boolean nullable) {
    return JdbcTypes.of(jdbcType, typeName, size, digits, nullable);
  }

  /** How values of a type are read and written, where a driver's own way loses something. */
  Optional<ValueCodec> codec(RelDataType type) {
    return Optional.empty();
  }

  /** Why a column takes no such value, where the store would take any. */
  Optional<StoreException.Kind> refusal(BasisColumn column, Object value) {
    return Optional.empty();
  }

  /** Whether values of a type are equal, and sort, in the store as they do in Calcite. */
  boolean compares(RelDataType type) {
    return type.getSqlTypeName() != SqlTypeName.ANY;
  }

  /** Whether a call that means the same on most stores does so on this one. */
  boolean computes(RexCall call) {
    return true;
  }

  /** Whether the store adds values of a type up as Calcite does. */
  boolean sums(RelDataType type) {
    return true;
  }

  /** Whether an open result keeps others from committing: it is read out at once then. */
  boolean resultsBlockCommits() {
    return false;
  }

  /** Whether strings that differ in trailing spaces alone are equal to the store. */
  boolean padsText() {
    return false;
  }

  /**
   * Whether values of a type are read and written as what JDBC takes it for; others are only shown,
   * as text.
   *
   * @param name the type's name in the store, in lower case
   */
  boolean isPlainType(int jdbcType, String name) {
    return true;
  }

  /** How text is compared as it is where columns have collations; empty if they have none. */
  Optional<ExactText.Operators> exactText() {
    return Optional.empty();
  }

  /** Whether fixed-length text is compared without its padding. */
  boolean padsFixedText() {
    return true;
  }

  /** Whether text sorts as in Java, not by a locale. */
  boolean ordersTextByCodeUnits() {
    return false;
  }

  /** Whether {@code X'…'} is a binary literal. */
  boolean standardBinaryLiterals() {
    return false;
  }

  /**
   * Whether the driver takes {@code java.time} values before the Gregorian calendar for days of the
   * Julian one, and moves them.
   */
  boolean julianBeforeGregorian() {
    return false;
  }

  /**
   * Whether a commit that drops temporary tables leaves the catalog locked, until the session ends
   * its next transaction: no other session could commit the like.
   */
  boolean locksWhenBuffersGo() {
    return false;
  }

  /** Whether a savepoint cannot be used again after a rollback to it. */
  boolean savepointEndsWithRollback() {
    return false;
  }

  /** Whether a rollback to a savepoint closes the cursors that were opened since. */
  boolean savepointsEndCursors() {
    return false;
  }

  /** Whether {@code is not false} and its kin hold for nulls as the standard says. */
  boolean testsTruth() {
    return true;
  }

  /** Whether a table's path has a catalog and no schema. */
  boolean catalogsForSchemas() {
    return false;
  }

  /** Whether a schema is looked for in the connection's own catalog alone. */
  boolean readsOwnCatalog() {
    return catalogsForSchemas();
  }

  /**
   * Whether a rollback failed since there is no transaction: a commit that failed has ended it, and
   * the driver has begun no other.
   */
  boolean isWithoutTransaction(SQLException e) {
    return false;
  }

  /** A query of the row estimates of one schema (its parameter): table name, estimate. */
  Optional<String> rowEstimates() {
    return Optional.empty();
  }

  /**
   * A query of the foreign keys of one schema (its parameter) that older rows may break: table
   * name, constraint name.
   */
  Optional<String> unvalidatedForeignKeys() {
    return Optional.empty();
  }

  /** Whether {@code create index} takes the schema with the index's name. */
  boolean placesIndexes() {
    return true;
  }

  /** Whether constraints can be added to a table that is there; else they are made with it. */
  boolean addsConstraints() {
    return true;
  }

  /** Whether a column that comes to a table that is there can be not null, or generated. */
  boolean addsConstrainedColumns() {
    return true;
  }

  /** Whether checks have the names that they were given; else their conditions tell them. */
  boolean keepsConstraintNames() {
    return true;
  }

  /** Whether foreign keys have actions, and refer to tables of other schemas. */
  boolean refersFreely() {
    return true;
  }

  /** The type of a column that the store numbers. */
  String identityType(RelDataType type) {
    return typeName(type, true);
  }

  /** Why a column cannot be made as it is declared. */
  Optional<StoreException.Kind> refusal(TableDefinition table, ColumnDefinition column) {
    return Optional.empty();
  }

  /** Whether a column is an identity, but not one by default that is the primary key. */
  static boolean generatesOtherwise(TableDefinition table, ColumnDefinition column) {
    return switch (column.generation()) {
      case IDENTITY_ALWAYS -> true;
      case IDENTITY_BY_DEFAULT ->
          table.primaryKey().filter(k -> k.columns().equals(List.of(column.name()))).isEmpty();
      default -> false;
    };
  }

  /** What stands behind the expression of a computed column. */
  String computedColumnSuffix() {
    return "";
  }

  /**
   * Whether the driver takes {@link Connection#setReadOnly} on an open connection. That a session
   * only reads does not depend on it: the transaction refuses writes itself.
   */
  boolean takesReadOnly() {
    return true;
  }

  /**
   * Sets what every session of this product needs, before its first transaction; the connection
   * commits each statement.
   *
   * @return statements that set the connection back, to be run outside a transaction
   */
  List<String> prepare(Connection connection) throws SQLException {
    return List.of();
  }

  /** Statements that begin a transaction that may write; empty if the driver begins one. */
  List<String> beginWriting() {
    return List.of();
  }

  /** The isolation level to ask for where {@code isolation} is wanted. */
  int isolation(int isolation) {
    return isolation;
  }

  /**
   * The least isolation at which a result that is fetched while it is read shows one state of the
   * tables; NONE if each does.
   */
  int streamingIsolation() {
    return Connection.TRANSACTION_NONE;
  }

  /**
   * The least isolation at which several queries see one state of the tables and stand in no
   * writer's way; NONE if there is none.
   */
  int snapshotIsolation() {
    return Connection.TRANSACTION_NONE;
  }

  /** Tells a connection whether the rows of its next query are to be computed as they are read. */
  void streamResults(Connection connection, boolean stream) throws SQLException {
    // Most drivers go by the fetch size.
  }

  /**
   * The store's own spelling of a type in a column declaration.
   *
   * @param indexed whether the column is of a key, a foreign key or an index
   */
  String typeName(RelDataType type, boolean indexed) {
    return DeclaredTypes.name(type);
  }

  /** What makes a column an identity; HSQLDB would begin with zero. */
  String identity(boolean always) {
    return " GENERATED " + (always ? "ALWAYS" : "BY DEFAULT") + " AS IDENTITY (START WITH 1)";
  }

  /** What follows a table's name where a row of defaults alone is inserted. */
  String emptyInsert() {
    return " DEFAULT VALUES";
  }

  /** What an exception of this product tells, names included. */
  abstract StoreFault fault(SQLException e);

  /** The store's own exception inside the wrapping of a batch. */
  static SQLException root(SQLException e) {
    if (e instanceof BatchUpdateException) {
      if (e.getNextException() != null) {
        return root(e.getNextException());
      }
      if (e.getCause() instanceof SQLException cause) {
        return root(cause);
      }
    }
    return e;
  }

  /** The kind by SQLSTATE alone, as the standard has it. */
  static StoreException.Kind kind(SQLException e) {
    final String state = e.getSQLState() == null ? "" : e.getSQLState();
    switch (state) {
      case "23502":
        return StoreException.Kind.NOT_NULL;
      case "23505":
        return StoreException.Kind.UNIQUE;
      case "23503":
      case "23504":
      case "23506":
      case "23001":
        return StoreException.Kind.FOREIGN_KEY;
      case "23513":
      case "23514":
        return StoreException.Kind.CHECK;
      case "22001":
        return StoreException.Kind.TOO_LONG;
      case "22003":
      case "22004":
        return StoreException.Kind.OUT_OF_RANGE;
      case "22012":
        return StoreException.Kind.DIVISION_BY_ZERO;
      case "22018":
      case "22007":
      case "22008":
      case "22P02":
        return StoreException.Kind.BAD_CAST;
      case "25006":
        return StoreException.Kind.READ_ONLY;
      case "25P02":
        return StoreException.Kind.FAILED_TRANSACTION;
      case "57P01":
      case "57P02":
      case "57P03":
        return StoreException.Kind.CONNECTION;
      case "57014":
        return StoreException.Kind.CANCELLED;
      case "HYT00":
      case "55P03":
        return StoreException.Kind.SERIALIZATION;
      default:
        break;
    }
    if (state.startsWith("40")) {
      return StoreException.Kind.SERIALIZATION;
    }
    if (state.startsWith("08") || e instanceof SQLTransientConnectionException) {
      return StoreException.Kind.CONNECTION;
    }
    if (e instanceof SQLTimeoutException) {
      return StoreException.Kind.CANCELLED;
    }
    return StoreException.Kind.OTHER;
  }

  /** How a transaction becomes a branch of a larger one; present if the product is two-phase. */
  Optional<BranchSql> branches() {
    return Optional.empty();
  }

  /** How statements over sets of rows are spelled; empty if captured rows cannot be kept here. */
  Optional<SetDialect> sets() {
    return Optional.empty();
  }

  /** The level itself, or the next stronger one that a product takes. */
  static int atLeast(int isolation, int least) {
    return isolation == Connection.TRANSACTION_NONE ? isolation : Math.max(isolation, least);
  }
}
