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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A tree of joins taken apart. All expressions are over the fields of all leaves, side by side.
 *
 * @param leaves what is joined, in the order in which it was written
 * @param inner the leaves whose rows must be there
 * @param conjuncts what holds of them
 * @param outer the left joins, in an order in which they can be made
 * @param after what is asked of the rows with their left joins
 * @param fields what the tree gives
 */
record JoinFactors(
    ImmutableList<Leaf> leaves,
    ImmutableList<Leaf> inner,
    ImmutableList<RexNode> conjuncts,
    ImmutableList<Outer> outer,
    ImmutableList<RexNode> after,
    ImmutableList<RexNode> fields) {

  /** One side of some join, with the place of its first field. */
  record Leaf(RelNode rel, int offset) {
    int end() {
      return offset + rel.getRowType().getFieldCount();
    }

    ImmutableBitSet range() {
      return ImmutableBitSet.range(offset, end());
    }

    Leaf shifted(int by) {
      return new Leaf(rel, offset + by);
    }
  }

  /** A leaf whose row may be missing. */
  record Outer(Leaf leaf, ImmutableList<RexNode> on) {}

  static JoinFactors of(RelNode rel, FlatJoins others) {
    if (rel instanceof Filter filter && FlatJoins.isPlain(filter)) {
      return of(filter.getInput(), others).where(filter.getCondition());
    } else if (rel instanceof Project project && FlatJoins.isPlain(project)) {
      JoinFactors input = of(project.getInput(), others);
      return input.giving(input.over(project.getProjects()));
    } else if (rel instanceof Join join && FlatJoins.isPlain(join)) {
      return ofJoin(join, others);
    }
    return leaf(others.flatten(rel));
  }

  private static JoinFactors leaf(RelNode rel) {
    Leaf leaf = new Leaf(rel, 0);
    ImmutableList<RexNode> fields =
        ImmutableList.copyOf(rel.getCluster().getRexBuilder().identityProjects(rel.getRowType()));
    return new JoinFactors(
        ImmutableList.of(leaf),
        ImmutableList.of(leaf),
        ImmutableList.of(),
        ImmutableList.of(),
        ImmutableList.of(),
        fields);
  }

  private static JoinFactors ofJoin(Join join, FlatJoins others) {
    JoinFactors left = of(join.getLeft(), others);
    JoinFactors right = of(join.getRight(), others);
    int leftCount = join.getLeft().getRowType().getFieldCount();
    return switch (join.getJoinType()) {
      case INNER -> left.beside(right).where(join.getCondition());
      case LEFT -> left.leftJoin(right, join.getRight(), join.getCondition(), others);
      case RIGHT -> {
        int rightCount = join.getRight().getRowType().getFieldCount();
        JoinFactors swapped =
            right.leftJoin(
                left, join.getLeft(), rotated(join.getCondition(), leftCount, rightCount), others);
        yield swapped.giving(rotated(swapped.fields, rightCount));
      }
      default ->
          leaf(
              join.copy(
                  join.getTraitSet(),
                  List.of(others.flatten(join.getLeft()), others.flatten(join.getRight()))));
    };
  }

  /** A condition over the right side, then the left. */
  private static RexNode rotated(RexNode condition, int leftCount, int rightCount) {
    return condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            int index = ref.getIndex();
            return new RexInputRef(
                index < leftCount ? index + rightCount : index - leftCount, ref.getType());
          }
        });
  }

  private static List<RexNode> rotated(List<RexNode> fields, int by) {
    List<RexNode> rotated = new ArrayList<>(fields.subList(by, fields.size()));
    rotated.addAll(fields.subList(0, by));
    return rotated;
  }

  private JoinFactors giving(List<RexNode> fields) {
    return new JoinFactors(leaves, inner, conjuncts, outer, after, ImmutableList.copyOf(fields));
  }

  /** Expressions over this tree's fields as expressions over its leaves. */
  private List<RexNode> over(List<? extends RexNode> expressions) {
    RexShuttle substitution =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return fields.get(ref.getIndex());
          }
        };
    return expressions.stream().map(e -> e.accept(substitution)).toList();
  }

  private JoinFactors where(RexNode condition) {
    ImmutableList.Builder<RexNode> ofInner = ImmutableList.<RexNode>builder().addAll(conjuncts);
    ImmutableList.Builder<RexNode> ofAll = ImmutableList.<RexNode>builder().addAll(after);
    for (RexNode conjunct : over(RelOptUtil.conjunctions(condition))) {
      boolean onlyInner = outer.stream().noneMatch(o -> touches(conjunct, o.leaf.range()));
      (onlyInner ? ofInner : ofAll).add(conjunct);
    }
    return new JoinFactors(leaves, inner, ofInner.build(), outer, ofAll.build(), fields);
  }

  private static boolean touches(RexNode node, ImmutableBitSet fields) {
    return RelOptUtil.InputFinder.bits(node).intersects(fields);
  }

  private int width() {
    return leaves.get(leaves.size() - 1).end();
  }

  private JoinFactors shifted(int by) {
    return new JoinFactors(
        leaves.stream().map(l -> l.shifted(by)).collect(ImmutableList.toImmutableList()),
        inner.stream().map(l -> l.shifted(by)).collect(ImmutableList.toImmutableList()),
        shift(conjuncts, by),
        outer.stream()
            .map(o -> new Outer(o.leaf.shifted(by), shift(o.on, by)))
            .collect(ImmutableList.toImmutableList()),
        shift(after, by),
        shift(fields, by));
  }

  private static ImmutableList<RexNode> shift(List<RexNode> nodes, int by) {
    return nodes.stream().map(n -> RexUtil.shift(n, by)).collect(ImmutableList.toImmutableList());
  }

  private JoinFactors beside(JoinFactors other) {
    JoinFactors right = other.shifted(width());
    return new JoinFactors(
        concat(leaves, right.leaves),
        concat(inner, right.inner),
        concat(conjuncts, right.conjuncts),
        concat(outer, right.outer),
        concat(after, right.after),
        concat(fields, right.fields));
  }

  private static <T> ImmutableList<T> concat(List<T> one, List<T> other) {
    return ImmutableList.<T>builder().addAll(one).addAll(other).build();
  }

  private JoinFactors leftJoin(
      JoinFactors right, RelNode rightRel, RexNode condition, FlatJoins others) {
    Optional<JoinFactors> open = right.isOpen() ? tryLeftJoin(right, condition) : Optional.empty();
    return open.orElseGet(
        () -> tryLeftJoin(leaf(others.flatten(rightRel)), condition).orElseThrow());
  }

  /** Empty if the condition asks for what the other side's left joins give. */
  private Optional<JoinFactors> tryLeftJoin(JoinFactors other, RexNode condition) {
    JoinFactors both = beside(other);
    List<Outer> lower = both.outer.subList(outer.size(), both.outer.size());
    List<RexNode> on = both.over(RelOptUtil.conjunctions(condition));
    for (RexNode conjunct : on) {
      if (lower.stream().anyMatch(o -> touches(conjunct, o.leaf.range()))) {
        return Optional.empty();
      }
    }
    Leaf first = both.inner.get(inner.size());
    ImmutableList<Outer> outers =
        ImmutableList.<Outer>builder()
            .addAll(outer)
            .add(new Outer(first, ImmutableList.copyOf(on)))
            .addAll(lower)
            .build();
    return Optional.of(new JoinFactors(both.leaves, inner, conjuncts, outers, after, both.fields));
  }

  /**
   * Whether the left joins of a side that is itself on the null side can follow it: where its own
   * row is missing they find nothing.
   */
  private boolean isOpen() {
    ImmutableBitSet all = ImmutableBitSet.range(width());
    return inner.size() == 1
        && conjuncts.isEmpty()
        && after.isEmpty()
        && fields.stream().allMatch(RexInputRef.class::isInstance)
        && outer.stream().allMatch(o -> o.on.stream().anyMatch(c -> Strong.isNotTrue(c, all)));
  }

  private RexBuilder rexBuilder() {
    return leaves.get(0).rel.getCluster().getRexBuilder();
  }

  /**
   * The tree, with all inner joins before all left joins.
   *
   * @param low whether conditions on one leaf stand there
   */
  RelNode build(RelDataType rowType, boolean low) {
    List<RexNode> all = new ArrayList<>(conjuncts);
    if (low) {
      all.addAll(elsewhere());
    }
    Tree tree = new Tree(all, low);
    List<Leaf> rest = new ArrayList<>(inner);
    tree.start(rest.remove(0));
    while (!rest.isEmpty()) {
      Leaf next = rest.stream().filter(tree::meets).findFirst().orElse(rest.get(0));
      rest.remove(next);
      tree.join(next);
    }
    List<RexNode> above = new ArrayList<>(tree.rest);
    if (low) {
      tree.filter(above);
      above.clear();
    }
    RexShuttle first = firstOfEquals();
    outer.forEach(o -> tree.leftJoin(o.leaf, o.on.stream().map(c -> c.accept(first)).toList()));
    above.addAll(after);
    tree.filter(above);
    return tree.project(fields, rowType);
  }

  /** What equals a constant in one store equals it in the others, which cannot see that. */
  private List<RexNode> elsewhere() {
    List<RexNode> added = new ArrayList<>();
    for (RexNode conjunct : conjuncts) {
      ImmutableBitSet used = RelOptUtil.InputFinder.bits(conjunct);
      if (conjunct.getKind() == SqlKind.EQUALS && used.cardinality() == 1) {
        for (RexNode equality : conjuncts) {
          partner(equality, used.nth(0))
              .filter(ref -> !sameConvention(used.nth(0), ref.getIndex()))
              .ifPresent(ref -> added.add(conjunct.accept(naming(ref))));
        }
      }
    }
    return added;
  }

  /** The column that a condition equates to a field. */
  private static Optional<RexInputRef> partner(RexNode equality, int field) {
    if (equality.getKind() == SqlKind.EQUALS
        && ((RexCall) equality).getOperands().get(0) instanceof RexInputRef one
        && ((RexCall) equality).getOperands().get(1) instanceof RexInputRef other
        && ColumnEquality.identity(one.getType(), other.getType())) {
      return one.getIndex() == field
          ? Optional.of(other)
          : Optional.of(one).filter(o -> other.getIndex() == field);
    }
    return Optional.empty();
  }

  private boolean sameConvention(int one, int other) {
    return conventions(leafOf(one).rel).equals(conventions(leafOf(other).rel));
  }

  private Leaf leafOf(int field) {
    return leaves.stream().filter(l -> l.range().get(field)).findFirst().orElseThrow();
  }

  /** The conventions of a tree's scans: those of the stores that can compute it. */
  private static Set<Convention> conventions(RelNode rel) {
    Set<Convention> conventions = new HashSet<>();
    if (rel.getInputs().isEmpty()) {
      conventions.add(rel.getConvention());
    }
    rel.getInputs().forEach(input -> conventions.addAll(conventions(input)));
    return conventions;
  }

  private static RexShuttle naming(RexInputRef ref) {
    return new RexShuttle() {
      @Override
      public RexNode visitInputRef(RexInputRef any) {
        return ref;
      }
    };
  }

  /**
   * Names the first of the columns that the inner joins make equal: a table that only led to
   * another is then not asked for.
   */
  private RexShuttle firstOfEquals() {
    Map<Integer, RexInputRef> first = new HashMap<>();
    for (RexNode conjunct : conjuncts) {
      if (conjunct.getKind() == SqlKind.EQUALS
          && ((RexCall) conjunct).getOperands().get(0) instanceof RexInputRef one
          && ((RexCall) conjunct).getOperands().get(1) instanceof RexInputRef other
          && ColumnEquality.identity(one.getType(), other.getType())) {
        RexInputRef a = first.getOrDefault(one.getIndex(), one);
        RexInputRef b = first.getOrDefault(other.getIndex(), other);
        RexInputRef least = a.getIndex() < b.getIndex() ? a : b;
        first.replaceAll((field, ref) -> ref.equals(a) || ref.equals(b) ? least : ref);
        first.put(one.getIndex(), least);
        first.put(other.getIndex(), least);
      }
    }
    return new RexShuttle() {
      @Override
      public RexNode visitInputRef(RexInputRef ref) {
        return first.getOrDefault(ref.getIndex(), ref);
      }
    };
  }

  /** The tree while it is being built. */
  private final class Tree {
    private final List<RexNode> rest;
    private final boolean low;
    private final int[] positions = new int[width()];
    private ImmutableBitSet there = ImmutableBitSet.of();
    private RelNode rel;

    Tree(List<RexNode> rest, boolean low) {
      this.rest = rest;
      this.low = low;
    }

    void start(Leaf leaf) {
      place(leaf, 0);
      rel = leafWithFilter(leaf);
    }

    /** Whether a condition ties a leaf to what is there. */
    boolean meets(Leaf leaf) {
      ImmutableBitSet with = there.union(leaf.range());
      return rest.stream()
          .map(RelOptUtil.InputFinder::bits)
          .anyMatch(b -> b.intersects(leaf.range()) && b.intersects(there) && with.contains(b));
    }

    void join(Leaf leaf) {
      RelNode right = leafWithFilter(leaf);
      ImmutableBitSet before = there;
      place(leaf, rel.getRowType().getFieldCount());
      join(right, take(there, leaf.range(), before), JoinRelType.INNER);
    }

    void leftJoin(Leaf leaf, List<RexNode> on) {
      place(leaf, rel.getRowType().getFieldCount());
      join(leaf.rel, on, JoinRelType.LEFT);
    }

    private void join(RelNode right, List<RexNode> on, JoinRelType type) {
      List<RelDataType> types = new ArrayList<>();
      rel.getRowType().getFieldList().forEach(f -> types.add(f.getType()));
      right.getRowType().getFieldList().forEach(f -> types.add(f.getType()));
      RexNode condition = RexUtil.composeConjunction(rexBuilder(), placed(on, types));
      rel = LogicalJoin.create(rel, right, List.of(), condition, Set.of(), type);
    }

    void filter(List<RexNode> conditions) {
      rel = FlatJoins.filter(rel, placed(conditions, types()));
    }

    private RelNode leafWithFilter(Leaf leaf) {
      return low ? FlatJoins.filter(leaf.rel, shift(take(leaf.range()), -leaf.offset)) : leaf.rel;
    }

    private void place(Leaf leaf, int at) {
      for (int i = leaf.offset; i < leaf.end(); i++) {
        positions[i] = at + i - leaf.offset;
      }
      there = there.union(leaf.range());
    }

    /**
     * Takes the conditions that some fields are enough for, and that ask of each of some others.
     */
    private List<RexNode> take(ImmutableBitSet fields, ImmutableBitSet... each) {
      List<RexNode> taken = new ArrayList<>();
      for (RexNode conjunct : List.copyOf(rest)) {
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(conjunct);
        if (!used.isEmpty()
            && fields.contains(used)
            && Arrays.stream(each).allMatch(used::intersects)) {
          taken.add(conjunct);
          rest.remove(conjunct);
        }
      }
      return taken;
    }

    private List<RelDataType> types() {
      return rel.getRowType().getFieldList().stream().map(f -> f.getType()).toList();
    }

    private List<RexNode> placed(List<RexNode> nodes, List<RelDataType> types) {
      RexShuttle placing =
          new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
              int index = positions[ref.getIndex()];
              return new RexInputRef(index, types.get(index));
            }
          };
      return nodes.stream().map(n -> n.accept(placing)).toList();
    }

    RelNode project(List<RexNode> wanted, RelDataType rowType) {
      List<RexNode> expressions = placed(wanted, types());
      return RexUtil.isIdentity(expressions, rel.getRowType())
          ? rel
          : LogicalProject.create(rel, List.of(), expressions, rowType.getFieldNames(), Set.of());
    }
  }
}
