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
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.api.ErrorCode;

/** H2 2.x. */
final class H2Product extends StoreProduct {
  private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"]|\"\")*)\"");
  private static final Pattern ON_TABLE =
      Pattern.compile("^(.*?)(?: PRIMARY KEY)? ON (.*?)\\(([^)]*)\\).*$");
  private static final Pattern CONSTRAINT = Pattern.compile("^(.*?): (.*)$", Pattern.DOTALL);
  private static final Pattern FOREIGN_KEY =
      Pattern.compile("^(.*) FOREIGN KEY\\((.*?)\\) REFERENCES .*$", Pattern.DOTALL);

  H2Product() {
    super(StoreDialects.H2, new StoreCapabilities(true, true, true, true, false, false));
  }

  @Override
  boolean locksWhenBuffersGo() {
    return true;
  }

  @Override
  boolean batchesGeneratedKeys() {
    return true;
  }

  @Override
  boolean rowValues() {
    return true;
  }

  /** An index answers a list of keys, which it sorts, and a row is locked when it is met. */
  @Override
  boolean locksInOrder() {
    return true;
  }

  @Override
  boolean ordersTextByCodeUnits() {
    return true;
  }

  /** H2 compares each row that it finds with the whole list once more. */
  @Override
  int keysInList() {
    return 64;
  }

  @Override
  boolean standardBinaryLiterals() {
    return true;
  }

  @Override
  Optional<InformationQueries> informationSchema() {
    return Optional.of(InformationQueries.STANDARD);
  }

  @Override
  Optional<String> rowEstimates() {
    return Optional.of(
        "select table_name, row_count_estimate from information_schema.tables"
            + " where table_schema = ?");
  }

  @Override
  Optional<SetDialect> sets() {
    return Optional.of(SetDialect.merging(dialect()));
  }

  @Override
  Optional<BranchSql> branches() {
    return Optional.of(BranchSql.H2);
  }

  /** H2's repeatable read lets two equal keys commit. */
  @Override
  int isolation(int isolation) {
    return isolation == Connection.TRANSACTION_REPEATABLE_READ
        ? Connection.TRANSACTION_SERIALIZABLE
        : isolation;
  }

  /** Else the rows of a joined table would be those at the time when they are read. */
  @Override
  int streamingIsolation() {
    return Connection.TRANSACTION_REPEATABLE_READ;
  }

  @Override
  int snapshotIsolation() {
    return Connection.TRANSACTION_REPEATABLE_READ;
  }

  @Override
  void streamResults(Connection connection, boolean stream) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LAZY_QUERY_EXECUTION " + (stream ? 1 : 0));
    }
  }

  @Override
  StoreFault fault(SQLException e) {
    final StoreFault fault = StoreFault.of(kindOf(e));
    final String detail = detail(e.getMessage());
    switch (fault.kind()) {
      case NOT_NULL:
      case TOO_LONG:
      case OUT_OF_RANGE:
        return fault.at(Optional.empty(), column(e.getMessage()), Optional.empty());
      case UNIQUE:
        return unique(fault, detail);
      case FOREIGN_KEY:
        return foreignKey(fault, detail);
      case CHECK:
        final Matcher check = CONSTRAINT.matcher(detail);
        return check.matches()
            ? fault.at(Optional.empty(), List.of(), Optional.of(QuotedNames.last(check.group(1))))
            : fault;
      default:
        return fault;
    }
  }

  private static StoreException.Kind kindOf(SQLException e) {
    switch (e.getErrorCode()) {
      case ErrorCode.LOCK_TIMEOUT_1:
      case ErrorCode.DEADLOCK_1:
      case ErrorCode.CONCURRENT_UPDATE_1:
        return StoreException.Kind.SERIALIZATION;
      case ErrorCode.DATABASE_ALREADY_OPEN_1:
      case ErrorCode.FILE_CREATION_FAILED_1:
      case ErrorCode.FILE_VERSION_ERROR_1:
      case ErrorCode.FILE_CORRUPTED_1:
      case ErrorCode.IO_EXCEPTION_1:
      case ErrorCode.IO_EXCEPTION_2:
      case ErrorCode.ERROR_OPENING_DATABASE_1:
        return StoreException.Kind.UNAVAILABLE;
      case ErrorCode.CONNECTION_BROKEN_1:
      case ErrorCode.DATABASE_IS_CLOSED:
      case ErrorCode.OBJECT_CLOSED:
      case ErrorCode.DATABASE_CALLED_AT_SHUTDOWN:
        return StoreException.Kind.CONNECTION;
      default:
        return kind(e);
    }
  }

  /** The part of a message between its first and last quote of the outer level, unquoted. */
  private static String detail(String message) {
    final int start = message.indexOf(": \"");
    final int statement = message.indexOf("; SQL statement:");
    final int end = message.lastIndexOf('"', statement < 0 ? message.length() : statement);
    return start < 0 || end <= start + 2
        ? ""
        : message.substring(start + 3, end).replace("\"\"", "\"");
  }

  /** The first quoted text: {@code "A"}, or {@code "A CHARACTER VARYING(3)"}. */
  private static List<String> column(String message) {
    final Matcher matcher = QUOTED.matcher(message);
    return matcher.find()
        ? QuotedNames.leading(matcher.group(1).replace("\"\"", "\""))
            .map(List::of)
            .orElse(List.of())
        : List.of();
  }

  private static StoreFault unique(StoreFault fault, String detail) {
    final Matcher matcher = ON_TABLE.matcher(detail.replace('\n', ' '));
    if (!matcher.matches()) {
      return fault;
    }
    return fault.at(
        Optional.of(QuotedNames.last(matcher.group(2))),
        QuotedNames.list(matcher.group(3)),
        Optional.of(QuotedNames.last(matcher.group(1))));
  }

  private static StoreFault foreignKey(StoreFault fault, String detail) {
    final Matcher matcher = CONSTRAINT.matcher(detail);
    if (!matcher.matches()) {
      return fault;
    }
    final Optional<String> constraint = Optional.of(QuotedNames.last(matcher.group(1)));
    final Matcher key = FOREIGN_KEY.matcher(matcher.group(2));
    return key.matches()
        ? fault.at(
            Optional.of(QuotedNames.last(key.group(1))), QuotedNames.list(key.group(2)), constraint)
        : fault.at(Optional.empty(), List.of(), constraint);
  }
}
