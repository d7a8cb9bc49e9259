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

import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Which fields are a key of a tree's rows. Unlike the planner's own metadata it knows keys that may
 * hold nulls: they tell rows apart where the values are known not to be null.
 */
final class Keys {
  private Keys() {}

  /** The basis table that a scan reads, column by column. */
  static Optional<BasisTable> basis(TableScan scan) {
    return Optional.ofNullable(scan.getTable())
        .flatMap(t -> Optional.ofNullable(t.unwrap(BasisTable.class)))
        .filter(t -> t.columns().size() == scan.getRowType().getFieldCount());
  }

  /** Whether a join's rows are those of its sides, one beside the other. */
  static boolean joinsRows(Join join) {
    return switch (join.getJoinType()) {
      case INNER, LEFT, RIGHT, FULL -> join.getSystemFieldList().isEmpty();
      default -> false;
    };
  }

  /** Whether a join's rows are some of its left side's. */
  static boolean filtersRows(Join join) {
    return join.getJoinType() == JoinRelType.SEMI || join.getJoinType() == JoinRelType.ANTI;
  }

  /** Whether no two rows are equal in some fields, nulls being equal to nulls. */
  static boolean tellApart(RelNode rel, ImmutableBitSet fields) {
    return unique(rel, new Known(fields, ImmutableBitSet.of()));
  }

  /** Whether no two rows are equal in some fields and, in values that are not null, in others. */
  static boolean tellApart(RelNode rel, ImmutableBitSet fields, List<Integer> values) {
    ImmutableBitSet notNull = ImmutableBitSet.of(values);
    return unique(rel, new Known(fields.union(notNull), notNull));
  }

  /** Whether no two rows are equal in some fields that all hold values. */
  static boolean tellApartWhereNotNull(RelNode rel, ImmutableBitSet fields) {
    return unique(rel, new Known(fields, fields));
  }

  /**
   * Fields with one value in all rows that are looked at.
   *
   * @param fields all of them
   * @param values those whose value is not null
   */
  private record Known(ImmutableBitSet fields, ImmutableBitSet values) {
    Known and(ImmutableBitSet more) {
      return new Known(fields.union(more), values.union(more));
    }

    Known through(Project project) {
      ImmutableBitSet.Builder below = ImmutableBitSet.builder();
      ImmutableBitSet.Builder valuesBelow = ImmutableBitSet.builder();
      for (int field : fields) {
        Optional<RexInputRef> ref = ColumnEquality.field(project.getProjects().get(field));
        ref.ifPresent(
            r -> {
              below.set(r.getIndex());
              if (values.get(field)) {
                valuesBelow.set(r.getIndex());
              }
            });
      }
      return new Known(below.build(), valuesBelow.build());
    }

    Known within(int from, int to) {
      ImmutableBitSet range = ImmutableBitSet.range(from, to);
      return new Known(fields.intersect(range).shift(-from), values.intersect(range).shift(-from));
    }
  }

  private static boolean unique(RelNode rel, Known known) {
    if (rel instanceof TableScan scan && basis(scan).isPresent()) {
      return ofTable(scan, basis(scan).get(), known);
    } else if (rel instanceof Project project) {
      return unique(project.getInput(), known.through(project));
    } else if (rel instanceof Filter filter) {
      return unique(filter.getInput(), known.and(fixed(filter.getCondition())));
    } else if (rel instanceof Sort sort) {
      return unique(sort.getInput(), known);
    } else if (rel instanceof Aggregate aggregate
        && aggregate.getGroupType() == Aggregate.Group.SIMPLE) {
      return ofAggregate(aggregate, known);
    } else if (rel instanceof Join join && filtersRows(join)) {
      return unique(join.getLeft(), known);
    } else if (rel instanceof Join join && joinsRows(join)) {
      return ofJoin(join, known);
    }
    return Boolean.TRUE.equals(
        rel.getCluster().getMetadataQuery().areColumnsUnique(rel, known.fields));
  }

  private static boolean ofTable(TableScan scan, BasisTable table, Known known) {
    for (BasisKey key : table.keys()) {
      boolean given =
          key.columns().stream()
              .allMatch(
                  c ->
                      known.values.get(c)
                          || known.fields.get(c)
                              && !scan.getRowType().getFieldList().get(c).getType().isNullable());
      if (given) {
        return true;
      }
    }
    return false;
  }

  /** Fields that a condition gives one value. */
  private static ImmutableBitSet fixed(RexNode condition) {
    ImmutableBitSet.Builder fixed = ImmutableBitSet.builder();
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      if (conjunct.getKind() == SqlKind.EQUALS) {
        List<RexNode> operands = ((RexCall) conjunct).getOperands();
        fix(operands.get(0), operands.get(1), fixed);
        fix(operands.get(1), operands.get(0), fixed);
      }
    }
    return fixed.build();
  }

  private static void fix(RexNode node, RexNode value, ImmutableBitSet.Builder fixed) {
    if (RelOptUtil.InputFinder.bits(value).isEmpty()
        && org.apache.calcite.rex.RexUtil.isDeterministic(value)) {
      ColumnEquality.field(node).ifPresent(ref -> fixed.set(ref.getIndex()));
    }
  }

  private static boolean ofAggregate(Aggregate aggregate, Known known) {
    int groups = aggregate.getGroupCount();
    if (known.fields.contains(ImmutableBitSet.range(groups))) {
      return true;
    }
    ImmutableBitSet.Builder below = ImmutableBitSet.builder();
    ImmutableBitSet.Builder valuesBelow = ImmutableBitSet.builder();
    for (int field : known.fields) {
      if (field < groups) {
        below.set(aggregate.getGroupSet().nth(field));
        if (known.values.get(field)) {
          valuesBelow.set(aggregate.getGroupSet().nth(field));
        }
      }
    }
    // Rows of one group are equal in its key: two groups would be two rows.
    return unique(aggregate.getInput(), new Known(below.build(), valuesBelow.build()));
  }

  /** One side's row is known, and with it what the condition equates to it of the other. */
  private static boolean ofJoin(Join join, Known known) {
    int leftCount = join.getLeft().getRowType().getFieldCount();
    int count = leftCount + join.getRight().getRowType().getFieldCount();
    Known left = known.within(0, leftCount);
    Known right = known.within(leftCount, count);
    Matching matching = Matching.of(join);
    boolean fromLeft =
        !join.getJoinType().generatesNullsOnLeft()
            && unique(join.getLeft(), left)
            && unique(join.getRight(), right.and(matching.fixedRight()));
    return fromLeft
        || !join.getJoinType().generatesNullsOnRight()
            && unique(join.getRight(), right)
            && unique(join.getLeft(), left.and(matching.fixedLeft()));
  }
}
