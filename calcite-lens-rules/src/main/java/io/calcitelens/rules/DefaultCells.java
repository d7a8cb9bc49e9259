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

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.prover.ExactValues;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import io.calcitelens.rules.put.Assignment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
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
      requireCount(row, columns.size());
      judgeLiterals(row, columns, target);
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

  private static List<SqlNode> cells(SqlNode row) {
    return row.getKind() == SqlKind.ROW ? ((SqlCall) row).getOperandList() : List.of(row);
  }

  private static void requireCount(SqlNode row, int columns) {
    int values = cells(row).size();
    if (values != columns) {
      throw LensException.of(
          LensCode.SYNTAX,
          DmlTarget.at(row.getParserPosition()),
          RESOURCE.wrongNumberOfValues(values, columns));
    }
  }

  /** Calcite rounds a constant to its column; the engine must refuse it, so it is judged here. */
  private static void judgeLiterals(SqlNode row, List<Integer> columns, DmlTarget target) {
    List<SqlNode> cells = cells(row);
    for (int i = 0; i < cells.size(); i++) {
      if (cells.get(i) instanceof SqlNumericLiteral literal) {
        LensColumn column = target.lens().columns().get(columns.get(i));
        RelDataType type = column.logical().type();
        BigDecimal value = literal.getValueAs(BigDecimal.class);
        if (ExactValues.isExact(type) && value != null) {
          Assignment.assign(
              value,
              type,
              Site.column(target.lens().table().qualifiedName(), column.logical().name()));
        }
      }
    }
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

  /** Every column is omitted: that is not the same as a value said to be the default. */
  private static DefaultCells allDefault(SqlInsert insert, DmlTarget target) {
    SqlParserPos position = insert.getParserPosition();
    List<SqlNode> cells = new ArrayList<>();
    target.lens().columns().forEach(c -> cells.add(SqlLiteral.createNull(position)));
    SqlNode row = SqlStdOperatorTable.ROW.createCall(position, cells);
    SqlNode values = SqlStdOperatorTable.VALUES.createCall(position, row);
    return new DefaultCells(with(insert, values, null), List.of(), List.of());
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
        int ordinal = target.column(name).logical().ordinal();
        if (columns.contains(ordinal)) {
          throw LensException.of(
              LensCode.CONFLICTING_ASSIGNMENT,
              DmlTarget.at(name.getParserPosition()),
              RESOURCE.assignedTwice(name.toString()));
        }
        columns.add(ordinal);
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

  /** The columns that a row says to be the default. */
  BitSet defaulted(int row) {
    return row < rows.size() ? rows.get(row) : new BitSet();
  }
}
