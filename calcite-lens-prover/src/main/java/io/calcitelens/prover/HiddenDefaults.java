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
package io.calcitelens.prover;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.adapters.BasisColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/** Finds the basis columns that {@code with defaults} names and the design does not show. */
final class HiddenDefaults {
  private final LogicalTable table;
  private final FlatBody flat;
  private final RowExpressions expressions;

  HiddenDefaults(LogicalTable table, FlatBody flat, RowExpressions expressions) {
    this.table = table;
    this.flat = flat;
    this.expressions = expressions;
  }

  /**
   * The compiled defaults by field.
   *
   * @throws LensException if a name is that of no hidden column, or of several
   */
  Map<Integer, RowExpression> compile(Map<SqlIdentifier, SqlNode> defaults) {
    List<LensException> faults = new ArrayList<>();
    Map<Integer, RowExpression> compiled = new HashMap<>();
    defaults.forEach(
        (name, expression) -> {
          List<Integer> fields = fields(name.getSimple());
          Site site =
              Site.table(table.qualifiedName())
                  .withPosition(
                      name.getParserPosition().getLineNum(),
                      name.getParserPosition().getColumnNum());
          if (fields.size() == 1) {
            LensAnalyzer.compile(expressions, expression, site, faults)
                .ifPresent(e -> compiled.put(fields.get(0), e));
          } else {
            faults.add(
                LensException.of(
                    LensCode.INVALID_BODY,
                    site,
                    fields.isEmpty()
                        ? RESOURCE.defaultOfNoColumn(name.getSimple(), table.qualifiedName())
                        : RESOURCE.defaultOfSeveral(name.getSimple(), table.qualifiedName())));
          }
        });
    if (!faults.isEmpty()) {
      throw LensException.all(faults);
    }
    return compiled;
  }

  private List<Integer> fields(String name) {
    Set<Integer> shown = new HashSet<>();
    for (RexNode output : flat.outputs()) {
      RelOptUtil.InputFinder.bits(output).forEach(shown::add);
    }
    List<Integer> fields = new ArrayList<>();
    for (FlatBody.Leaf leaf : flat.leaves()) {
      for (BasisColumn column : leaf.table().columns()) {
        int field = leaf.offset() + column.ordinal();
        if (column.name().equalsIgnoreCase(name) && column.updatable() && !shown.contains(field)) {
          fields.add(field);
        }
      }
    }
    return fields;
  }
}
