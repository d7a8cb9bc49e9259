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

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LensResource;
import io.calcitelens.prover.Site;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** What an insert does where a key is taken. */
public final class SqlConflictClause extends SqlLensNode {
  private static final SqlOperator OPERATOR = operator("ON CONFLICT", SqlKind.OTHER);

  /** The forms of the clause. */
  public enum Kind {
    DO_NOTHING,
    DO_UPDATE,
    OR_REPLACE,
    OR_IGNORE,
    OR_ABORT
  }

  private final Kind kind;
  private final List<SqlIdentifier> target;
  private final List<SqlIdentifier> columns;
  private final List<SqlNode> values;
  private final Optional<SqlNode> where;

  public SqlConflictClause(
      SqlParserPos pos,
      Kind kind,
      List<SqlIdentifier> target,
      List<SqlIdentifier> columns,
      List<SqlNode> values,
      Optional<SqlNode> where) {
    super(OPERATOR, pos);
    this.kind = requireNonNull(kind, "kind");
    this.target = List.copyOf(target);
    this.columns = List.copyOf(columns);
    this.values = List.copyOf(values);
    this.where = requireNonNull(where, "where");
  }

  public Kind kind() {
    return kind;
  }

  /** The columns of the key that is meant; empty means any. */
  public List<SqlIdentifier> target() {
    return target;
  }

  /** The columns that {@code do update} sets. */
  public List<SqlIdentifier> columns() {
    return columns;
  }

  /** What they are set to; {@code excluded} names the row that was to be inserted. */
  public List<SqlNode> values() {
    return values;
  }

  public Optional<SqlNode> where() {
    return where;
  }

  /** The clause of {@code insert or …}. */
  public static SqlConflictClause insertOr(SqlParserPos pos, Kind kind) {
    return new SqlConflictClause(pos, kind, List.of(), List.of(), List.of(), Optional.empty());
  }

  /**
   * The clause behind the values.
   *
   * @param earlier the clause of {@code insert or …} of the same statement, or null
   */
  public static SqlConflictClause onConflict(
      SqlParserPos pos,
      SqlConflictClause earlier,
      Kind kind,
      List<SqlIdentifier> target,
      List<SqlIdentifier> columns,
      List<SqlNode> values,
      Optional<SqlNode> where) {
    if (earlier != null) {
      throw LensException.of(
          LensCode.SYNTAX,
          Site.at(pos.getLineNum(), pos.getColumnNum()),
          LensResource.RESOURCE.twoConflictClauses());
    }
    return new SqlConflictClause(pos, kind, target, columns, values, where);
  }

  /** The word of {@code insert or …}, if the clause was written that way. */
  Optional<String> insertOr() {
    return switch (kind) {
      case OR_REPLACE -> Optional.of("REPLACE");
      case OR_IGNORE -> Optional.of("IGNORE");
      case OR_ABORT -> Optional.of("ABORT");
      case DO_NOTHING, DO_UPDATE -> Optional.empty();
    };
  }

  @Override
  public List<SqlNode> getOperandList() {
    return operands(symbol(kind), nodes(target), nodes(columns), nodes(values), orNull(where));
  }

  @Override
  void write(SqlWriter writer) {
    writer.keyword("ON CONFLICT");
    if (!target.isEmpty()) {
      parenthesized(writer, target);
    }
    if (kind == Kind.DO_NOTHING) {
      writer.keyword("DO NOTHING");
      return;
    }
    writer.keyword("DO UPDATE SET");
    SqlWriter.Frame frame = writer.startList("", "");
    for (int i = 0; i < columns.size(); i++) {
      writer.sep(",");
      name(writer, columns.get(i));
      writer.keyword("=");
      expression(writer, values.get(i));
    }
    writer.endList(frame);
    if (where.isPresent()) {
      writer.keyword("WHERE");
      expression(writer, where.get());
    }
  }
}
