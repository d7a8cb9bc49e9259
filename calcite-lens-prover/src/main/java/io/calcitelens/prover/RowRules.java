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

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;

/**
 * The declared rules over one row, compiled on first use.
 *
 * @param checks in the order of the design
 * @param lensDefaults values of {@code with defaults}, by ordinal of the logical column
 * @param hiddenDefaults values of {@code with defaults} for columns that the design does not show,
 *     by field of the lens
 * @param logicalDefaults values of declared defaults, by ordinal of the logical column
 */
public record RowRules(
    List<Rule> checks,
    Map<Integer, RowExpression> lensDefaults,
    Map<Integer, RowExpression> hiddenDefaults,
    Map<Integer, RowExpression> logicalDefaults) {
  public RowRules {
    checks = List.copyOf(checks);
    lensDefaults = Map.copyOf(lensDefaults);
    hiddenDefaults = Map.copyOf(hiddenDefaults);
    logicalDefaults = Map.copyOf(logicalDefaults);
  }

  /** No rules. */
  public static final RowRules NONE = new RowRules(List.of(), Map.of(), Map.of(), Map.of());

  /** A check with its condition over the logical row. */
  public record Rule(LogicalConstraint.Check check, RowExpression condition) {}

  /** The same rules with defaults of columns that the design does not show. */
  RowRules withHiddenDefaults(Map<Integer, RowExpression> defaults) {
    return new RowRules(checks, lensDefaults, defaults, logicalDefaults);
  }

  /** Whether a check reads a column. */
  public boolean isChecked(int ordinal) {
    return checks.stream()
        .anyMatch(r -> RelOptUtil.InputFinder.bits(r.condition().expression()).get(ordinal));
  }

  /** The default of a column: that of the lens, else that of the design. */
  public Optional<RowExpression> defaultOf(int ordinal) {
    RowExpression ofLens = lensDefaults.get(ordinal);
    return Optional.ofNullable(ofLens != null ? ofLens : logicalDefaults.get(ordinal));
  }
}
