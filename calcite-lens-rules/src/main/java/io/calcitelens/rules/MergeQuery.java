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
package io.calcitelens.rules;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlMerge;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidatorUtil;

/**
 * A merge as a query: for each row of the source the columns of the insert, then the columns of the
 * matching target row, then the new values of the update. Calcite's own conversion computes the
 * source's expressions twice.
 */
final class MergeQuery {
  private static final String INSERTED = "$inserted";

  private final SqlMerge merge;
  private final DmlTarget target;
  private final List<Integer> insertColumns;
  private final SqlParserPos position;

  /**
   * @param insertColumns ordinals of the columns that the insert lists; empty without an insert
   */
  MergeQuery(SqlMerge merge, DmlTarget target, List<Integer> insertColumns) {
    this.merge = merge;
    this.target = target;
    this.insertColumns = insertColumns;
    this.position = merge.getParserPosition();
  }

  /** The query; all its items are named, so that their number is known. */
  SqlSelect build() {
    SqlInsert insert = merge.getInsertCall();
    String sourceAlias = SqlValidatorUtil.alias(merge.getSourceTableRef(), 0);
    SqlNode source = merge.getSourceTableRef();
    List<SqlNode> items = new ArrayList<>();
    if (insert != null) {
      source = sourceWithInserted(insert, sourceAlias);
      for (int i = 0; i < target.lens().columns().size(); i++) {
        items.add(
            insertColumns.contains(i)
                ? new SqlIdentifier(List.of(sourceAlias, INSERTED + i), position)
                : SqlLiteral.createNull(position));
      }
    }
    SqlNode targetRef = merge.getTargetTable();
    String targetAlias =
        merge.getAlias() != null
            ? merge.getAlias().getSimple()
            : SqlValidatorUtil.alias(targetRef, 1);
    for (RelDataTypeField field : target.table().getRowType().getFieldList()) {
      items.add(new SqlIdentifier(List.of(targetAlias, field.getName()), position));
    }
    List<RelDataType> types = new ArrayList<>();
    if (merge.getUpdateCall() != null) {
      merge.getUpdateCall().getSourceExpressionList().forEach(items::add);
      merge
          .getUpdateCall()
          .getTargetColumnList()
          .forEach(c -> types.add(target.column(c).logical().type()));
    }
    int first = items.size() - types.size();
    for (int i = 0; i < types.size(); i++) {
      items.set(first + i, typed(items.get(first + i), types.get(i)));
    }
    for (int i = 0; i < items.size(); i++) {
      items.set(i, as(items.get(i), "$c" + i));
    }
    SqlNode join =
        new SqlJoin(
            position,
            source,
            SqlLiteral.createBoolean(false, position),
            (insert == null ? JoinType.INNER : JoinType.LEFT).symbol(position),
            as(targetRef, targetAlias),
            JoinConditionType.ON.symbol(position),
            merge.getCondition());
    return select(items, join);
  }

  /** The insert's expressions see the source alone, so they are computed below the join. */
  private SqlNode sourceWithInserted(SqlInsert insert, String alias) {
    SqlSelect values = (SqlSelect) insertSource(insert);
    List<SqlNode> items = new ArrayList<>();
    items.add(SqlIdentifier.star(List.of(alias, ""), position, List.of(position, position)));
    for (int i = 0; i < insertColumns.size(); i++) {
      int column = insertColumns.get(i);
      RelDataType type = target.lens().columns().get(column).logical().type();
      items.add(as(typed(values.getSelectList().get(i), type), INSERTED + column));
    }
    return as(select(items, merge.getSourceTableRef()), alias);
  }

  /** The values of the insert as a select list, as the parser or the planner wrote them. */
  private static SqlNode insertSource(SqlInsert insert) {
    SqlNode source = insert.getSource();
    if (source instanceof SqlSelect) {
      return source;
    }
    List<SqlNode> cells =
        ((org.apache.calcite.sql.SqlCall) ((org.apache.calcite.sql.SqlCall) source).operand(0))
            .getOperandList();
    return select(cells, null);
  }

  private SqlNode as(SqlNode node, String name) {
    return node.getKind() == org.apache.calcite.sql.SqlKind.AS
        ? node
        : SqlStdOperatorTable.AS.createCall(position, node, new SqlIdentifier(name, position));
  }

  /**
   * A bare parameter takes the type of its column; text without its length, so as not to be cut.
   */
  private SqlNode typed(SqlNode node, RelDataType type) {
    if (!(node instanceof SqlDynamicParam)) {
      return node;
    }
    RelDataType open =
        SqlTypeUtil.inCharFamily(type)
            ? io.calcitelens.adapters.LensTypes.FACTORY.createSqlType(SqlTypeName.VARCHAR)
            : type;
    return SqlStdOperatorTable.CAST.createCall(
        position, node, SqlTypeUtil.convertTypeToSpec(open).withNullable(true));
  }

  private static SqlSelect select(List<SqlNode> items, SqlNode from) {
    SqlParserPos zero = SqlParserPos.ZERO;
    return new SqlSelect(
        zero,
        null,
        new SqlNodeList(items, zero),
        from,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
