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

import java.util.List;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRule;

/** The rules by which a planner that is not ours reads and writes lens tables. */
public final class LensRules {
  /** Puts the body in the place of a lens table. */
  public static final RelOptRule SCAN = LensScanRule.Config.DEFAULT.toRule();

  /** Turns a write to a lens table into the capture and the engine's program. */
  public static final RelOptRule MODIFY = LensModifyRule.Config.DEFAULT.toRule();

  /** Lets the engine run over an enumerable capture. */
  public static final RelOptRule MODIFY_TO_ENUMERABLE =
      EnumerableLensModifyRule.DEFAULT_CONFIG.toRule(EnumerableLensModifyRule.class);

  private LensRules() {}

  /** All rules. */
  public static List<RelOptRule> rules() {
    return List.of(SCAN, MODIFY, MODIFY_TO_ENUMERABLE);
  }

  /** Adds the rules to a planner; rules that are there already stay as they are. */
  static void register(RelOptPlanner planner) {
    rules().forEach(planner::addRule);
  }
}
