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
package io.calcitelens.ddl.jdbc;

import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.Store;
import io.calcitelens.rules.read.FlatJoins;
import io.calcitelens.rules.read.KeyReduction;
import io.calcitelens.rules.read.MemberTrimmer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.rules.JoinPushThroughJoinRule;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.tools.Program;
import org.apache.calcite.tools.Programs;

/** The steps of planning a read, from a converted tree to a physical plan. */
final class ReadProgram {
  static final Program INSTANCE =
      Programs.sequence(
          step("sub-queries", Programs.subQuery(DefaultRelMetadataProvider.INSTANCE)),
          step(
              "decorrelate",
              (planner, rel, traits, materializations, lattices) ->
                  RelDecorrelator.decorrelateQuery(
                      rel, RelFactories.LOGICAL_BUILDER.create(rel.getCluster(), null))),
          step("measures", Programs.measure(DefaultRelMetadataProvider.INSTANCE)),
          step("reduce", (planner, rel, traits, materializations, lattices) -> reduce(rel)),
          step(
              "volcano",
              (planner, rel, traits, materializations, lattices) -> optimize(planner, rel, traits)),
          step("calc", Programs.calc(DefaultRelMetadataProvider.INSTANCE)));

  /** What looks for better orders of joins: a store that has all tables does so itself. */
  private static final List<RelOptRule> JOIN_ORDERS =
      List.of(CoreRules.JOIN_COMMUTE, JoinPushThroughJoinRule.LEFT, JoinPushThroughJoinRule.RIGHT);

  private ReadProgram() {}

  /** The store of each table of a tree; empty for a table of none. */
  private static Stream<Optional<Store>> stores(RelNode rel) {
    Stream<Optional<Store>> below = rel.getInputs().stream().flatMap(ReadProgram::stores);
    if (!(rel instanceof TableScan scan)) {
      return below;
    }
    BasisTable table = scan.getTable().unwrap(BasisTable.class);
    return Stream.of(table == null ? Optional.empty() : table.store());
  }

  private static Program step(String name, Program program) {
    return (planner, rel, traits, materializations, lattices) ->
        PlanningStep.timed(
            name, () -> program.run(planner, rel, traits, materializations, lattices));
  }

  private static RelNode reduce(RelNode rel) {
    RelNode needed = MemberTrimmer.trimMembers(KeyReduction.reduce(FlatJoins.filterAbove(rel)));
    return MemberTrimmer.trimMembers(FlatJoins.filterBelow(needed));
  }

  private static RelNode optimize(RelOptPlanner planner, RelNode rel, RelTraitSet wanted) {
    List<Optional<Store>> stores = stores(rel).distinct().toList();
    if (stores.size() == 1 && stores.get(0).isPresent()) {
      JOIN_ORDERS.forEach(planner::removeRule);
    }
    planner.setRoot(rel);
    // The order may need fewer keys than were written.
    RelTraitSet traits =
        rel instanceof Sort sort ? wanted.replace(sort.getCollation()).simplify() : wanted;
    planner.setRoot(rel.getTraitSet().equals(traits) ? rel : planner.changeTraits(rel, traits));
    return planner.findBestExp();
  }
}
