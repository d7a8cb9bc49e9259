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

import io.calcitelens.prover.LensColumn;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Which cells of an insert are {@code default}. Calcite loses them, so they become null in what it
 * plans, and are told to the engine apart.
 *
 * @param insert the insert without {@code default}
 * @param columns ordinals of the listed columns, in the order of the list
 * @param rows for each row of {@code values}, the ordinals that are {@code default}; empty if none
 */
record DefaultCells(SqlInsert insert, List<Integer> columns, List<BitSet> rows) {
  static final DefaultCells NONE = new DefaultCells(null, List.of(), List.of());

  DefaultCells {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** Every row omits the same columns. */
  static DefaultCells omitting(List<Integer> columns, BitSet omitted) {
    return new DefaultCells(
        null, columns.stream().filter(c -> !omitted.get(c)).toList(), List.of());
  }

  static boolean isDefault(SqlNode node) {
    return node != null && node.getKind() == SqlKind.DEFAULT;
  }

  static SqlNode nullAt(SqlNode node) {
    return SqlLiteral.createNull(node.getParserPosition());
  }

  /** Takes the {@code default} cells out of an insert. */
  static DefaultCells of(SqlInsert insert, boolean defaultValues, DmlTarget target) {
    if (defaultValues) {
      return allDefault(insert, target);
    }
    List<Integer> columns = columns(insert, target);
    if (insert.getSource().getKind() != SqlKind.VALUES) {
      return new DefaultCells(insert, columns, List.of());
    }
    boolean found = false;
    List<BitSet> masks = new ArrayList<>();
    List<SqlNode> rows = new ArrayList<>();
    for (SqlNode row : ((SqlCall) insert.getSource()).getOperandList()) {
      BitSet mask = new BitSet();
      rows.add(row.getKind() == SqlKind.ROW ? plainRow((SqlCall) row, columns, mask) : row);
      masks.add(mask);
      found |= !mask.isEmpty();
    }
    if (!found) {
      return new DefaultCells(insert, columns, List.of());
    }
    SqlNode values =
        SqlStdOperatorTable.VALUES.createCall(insert.getSource().getParserPosition(), rows);
    return new DefaultCells(with(insert, values, insert.getTargetColumnList()), columns, masks);
  }

  private static SqlNode plainRow(SqlCall row, List<Integer> columns, BitSet mask) {
    List<SqlNode> cells = new ArrayList<>();
    for (SqlNode cell : row.getOperandList()) {
      if (isDefault(cell) && cells.size() < columns.size()) {
        mask.set(columns.get(cells.size()));
      }
      cells.add(isDefault(cell) ? nullAt(cell) : cell);
    }
    return SqlStdOperatorTable.ROW.createCall(row.getParserPosition(), cells);
  }

  private static DefaultCells allDefault(SqlInsert insert, DmlTarget target) {
    SqlParserPos position = insert.getParserPosition();
    List<SqlNode> cells = new ArrayList<>();
    List<Integer> columns = new ArrayList<>();
    BitSet mask = new BitSet();
    for (LensColumn column : target.lens().columns()) {
      cells.add(SqlLiteral.createNull(position));
      columns.add(column.logical().ordinal());
      mask.set(column.logical().ordinal());
    }
    SqlNode row = SqlStdOperatorTable.ROW.createCall(position, cells);
    SqlNode values = SqlStdOperatorTable.VALUES.createCall(position, row);
    return new DefaultCells(with(insert, values, null), columns, List.of(mask));
  }

  private static SqlInsert with(SqlInsert insert, SqlNode source, SqlNodeList columns) {
    return new SqlInsert(
        insert.getParserPosition(), SqlNodeList.EMPTY, insert.getTargetTable(), source, columns);
  }

  private static List<Integer> columns(SqlInsert insert, DmlTarget target) {
    List<Integer> columns = new ArrayList<>();
    if (insert.getTargetColumnList() == null || insert.getTargetColumnList().isEmpty()) {
      target.lens().columns().forEach(c -> columns.add(c.logical().ordinal()));
    } else {
      for (SqlNode name : insert.getTargetColumnList()) {
        columns.add(target.column(name).logical().ordinal());
      }
    }
    return columns;
  }

  /** Whether a column gets no value in any row. */
  boolean isAlwaysDefault(int ordinal) {
    return !rows.isEmpty() && rows.stream().allMatch(m -> m.get(ordinal));
  }

  /** The columns that a row gives a value. */
  BitSet listed(int row) {
    BitSet listed = new BitSet();
    columns.forEach(listed::set);
    if (row < rows.size()) {
      listed.andNot(rows.get(row));
    }
    return listed;
  }
}
