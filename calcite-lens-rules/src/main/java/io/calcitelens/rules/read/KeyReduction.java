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
package io.calcitelens.rules.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlSplittableAggFunction;
import org.apache.calcite.util.ImmutableBitSet;

/** Takes out what a key makes needless: groups of one row, sort keys behind a key, distinct. */
public final class KeyReduction {
  private KeyReduction() {}

  /** A tree with the same rows, in the same order. */
  public static RelNode reduce(RelNode rel) {
    List<RelNode> inputs = new ArrayList<>();
    boolean changed = false;
    for (RelNode input : rel.getInputs()) {
      RelNode reduced = reduce(input);
      changed |= reduced != input;
      inputs.add(reduced);
    }
    RelNode copy = changed ? rel.copy(rel.getTraitSet(), inputs) : rel;
    if (copy instanceof Aggregate aggregate) {
      return singleRows(aggregate).orElseGet(() -> distinctCalls(aggregate));
    }
    return copy instanceof Sort sort ? shorter(sort) : copy;
  }

  /** The projection that a grouping is whose groups are rows. */
  private static Optional<RelNode> singleRows(Aggregate aggregate) {
    RelNode input = aggregate.getInput();
    if (aggregate.getGroupType() != Aggregate.Group.SIMPLE
        || aggregate.getGroupCount() == 0
        || !Keys.tellApart(input, aggregate.getGroupSet())) {
      return Optional.empty();
    }
    RexBuilder rexBuilder = aggregate.getCluster().getRexBuilder();
    List<RexNode> expressions = new ArrayList<>();
    aggregate
        .getGroupSet()
        .forEach(field -> expressions.add(RexInputRef.of(field, input.getRowType())));
    for (AggregateCall call : aggregate.getAggCallList()) {
      SqlSplittableAggFunction splitter =
          call.getAggregation().unwrap(SqlSplittableAggFunction.class);
      if (splitter == null || call.hasFilter()) {
        return Optional.empty();
      }
      RexNode single = splitter.singleton(rexBuilder, input.getRowType(), call);
      expressions.add(rexBuilder.ensureType(call.getType(), single, true));
    }
    return Optional.of(
        LogicalProject.create(
            input, List.of(), expressions, aggregate.getRowType().getFieldNames(), Set.of()));
  }

  /** In groups where a call's values differ anyway, nothing is there to make distinct. */
  private static RelNode distinctCalls(Aggregate aggregate) {
    if (aggregate.getGroupType() != Aggregate.Group.SIMPLE) {
      return aggregate;
    }
    List<AggregateCall> calls = new ArrayList<>();
    boolean changed = false;
    for (AggregateCall call : aggregate.getAggCallList()) {
      // A null is not counted: keys that may hold nulls are enough.
      boolean apart =
          call.isDistinct()
              && call.distinctKeys == null
              && call.getArgList().size() == 1
              && Keys.tellApart(aggregate.getInput(), aggregate.getGroupSet(), call.getArgList());
      changed |= apart;
      calls.add(apart ? call.withDistinct(false) : call);
    }
    return changed
        ? aggregate.copy(
            aggregate.getTraitSet(),
            aggregate.getInput(),
            aggregate.getGroupSet(),
            aggregate.getGroupSets(),
            calls)
        : aggregate;
  }

  private static RelNode shorter(Sort sort) {
    List<RelFieldCollation> keys = sort.getCollation().getFieldCollations();
    ImmutableBitSet before = ImmutableBitSet.of();
    for (int i = 0; i < keys.size() - 1; i++) {
      before = before.set(keys.get(i).getFieldIndex());
      if (Keys.tellApart(sort.getInput(), before)) {
        RelCollation collation = RelCollations.of(keys.subList(0, i + 1));
        return LogicalSort.create(sort.getInput(), collation, sort.offset, sort.fetch);
      }
    }
    return sort;
  }
}
