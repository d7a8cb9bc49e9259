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

import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;

/** Lets the engine run over an enumerable capture. */
public final class EnumerableLensModifyRule extends ConverterRule {
  static final Config DEFAULT_CONFIG =
      Config.INSTANCE
          .withConversion(
              LensModify.class,
              Convention.NONE,
              EnumerableConvention.INSTANCE,
              "EnumerableLensModifyRule")
          .withRuleFactory(EnumerableLensModifyRule::new);

  private EnumerableLensModifyRule(Config config) {
    super(config);
  }

  @Override
  public RelNode convert(RelNode rel) {
    LensModify modify = (LensModify) rel;
    return new EnumerableLensModify(
        rel.getCluster(),
        rel.getTraitSet().replace(EnumerableConvention.INSTANCE),
        convert(
            modify.getInput(),
            modify.getInput().getTraitSet().replace(EnumerableConvention.INSTANCE)),
        rel.getRowType(),
        modify.program());
  }
}
