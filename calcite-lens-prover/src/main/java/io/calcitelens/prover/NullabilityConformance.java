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

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Whether a column that the design declares not null can be null by its mapping. What the body's
 * own conditions exclude counts.
 */
public final class NullabilityConformance {
  private NullabilityConformance() {}

  /** The not-null columns whose mapping may give null, one fault each. */
  public static List<LensException> check(LogicalTable table, RelNode body) {
    Set<Integer> excluded = notNullByCondition(body);
    List<LensException> faults = new ArrayList<>();
    for (LogicalColumn column : table.columns()) {
      boolean nullable =
          body.getRowType().getFieldList().get(column.ordinal()).getType().isNullable();
      if (column.notNull() && nullable && !excluded.contains(column.ordinal())) {
        faults.add(
            LensException.of(
                LensCode.NULLABILITY_MISMATCH,
                Site.column(table.qualifiedName(), column.name()),
                RESOURCE.nullabilityMismatch(column.name())));
      }
    }
    return faults;
  }

  private static Set<Integer> notNullByCondition(RelNode body) {
    Set<Integer> excluded = new HashSet<>();
    RelOptPredicateList predicates =
        body.getCluster().getMetadataQuery().getPulledUpPredicates(body);
    for (RexNode predicate : predicates.pulledUpPredicates) {
      if (!(predicate instanceof RexCall call)) {
        continue;
      }
      boolean strict =
          call.getKind() == SqlKind.IS_NOT_NULL || SqlKind.COMPARISON.contains(call.getKind());
      boolean exception =
          call.getKind() == SqlKind.IS_DISTINCT_FROM
              || call.getKind() == SqlKind.IS_NOT_DISTINCT_FROM;
      if (strict && !exception) {
        for (RexNode operand : call.getOperands()) {
          if (operand instanceof RexInputRef ref) {
            excluded.add(ref.getIndex());
          }
        }
      }
    }
    return excluded;
  }
}
