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

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * How the rows of two sides of a join find each other.
 *
 * @param pairs the fields that are equated, each counted from the first of its side
 * @param fixedLeft the fields of the left side that have one value for a row of the right
 * @param fixedRight the fields of the right side that have one value for a row of the left
 * @param exact whether nothing but the pairs decides
 */
record Matching(
    ImmutableList<Pair> pairs,
    ImmutableBitSet fixedLeft,
    ImmutableBitSet fixedRight,
    boolean exact) {

  /** A field of the left side and one of the right, compared by one equality. */
  record Pair(int left, int right) {}

  static Matching of(Join join) {
    Reading reading = new Reading(join);
    for (RexNode conjunct : RelOptUtil.conjunctions(join.getCondition())) {
      reading.read(conjunct);
    }
    return new Matching(
        reading.pairs.build(),
        reading.fixedLeft.build(),
        reading.fixedRight.build(),
        reading.exact);
  }

  /** The same, seen from the other side. */
  Matching flipped() {
    ImmutableList.Builder<Pair> flipped = ImmutableList.builder();
    pairs.forEach(p -> flipped.add(new Pair(p.right, p.left)));
    return new Matching(flipped.build(), fixedRight, fixedLeft, exact);
  }

  private static final class Reading {
    private final Join join;
    private final int leftCount;
    private final ImmutableList.Builder<Pair> pairs = ImmutableList.builder();
    private final ImmutableBitSet.Builder fixedLeft = ImmutableBitSet.builder();
    private final ImmutableBitSet.Builder fixedRight = ImmutableBitSet.builder();
    private boolean exact = true;

    Reading(Join join) {
      this.join = join;
      this.leftCount = join.getLeft().getRowType().getFieldCount();
    }

    void read(RexNode conjunct) {
      if (conjunct.getKind() != SqlKind.EQUALS || !RexUtil.isDeterministic(conjunct)) {
        exact &= conjunct.isAlwaysTrue();
        return;
      }
      RexNode one = ((org.apache.calcite.rex.RexCall) conjunct).getOperands().get(0);
      RexNode other = ((org.apache.calcite.rex.RexCall) conjunct).getOperands().get(1);
      fix(one, other);
      fix(other, one);
      Optional<Pair> pair = pair(one, other);
      pair.ifPresent(pairs::add);
      exact &= pair.isPresent();
    }

    /** A field that equals what the other side alone decides. */
    private void fix(RexNode node, RexNode value) {
      Optional<RexInputRef> field = ColumnEquality.field(node);
      if (field.isPresent()) {
        int index = field.get().getIndex();
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(value);
        if (index >= leftCount && used.nextSetBit(leftCount) < 0) {
          fixedRight.set(index - leftCount);
        } else if (index < leftCount && (used.isEmpty() || used.nextSetBit(0) >= leftCount)) {
          fixedLeft.set(index);
        }
      }
    }

    private Optional<Pair> pair(RexNode one, RexNode other) {
      Optional<RexInputRef> a = ColumnEquality.field(one);
      Optional<RexInputRef> b = ColumnEquality.field(other);
      if (a.isEmpty() || b.isEmpty()) {
        return Optional.empty();
      }
      int left = Math.min(a.get().getIndex(), b.get().getIndex());
      int right = Math.max(a.get().getIndex(), b.get().getIndex());
      boolean crosses = left < leftCount && right >= leftCount;
      return crosses && ColumnEquality.alike(type(left), type(right))
          ? Optional.of(new Pair(left, right - leftCount))
          : Optional.empty();
    }

    private RelDataType type(int index) {
      RelDataTypeField field =
          index < leftCount
              ? join.getLeft().getRowType().getFieldList().get(index)
              : join.getRight().getRowType().getFieldList().get(index - leftCount);
      return field.getType();
    }
  }
}
