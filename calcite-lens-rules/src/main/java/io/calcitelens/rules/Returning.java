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

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.RowExpression;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;

/** The items of a {@code returning} clause, computed over stored logical rows. */
final class Returning {
  private final RelDataType rowType;
  private final List<RowExpression> items;

  private Returning(RelDataType rowType, List<RowExpression> items) {
    this.rowType = rowType;
    this.items = items;
  }

  /**
   * Plans the items.
   *
   * @param from the target as the statement names it, with its alias
   */
  static Returning plan(List<SqlNode> items, SqlNode from, PlanningServices services) {
    SqlParserPos position = items.get(0).getParserPosition();
    SqlSelect select =
        new SqlSelect(
            position,
            null,
            new SqlNodeList(items, position),
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
    SqlValidator validator = services.newValidator();
    RelRoot root = services.convert(select, validator);
    RelNode rel = root.rel;
    RelNode leaf = rel;
    List<RexNode> expressions = new ArrayList<>();
    if (rel instanceof Project project) {
      leaf = project.getInput();
      expressions.addAll(project.getProjects());
    } else {
      for (RelDataTypeField field : rel.getRowType().getFieldList()) {
        expressions.add(new RexInputRef(field.getIndex(), field.getType()));
      }
    }
    if (!leaf.getInputs().isEmpty()
        || expressions.stream().anyMatch(e -> RexUtil.SubQueryFinder.find(e) != null)) {
      throw LensException.of(
          LensCode.NOT_SUPPORTED,
          DmlTarget.at(position),
          RESOURCE.notSupportedHere("a subquery or an aggregate", "in returning"));
    }
    List<RelDataType> types =
        leaf.getRowType().getFieldList().stream().map(RelDataTypeField::getType).toList();
    return new Returning(
        root.validatedRowType,
        expressions.stream().map(e -> RowExpression.overFields(e, types)).toList());
  }

  RelDataType rowType() {
    return rowType;
  }

  /** The items over logical rows. */
  List<Object[]> rows(List<Object[]> images, DataContext context) {
    List<Object[]> rows = new ArrayList<>(images.size());
    for (Object[] image : images) {
      Object[] row = new Object[items.size()];
      for (int i = 0; i < row.length; i++) {
        row[i] = items.get(i).evaluate(image, context);
      }
      rows.add(row);
    }
    return rows;
  }
}
