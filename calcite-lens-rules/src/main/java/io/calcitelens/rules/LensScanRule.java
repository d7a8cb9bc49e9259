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

import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.rules.SubstitutionRule;
import org.immutables.value.Value;

/** Puts the body in the place of a lens table. */
@Value.Enclosing
public final class LensScanRule extends RelRule<LensScanRule.Config> implements SubstitutionRule {
  private LensScanRule(Config config) {
    super(config);
  }

  @Override
  public boolean autoPruneOld() {
    return true;
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    call.transformTo(ForeignPlans.prepare(call.rel(0)));
  }

  /** Matches every lens scan. */
  @Value.Immutable
  public interface Config extends RelRule.Config {
    Config DEFAULT =
        ImmutableLensScanRule.Config.builder()
            .operandSupplier(b -> b.operand(LensScan.class).noInputs())
            .build();

    @Override
    default LensScanRule toRule() {
      return new LensScanRule(this);
    }
  }
}
