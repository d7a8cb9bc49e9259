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

import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * An insert, update, delete or merge with what Calcite's own nodes cannot say: a conflict clause,
 * {@code returning}, {@code default values}.
 */
public final class SqlLensDml extends SqlCall {
  private static final SqlOperator OPERATOR = new SqlSpecialOperator("DML", SqlKind.OTHER);

  private final SqlNode statement;
  private final List<SqlNode> returning;
  private final Optional<SqlConflictClause> conflict;
  private final boolean defaultValues;

  public SqlLensDml(
      SqlParserPos pos,
      SqlNode statement,
      List<SqlNode> returning,
      Optional<SqlConflictClause> conflict,
      boolean defaultValues) {
    super(pos);
    this.statement = requireNonNull(statement, "statement");
    this.returning = List.copyOf(returning);
    this.conflict = requireNonNull(conflict, "conflict");
    this.defaultValues = defaultValues;
  }

  /**
   * The plain statement: {@link SqlInsert}, {@code SqlUpdate}, {@code SqlDelete}, {@code SqlMerge}.
   */
  public SqlNode statement() {
    return statement;
  }

  /** The items of {@code returning}; empty if there is none. */
  public List<SqlNode> returning() {
    return returning;
  }

  public Optional<SqlConflictClause> conflict() {
    return conflict;
  }

  /** Whether this is {@code insert … default values}; the statement's source means nothing then. */
  public boolean defaultValues() {
    return defaultValues;
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return SqlLensNode.operands(
        statement,
        SqlLensNode.nodes(returning),
        SqlLensNode.orNull(conflict),
        SqlLensNode.flag(defaultValues));
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    Optional<String> or = conflict.flatMap(SqlConflictClause::insertOr);
    if (statement instanceof SqlInsert insert && (or.isPresent() || defaultValues)) {
      writer.keyword("INSERT");
      if (or.isPresent()) {
        writer.keyword("OR");
        writer.keyword(or.get());
      }
      writer.keyword("INTO");
      insert.getTargetTable().unparse(writer, 0, 0);
      if (insert.getTargetColumnList() != null && !defaultValues) {
        insert.getTargetColumnList().unparse(writer, 1, 1);
      }
      if (defaultValues) {
        writer.keyword("DEFAULT VALUES");
      } else {
        writer.newlineAndIndent();
        insert.getSource().unparse(writer, 0, 0);
      }
    } else {
      statement.unparse(writer, 0, 0);
    }
    if (or.isEmpty()) {
      conflict.ifPresent(clause -> clause.unparse(writer, 0, 0));
    }
    if (!returning.isEmpty()) {
      writer.keyword("RETURNING");
      SqlLensNode.commaList(writer, returning);
    }
  }
}
