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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlMerge;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;

/**
 * What the grammar does to a statement after {@code with}: Calcite has no node for it, so every
 * query inside the statement gets a copy of the common tables.
 */
public final class CommonTables extends SqlShuttle {
  private final SqlNodeList items;

  private CommonTables(SqlNodeList items) {
    this.items = items;
  }

  /**
   * The statement as the grammar has read it.
   *
   * @param withList the common tables before it, or null
   */
  public static SqlNode statement(
      SqlNode statement, List<SqlNode> returning, SqlNodeList withList, SqlParserPos end) {
    SqlNode plain = statement instanceof SqlLensDml dml ? dml.statement() : statement;
    Optional<SqlConflictClause> conflict =
        statement instanceof SqlLensDml dml ? dml.conflict() : Optional.empty();
    boolean defaultValues = statement instanceof SqlLensDml dml && dml.defaultValues();
    List<SqlNode> items = returning;
    if (withList != null) {
      CommonTables tables = new CommonTables(withList);
      plain = tables.into(plain);
      conflict = conflict.map(tables::into);
      items = tables.all(returning);
    }
    return items.isEmpty() && conflict.isEmpty() && !defaultValues
        ? plain
        : new SqlLensDml(
            plain.getParserPosition().plus(end), plain, items, conflict, defaultValues);
  }

  /** The source of {@code insert … default values}: one row without columns. */
  public static SqlNode noValues(SqlParserPos pos) {
    return SqlStdOperatorTable.VALUES.createCall(pos, SqlStdOperatorTable.ROW.createCall(pos));
  }

  private SqlNode into(SqlNode statement) {
    if (statement instanceof SqlInsert insert) {
      return into(insert);
    }
    if (statement instanceof SqlUpdate update) {
      return into(update);
    }
    if (statement instanceof SqlDelete delete) {
      return new SqlDelete(
          delete.getParserPosition(),
          delete.getTargetTable(),
          orNull(delete.getCondition()),
          null,
          delete.getAlias());
    }
    SqlMerge merge = (SqlMerge) statement;
    return new SqlMerge(
        merge.getParserPosition(),
        merge.getTargetTable(),
        merge.getCondition().accept(this),
        source(merge.getSourceTableRef()),
        merge.getUpdateCall() == null ? null : into(merge.getUpdateCall()),
        merge.getInsertCall() == null ? null : into(merge.getInsertCall()),
        null,
        merge.getAlias());
  }

  private SqlInsert into(SqlInsert insert) {
    SqlNode source = insert.getSource();
    return new SqlInsert(
        insert.getParserPosition(),
        (SqlNodeList) insert.getOperandList().get(0),
        insert.getTargetTable(),
        source.getKind() == SqlKind.VALUES ? inner(source) : source.accept(this),
        insert.getTargetColumnList());
  }

  private SqlUpdate into(SqlUpdate update) {
    return new SqlUpdate(
        update.getParserPosition(),
        update.getTargetTable(),
        update.getTargetColumnList(),
        new SqlNodeList(
            all(update.getSourceExpressionList()),
            update.getSourceExpressionList().getParserPosition()),
        orNull(update.getCondition()),
        null,
        update.getAlias());
  }

  private SqlConflictClause into(SqlConflictClause clause) {
    return new SqlConflictClause(
        clause.getParserPosition(),
        clause.kind(),
        clause.target(),
        clause.columns(),
        all(clause.values()),
        clause.where().map(where -> where.accept(this)));
  }

  private List<SqlNode> all(List<? extends SqlNode> nodes) {
    List<SqlNode> result = new ArrayList<>();
    nodes.forEach(node -> result.add(node.accept(this)));
    return result;
  }

  private SqlNode orNull(SqlNode node) {
    return node == null ? null : node.accept(this);
  }

  /** The source of a merge, where a common table may stand by its name. */
  private SqlNode source(SqlNode source) {
    if (source instanceof SqlIdentifier name && isCommonTable(name)) {
      return SqlStdOperatorTable.AS.createCall(name.getParserPosition(), all(name), name);
    }
    if (source instanceof SqlBasicCall as
        && as.getKind() == SqlKind.AS
        && as.operand(0) instanceof SqlIdentifier name
        && isCommonTable(name)) {
      List<SqlNode> operands = new ArrayList<>(as.getOperandList());
      operands.set(0, all(name));
      return SqlStdOperatorTable.AS.createCall(as.getParserPosition(), operands);
    }
    return source.accept(this);
  }

  private boolean isCommonTable(SqlIdentifier name) {
    return name.isSimple()
        && items.stream()
            .map(item -> ((SqlWithItem) item).name.getSimple())
            .anyMatch(name.getSimple()::equalsIgnoreCase);
  }

  private SqlNode all(SqlIdentifier table) {
    SqlParserPos pos = table.getParserPosition();
    return with(
        new SqlSelect(
            pos,
            SqlNodeList.EMPTY,
            SqlNodeList.of(SqlIdentifier.star(pos)),
            table,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            SqlNodeList.EMPTY));
  }

  @Override
  public SqlNode visit(SqlCall call) {
    if (call instanceof SqlOrderBy ordered) {
      return new SqlOrderBy(
          ordered.getParserPosition(),
          with(ordered.query),
          ordered.orderList,
          ordered.offset,
          ordered.fetch);
    }
    return SqlKind.QUERY.contains(call.getKind()) ? with(call) : inner(call);
  }

  private SqlNode inner(SqlNode node) {
    return super.visit((SqlCall) node);
  }

  /** The validator keeps what it finds out by the node, so that no two queries may share one. */
  private SqlNode with(SqlNode query) {
    SqlNodeList copy = (SqlNodeList) items.accept(new Copier());
    return new SqlWith(items.getParserPosition(), copy, query);
  }

  /** Copies a tree. */
  private static final class Copier extends SqlShuttle {
    @Override
    public SqlNode visit(SqlIdentifier id) {
      return id.clone(id.getParserPosition());
    }

    @Override
    public SqlNode visit(SqlCall call) {
      CallCopyingArgHandler handler = new CallCopyingArgHandler(call, true);
      call.getOperator().acceptCall(this, call, false, handler);
      return handler.result();
    }
  }
}
