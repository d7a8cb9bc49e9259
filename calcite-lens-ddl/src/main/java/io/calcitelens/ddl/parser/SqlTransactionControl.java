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
package io.calcitelens.ddl.parser;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A statement that ends, marks or sets a transaction. */
public final class SqlTransactionControl extends SqlLensNode {
  private static final SqlOperator COMMIT = operator("COMMIT", SqlKind.COMMIT);
  private static final SqlOperator ROLLBACK = operator("ROLLBACK", SqlKind.ROLLBACK);
  private static final SqlOperator OTHER = operator("TRANSACTION", SqlKind.OTHER_DDL);

  /** What the statement asks for. */
  public enum Kind {
    COMMIT,
    ROLLBACK,
    SAVEPOINT,
    ROLLBACK_TO,
    RELEASE,
    SET_ISOLATION,
    SET_READ_ONLY,
    SET_READ_WRITE,
    SET_CONSTRAINTS_IMMEDIATE,
    SET_CONSTRAINTS_DEFERRED
  }

  private final Kind kind;
  private final Optional<SqlIdentifier> name;
  private final List<SqlIdentifier> constraints;
  private final int isolation;

  public SqlTransactionControl(
      SqlParserPos pos,
      Kind kind,
      Optional<SqlIdentifier> name,
      List<SqlIdentifier> constraints,
      int isolation) {
    super(operator(kind), pos);
    this.kind = requireNonNull(kind, "kind");
    this.name = requireNonNull(name, "name");
    this.constraints = List.copyOf(constraints);
    this.isolation = isolation;
  }

  public Kind kind() {
    return kind;
  }

  /** The savepoint. */
  public Optional<SqlIdentifier> name() {
    return name;
  }

  /** The constraints to set; empty means all. */
  public List<SqlIdentifier> constraints() {
    return constraints;
  }

  /** A constant of {@link java.sql.Connection}, or 0. */
  public int isolation() {
    return isolation;
  }

  private void writeConstraints(SqlWriter writer, String mode) {
    writer.keyword("SET CONSTRAINTS");
    if (constraints.isEmpty()) {
      writer.keyword("ALL");
    } else {
      commaList(writer, constraints);
    }
    writer.keyword(mode);
  }

  private static SqlOperator operator(Kind kind) {
    return switch (kind) {
      case COMMIT -> COMMIT;
      case ROLLBACK -> ROLLBACK;
      default -> OTHER;
    };
  }

  private static String isolationName(int isolation) {
    return switch (isolation) {
      case Connection.TRANSACTION_READ_UNCOMMITTED -> "READ UNCOMMITTED";
      case Connection.TRANSACTION_READ_COMMITTED -> "READ COMMITTED";
      case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE READ";
      case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
      default -> throw new AssertionError("isolation " + isolation);
    };
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(symbol(kind), orNull(name), nodes(constraints), number(isolation));
  }

  @Override
  void write(SqlWriter writer) {
    switch (kind) {
      case COMMIT -> writer.keyword("COMMIT");
      case ROLLBACK -> writer.keyword("ROLLBACK");
      case SAVEPOINT -> writer.keyword("SAVEPOINT");
      case ROLLBACK_TO -> writer.keyword("ROLLBACK TO SAVEPOINT");
      case RELEASE -> writer.keyword("RELEASE SAVEPOINT");
      case SET_ISOLATION -> {
        writer.keyword("SET TRANSACTION ISOLATION LEVEL");
        writer.keyword(isolationName(isolation));
      }
      case SET_READ_ONLY -> writer.keyword("SET TRANSACTION READ ONLY");
      case SET_READ_WRITE -> writer.keyword("SET TRANSACTION READ WRITE");
      case SET_CONSTRAINTS_IMMEDIATE -> writeConstraints(writer, "IMMEDIATE");
      case SET_CONSTRAINTS_DEFERRED -> writeConstraints(writer, "DEFERRED");
    }
    name.ifPresent(n -> name(writer, n));
  }
}
