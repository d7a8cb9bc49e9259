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

import io.calcitelens.prover.Lens;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.core.TableModify;
import org.apache.calcite.rel.rules.SubstitutionRule;
import org.immutables.value.Value;

/**
 * Turns a write to a lens table into the capture and the engine's program. It replaces the write
 * before other rules see it: Calcite's own send it to a store as it stands.
 */
@Value.Enclosing
public final class LensModifyRule extends RelRule<LensModifyRule.Config>
    implements SubstitutionRule {
  private LensModifyRule(Config config) {
    super(config);
  }

  @Override
  public boolean autoPruneOld() {
    return true;
  }

  @Override
  public boolean matches(RelOptRuleCall call) {
    TableModify modify = call.rel(0);
    return modify.getTable().unwrap(Lens.class) != null;
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    TableModify modify = call.rel(0);
    call.transformTo(LensModify.of(modify, ForeignPlans.original(modify.getInput())));
  }

  /** Matches every write. */
  @Value.Immutable
  public interface Config extends RelRule.Config {
    Config DEFAULT =
        ImmutableLensModifyRule.Config.builder()
            .operandSupplier(b -> b.operand(TableModify.class).anyInputs())
            .build();

    @Override
    default LensModifyRule toRule() {
      return new LensModifyRule(this);
    }
  }
}
