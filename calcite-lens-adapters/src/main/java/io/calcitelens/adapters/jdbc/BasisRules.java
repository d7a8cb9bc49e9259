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
package io.calcitelens.adapters.jdbc;

import java.util.List;
import java.util.function.Function;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.jdbc.JdbcRules;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;

/**
 * The rules of a {@link BasisConvention}: Calcite's, but only for expressions that the store
 * computes as Calcite does, and without its table modification, which drops conditions.
 */
final class BasisRules {
  private BasisRules() {}

  static List<RelOptRule> rules(BasisConvention out) {
    return List.of(
        rule(Filter.class, out, "BasisFilterRule", FilterRule::new),
        rule(Project.class, out, "BasisProjectRule", ProjectRule::new),
        rule(Join.class, out, "BasisJoinRule", JoinRule::new),
        rule(Aggregate.class, out, "BasisAggregateRule", AggregateRule::new),
        rule(Sort.class, out, "BasisSortRule", SortRule::new),
        rule(Values.class, out, "BasisValuesRule", ValuesRule::new),
        rule(Union.class, out, "BasisUnionRule", UnionRule::new),
        rule(Intersect.class, out, "BasisIntersectRule", IntersectRule::new),
        rule(Minus.class, out, "BasisMinusRule", MinusRule::new),
        ConverterRule.Config.INSTANCE
            .withConversion(
                RelNode.class, out, EnumerableConvention.INSTANCE, "StoreToEnumerableConverterRule")
            .withRuleFactory(ToEnumerableRule::new)
            .toRule(ToEnumerableRule.class));
  }

  private static <R extends RelNode> RelOptRule rule(
      Class<R> relClass,
      BasisConvention out,
      String description,
      Function<ConverterRule.Config, ConverterRule> factory) {
    return ConverterRule.Config.INSTANCE
        .withConversion(relClass, Convention.NONE, out, description)
        .withRuleFactory(factory)
        .toRule();
  }

  private static StoreExpressions expressions(ConverterRule rule) {
    return new StoreExpressions(((BasisConvention) rule.getOutConvention()).store().product());
  }

  private static final class FilterRule extends JdbcRules.JdbcFilterRule {
    FilterRule(Config config) {
      super(config);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      final Filter filter = call.rel(0);
      return super.matches(call) && expressions(this).computes(filter.getCondition());
    }
  }

  private static final class ProjectRule extends JdbcRules.JdbcProjectRule {
    ProjectRule(Config config) {
      super(config);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      final Project project = call.rel(0);
      return super.matches(call)
          && project.getProjects().stream().allMatch(expressions(this)::computes);
    }

    @Override
    public RelNode convert(RelNode rel) {
      final Project project = (Project) rel;
      final RelTraitSet traits = rel.getTraitSet().replace(out);
      final RelNode input =
          convert(project.getInput(), project.getInput().getTraitSet().replace(out));
      return new BasisProject(
          rel.getCluster(), traits, input, project.getProjects(), project.getRowType());
    }
  }

  private static final class JoinRule extends JdbcRules.JdbcJoinRule {
    JoinRule(Config config) {
      super(config);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      final Join join = call.rel(0);
      return super.matches(call) && expressions(this).computes(join.getCondition());
    }
  }

  private static final class AggregateRule extends JdbcRules.JdbcAggregateRule {
    AggregateRule(Config config) {
      super(config);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      final Aggregate aggregate = call.rel(0);
      return super.matches(call) && expressions(this).aggregates(aggregate);
    }
  }

  private static final class SortRule extends JdbcRules.JdbcSortRule {
    SortRule(Config config) {
      super(config);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      final Sort sort = call.rel(0);
      return super.matches(call) && expressions(this).sorts(sort);
    }
  }

  private static final class UnionRule extends JdbcRules.JdbcUnionRule {
    UnionRule(Config config) {
      super(config);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      return super.matches(call) && expressions(this).combines(call.<Union>rel(0));
    }
  }

  private static final class IntersectRule extends JdbcRules.JdbcIntersectRule {
    IntersectRule(Config config) {
      super(config);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      return super.matches(call) && expressions(this).combines(call.<Intersect>rel(0));
    }
  }

  private static final class MinusRule extends JdbcRules.JdbcMinusRule {
    MinusRule(Config config) {
      super(config);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      return super.matches(call) && expressions(this).combines(call.<Minus>rel(0));
    }
  }

  private static final class ValuesRule extends JdbcRules.JdbcValuesRule {
    ValuesRule(Config config) {
      super(config);
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
      final Values values = call.rel(0);
      return super.matches(call) && StoreExpressions.lists(values);
    }
  }

  private static final class ToEnumerableRule extends ConverterRule {
    ToEnumerableRule(Config config) {
      super(config);
    }

    @Override
    public RelNode convert(RelNode rel) {
      return new StoreToEnumerableConverter(
          rel.getCluster(), rel.getTraitSet().replace(getOutTrait()), rel);
    }
  }
}
