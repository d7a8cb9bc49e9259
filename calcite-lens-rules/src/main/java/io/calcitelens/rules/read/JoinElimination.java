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
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A join of which one side is not needed: each row of the other has exactly one match (or, where
 * the join keeps it anyway, at most one), and nothing is read of the match but what it was found
 * by.
 */
final class JoinElimination {
  private final Join join;
  private final boolean keepsLeft;
  private final RelNode kept;
  private final RelNode removed;
  private final Matching matching;

  private JoinElimination(Join join, boolean keepsLeft) {
    this.join = join;
    this.keepsLeft = keepsLeft;
    this.kept = keepsLeft ? join.getLeft() : join.getRight();
    this.removed = keepsLeft ? join.getRight() : join.getLeft();
    Matching of = Matching.of(join);
    this.matching = keepsLeft ? of : of.flipped();
  }

  /**
   * The rows of a join from one of its sides alone.
   *
   * @param used the fields that are read; the others have values without meaning
   */
  static Optional<RelNode> reduce(Join join, ImmutableBitSet used) {
    if (!join.getSystemFieldList().isEmpty() || !join.getVariablesSet().isEmpty()) {
      return Optional.empty();
    }
    return switch (join.getJoinType()) {
      case INNER ->
          new JoinElimination(join, true)
              .inner(used)
              .or(() -> new JoinElimination(join, false).inner(used));
      case LEFT -> new JoinElimination(join, true).outer(used);
      case RIGHT -> new JoinElimination(join, false).outer(used);
      default -> Optional.empty();
    };
  }

  private Optional<RelNode> inner(ImmutableBitSet used) {
    return inclusion()
        .filter(i -> found(used, i))
        .filter(i -> matchesOnce())
        .map(i -> project(filter(i.nullable()), i));
  }

  private Optional<RelNode> outer(ImmutableBitSet used) {
    if (!matchesOnce()) {
      return Optional.empty();
    }
    if (!readsRemoved(used)) {
      return Optional.of(
          project(
              kept,
              new Inclusion(com.google.common.collect.ImmutableMap.of(), ImmutableBitSet.of())));
    }
    // A stitch that is null is shown as null; with it the rest of the row is, which it may not be.
    return inclusion()
        .filter(Inclusion::total)
        .filter(i -> found(used, i))
        .map(i -> project(kept, i));
  }

  private Optional<Inclusion> inclusion() {
    return Inclusion.of(
        Provenance.of(kept),
        kept.getRowType(),
        Provenance.of(removed),
        removed.getRowType(),
        matching);
  }

  private boolean matchesOnce() {
    return Keys.tellApartWhereNotNull(removed, matching.fixedRight());
  }

  private boolean readsRemoved(ImmutableBitSet used) {
    return !used.intersect(removedFields()).isEmpty();
  }

  private ImmutableBitSet removedFields() {
    int leftCount = join.getLeft().getRowType().getFieldCount();
    return keepsLeft
        ? ImmutableBitSet.range(leftCount, join.getRowType().getFieldCount())
        : ImmutableBitSet.range(leftCount);
  }

  private int offset(boolean left) {
    return left ? 0 : join.getLeft().getRowType().getFieldCount();
  }

  /**
   * Whether all that is read of the removed side is found in the other, in the same type: casts
   * that change nullability alone do not survive planning.
   */
  private boolean found(ImmutableBitSet used, Inclusion inclusion) {
    int offset = offset(!keepsLeft);
    for (int field : used.intersect(removedFields())) {
      Integer same = inclusion.same().get(field - offset);
      if (same == null
          || !kept.getRowType()
              .getFieldList()
              .get(same)
              .getType()
              .equals(join.getRowType().getFieldList().get(field).getType())) {
        return false;
      }
    }
    return true;
  }

  private RelNode filter(ImmutableBitSet notNull) {
    if (notNull.isEmpty()) {
      return kept;
    }
    RexBuilder rexBuilder = join.getCluster().getRexBuilder();
    List<RexNode> conditions = new ArrayList<>();
    for (int field : notNull) {
      conditions.add(
          rexBuilder.makeCall(
              SqlStdOperatorTable.IS_NOT_NULL, RexInputRef.of(field, kept.getRowType())));
    }
    return LogicalFilter.create(kept, RexUtil.composeConjunction(rexBuilder, conditions));
  }

  /** The join's fields; those that nobody reads are null. */
  private RelNode project(RelNode input, Inclusion inclusion) {
    RexBuilder rexBuilder = join.getCluster().getRexBuilder();
    List<RexNode> expressions = new ArrayList<>();
    for (RelDataTypeField field : join.getRowType().getFieldList()) {
      boolean ofKept = !removedFields().get(field.getIndex());
      RelDataType type = field.getType();
      if (ofKept) {
        expressions.add(RexInputRef.of(field.getIndex() - offset(keepsLeft), input.getRowType()));
      } else {
        Integer same = inclusion.same().get(field.getIndex() - offset(!keepsLeft));
        expressions.add(
            same == null
                ? rexBuilder.makeNullLiteral(
                    join.getCluster().getTypeFactory().createTypeWithNullability(type, true))
                : RexInputRef.of(same, input.getRowType()));
      }
    }
    return LogicalProject.create(
        input,
        List.of(),
        expressions,
        join.getRowType().getFieldNames(),
        com.google.common.collect.ImmutableSet.of());
  }
}
