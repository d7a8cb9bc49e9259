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
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.StoreCapabilities;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.schema.ColumnDefinition;
import io.calcitelens.adapters.schema.TableDefinition;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** SQLite. A transaction that may write holds the one lock of the database from its beginning. */
final class SqliteProduct extends StoreProduct {
  /** What a message begins with: the name of the extended result code. */
  private static final Pattern CODE = Pattern.compile("^\\[SQLITE_(\\w+?)]");

  /** What the library itself says, behind the driver's words. */
  private static final Pattern DETAIL =
      Pattern.compile("constraint failed: (.*?)\\)?$", Pattern.DOTALL);

  private static final Pattern INDEX = Pattern.compile("index '(.*)'", Pattern.DOTALL);

  private static final Map<String, StoreException.Kind> KINDS =
      Map.ofEntries(
          Map.entry("CONSTRAINT_PRIMARYKEY", StoreException.Kind.UNIQUE),
          Map.entry("CONSTRAINT_ROWID", StoreException.Kind.UNIQUE),
          Map.entry("CONSTRAINT_UNIQUE", StoreException.Kind.UNIQUE),
          Map.entry("CONSTRAINT_NOTNULL", StoreException.Kind.NOT_NULL),
          Map.entry("CONSTRAINT_CHECK", StoreException.Kind.CHECK),
          Map.entry("CONSTRAINT_FOREIGNKEY", StoreException.Kind.FOREIGN_KEY),
          Map.entry("CONSTRAINT_DATATYPE", StoreException.Kind.BAD_CAST),
          Map.entry("MISMATCH", StoreException.Kind.BAD_CAST),
          Map.entry("TOOBIG", StoreException.Kind.TOO_LONG),
          Map.entry("READONLY", StoreException.Kind.READ_ONLY),
          Map.entry("INTERRUPT", StoreException.Kind.CANCELLED),
          Map.entry("CANTOPEN", StoreException.Kind.UNAVAILABLE),
          Map.entry("NOTADB", StoreException.Kind.UNAVAILABLE),
          Map.entry("CORRUPT", StoreException.Kind.UNAVAILABLE));

  private static final List<String> PRAGMAS = List.of("foreign_keys", "busy_timeout");

  /** Whether readers see the last state while a writer commits, as a write-ahead log lets them. */
  private final boolean writeAhead;

  private SqliteProduct(DatabaseMetaData metaData, boolean writeAhead) throws SQLException {
    super(
        StoreDialects.sqlite(metaData),
        new StoreCapabilities(true, false, false, true, false, false));
    this.writeAhead = writeAhead;
  }

  static SqliteProduct of(DatabaseMetaData metaData) throws SQLException {
    try (Statement statement = metaData.getConnection().createStatement();
        ResultSet mode = statement.executeQuery("PRAGMA journal_mode")) {
      return new SqliteProduct(metaData, mode.next() && "wal".equalsIgnoreCase(mode.getString(1)));
    }
  }

  @Override
  boolean takesReadOnly() {
    return false;
  }

  @Override
  boolean schemas() {
    return false;
  }

  @Override
  boolean placesIndexes() {
    return false;
  }

  @Override
  boolean addsConstraints() {
    return false;
  }

  @Override
  boolean returnsRows() {
    return true;
  }

  @Override
  boolean rowValues() {
    return true;
  }

  @Override
  boolean standardBinaryLiterals() {
    return true;
  }

  @Override
  boolean padsFixedText() {
    return false;
  }

  /** A reader of a database without a write-ahead log lets nobody commit. */
  @Override
  boolean resultsBlockCommits() {
    return !writeAhead;
  }

  @Override
  SchemaFacts facts(String store, Connection connection, StoredSchema schema) throws SQLException {
    return SqliteFacts.read(connection, store);
  }

  @Override
  RelDataType columnType(int jdbcType, String typeName, int size, int digits, boolean nullable) {
    return LensTypes.FACTORY.createTypeWithNullability(SqliteTypes.of(typeName), nullable);
  }

  @Override
  String typeName(RelDataType type, boolean indexed) {
    return SqliteTypes.name(type);
  }

  /** A primary key of this type is the row's own number, and of no other. */
  @Override
  String identityType(RelDataType type) {
    return "INTEGER";
  }

  @Override
  String identity(boolean always) {
    return "";
  }

  @Override
  Optional<StoreException.Kind> refusal(TableDefinition table, ColumnDefinition column) {
    if (generatesOtherwise(table, column)) {
      return Optional.of(StoreException.Kind.CANNOT_GENERATE);
    }
    return SqliteTypes.holds(column.type())
        ? Optional.empty()
        : Optional.of(StoreException.Kind.CANNOT_HOLD);
  }

  @Override
  Optional<ValueCodec> codec(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.NULL
        ? Optional.empty()
        : Optional.of(SqliteValues.codec(type));
  }

  @Override
  Optional<StoreException.Kind> refusal(BasisColumn column, Object value) {
    return SqliteValues.refusal(column.type(), value);
  }

  @Override
  Optional<ExactText.Operators> exactText() {
    return Optional.of(StoreDialects.SQLITE_EXACT_TEXT);
  }

  @Override
  boolean compares(RelDataType type) {
    return SqliteTypes.compares(type);
  }

  /** Numbers are doubles where they leave their range, and letters are those of ASCII. */
  @Override
  boolean computes(RexCall call) {
    switch (call.getKind()) {
      case PLUS:
      case MINUS:
      case TIMES:
      case DIVIDE:
      case MOD:
      case MINUS_PREFIX:
      case CHECKED_PLUS:
      case CHECKED_MINUS:
      case CHECKED_TIMES:
      case CHECKED_DIVIDE:
      case CHECKED_MINUS_PREFIX:
      case LIKE:
        return false;
      case CAST:
        return SqlTypeUtil.isIntType(call.getType())
            || call.getType().getSqlTypeName() == SqlTypeName.VARCHAR;
      case OTHER:
      case OTHER_FUNCTION:
        return call.getOperator() == SqlStdOperatorTable.CONCAT;
      default:
        return true;
    }
  }

  @Override
  boolean sums(RelDataType type) {
    return SqlTypeUtil.isIntType(type);
  }

  /** One writer at a time, and one state for each reader: there is no other level. */
  @Override
  int isolation(int isolation) {
    return Connection.TRANSACTION_NONE;
  }

  /** Foreign keys hold only where a connection asks for them, and a lock is not waited for. */
  @Override
  List<String> prepare(Connection connection) throws SQLException {
    final List<String> before = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      for (String pragma : PRAGMAS) {
        try (ResultSet value = statement.executeQuery("PRAGMA " + pragma)) {
          value.next();
          before.add("PRAGMA " + pragma + " = " + value.getInt(1));
        }
      }
      statement.execute("PRAGMA foreign_keys = 1");
      statement.execute("PRAGMA busy_timeout = " + JdbcStore.LOCK_TIMEOUT_MILLIS);
    }
    return before;
  }

  /** A transaction that began by reading could not always write, and would lose what it did. */
  @Override
  List<String> beginWriting() {
    return List.of("ROLLBACK", "BEGIN IMMEDIATE");
  }

  @Override
  StoreFault fault(SQLException e) {
    final String message = e.getMessage() == null ? "" : e.getMessage();
    final StoreFault fault = StoreFault.of(kindOf(e, message));
    final Matcher matcher = DETAIL.matcher(message);
    if (!matcher.find()) {
      return fault;
    }
    final String detail = matcher.group(1);
    switch (fault.kind()) {
      case UNIQUE:
        final Matcher index = INDEX.matcher(detail);
        return index.matches()
            ? fault.at(Optional.empty(), List.of(), Optional.of(index.group(1)))
            : columns(fault, detail);
      case NOT_NULL:
        return columns(fault, detail);
      case CHECK:
        return fault.at(Optional.empty(), List.of(), Optional.of(detail));
      default:
        return fault;
    }
  }

  private static StoreException.Kind kindOf(SQLException e, String message) {
    final Matcher code = CODE.matcher(message);
    if (!code.find()) {
      return kind(e);
    }
    final String name = code.group(1);
    if (name.startsWith("BUSY") || name.startsWith("LOCKED")) {
      return StoreException.Kind.SERIALIZATION;
    }
    if (name.startsWith("READONLY")) {
      return StoreException.Kind.READ_ONLY;
    }
    if (name.startsWith("CANTOPEN")) {
      return StoreException.Kind.UNAVAILABLE;
    }
    return KINDS.getOrDefault(name, kind(e));
  }

  /** From {@code T.a, T.b}, where no name is quoted. */
  private static StoreFault columns(StoreFault fault, String detail) {
    final List<String> columns = new ArrayList<>();
    String table = "";
    for (String part : detail.split(", ", -1)) {
      final int dot = part.indexOf('.');
      if (dot < 0) {
        return fault;
      }
      table = part.substring(0, dot);
      columns.add(part.substring(dot + 1));
    }
    return fault.at(Optional.of(table), columns, Optional.empty());
  }
}
