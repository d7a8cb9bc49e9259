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
package io.calcitelens.prover;

import io.calcitelens.adapters.BasisTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;

/** Pulls the projections of a body up, so that its members lie side by side. */
public final class BodyFlattener {
  private final List<FlatBody.Leaf> leaves = new ArrayList<>();
  private final List<FlatBody.Condition> conditions = new ArrayList<>();
  private final List<Lens.Lower> lower = new ArrayList<>();

  private BodyFlattener() {}

  /**
   * Flattens a body.
   *
   * @throws Unsupported if the body holds more than projections, filters and joins; its message
   *     names the construct
   */
  public static FlatBody flatten(RelNode body) throws Unsupported {
    BodyFlattener flattener = new BodyFlattener();
    Flat flat = flattener.visit(body, 0, Side.PRESERVED);
    return new FlatBody(
        flat.rel, flattener.leaves, flattener.conditions, flat.outputs, flattener.lower);
  }

  /** A construct that cannot be written through. */
  public static final class Unsupported extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean ofRelation;

    public Unsupported(String construct) {
      this(construct, false);
    }

    private Unsupported(String what, boolean ofRelation) {
      super(what);
      this.ofRelation = ofRelation;
    }

    /** The body may be written through, but not what it reads. */
    static Unsupported relation(String name) {
      return new Unsupported(name, true);
    }

    /** Whether the message names a relation that cannot be written. */
    boolean isOfRelation() {
      return ofRelation;
    }
  }

  private enum Side {
    PRESERVED,
    OPTIONAL
  }

  /** A flattened subtree: outputs refer to the subtree's own fields, from 0. */
  private record Flat(RelNode rel, List<RexNode> outputs) {}

  private Flat visit(RelNode rel, int offset, Side side) throws Unsupported {
    if (rel instanceof Project project) {
      return visitProject(project, offset, side);
    } else if (rel instanceof Filter filter) {
      return visitFilter(filter, offset, side);
    } else if (rel instanceof Join join) {
      return visitJoin(join, offset, side);
    } else if (rel instanceof Sort sort) {
      if (sort.fetch != null || sort.offset != null) {
        throw new Unsupported("limit or offset");
      }
      return visit(sort.getInput(), offset, side);
    } else if (rel instanceof ExpandableScan scan) {
      if (scan.lens().members().isEmpty()) {
        throw new Unsupported(
            scan.lens().table().qualifiedName() + ", which cannot be written itself");
      }
      lower.add(new Lens.Lower(scan.lens(), offset));
      return visit(scan.body(), offset, side);
    } else if (rel.getTable() != null && rel.getInputs().isEmpty()) {
      return visitScan(rel, offset, side);
    }
    throw new Unsupported(describe(rel));
  }

  private static String describe(RelNode rel) {
    String name = rel.getRelTypeName().replace("Logical", "");
    return switch (name) {
      case "Aggregate" -> "grouping or distinct";
      case "Union", "Intersect", "Minus" -> "a set operation";
      case "Window" -> "a window";
      case "Values" -> "values";
      case "Correlate" -> "a lateral join";
      default -> name.toLowerCase(java.util.Locale.ROOT);
    };
  }

  private Flat visitScan(RelNode scan, int offset, Side side) throws Unsupported {
    BasisTable table = scan.getTable().unwrap(BasisTable.class);
    if (table == null || table.columns().size() != scan.getRowType().getFieldCount()) {
      throw Unsupported.relation(String.join(".", scan.getTable().getQualifiedName()));
    }
    leaves.add(new FlatBody.Leaf(leaves.size(), table, offset, side == Side.OPTIONAL));
    List<RexNode> outputs = new ArrayList<>();
    scan.getRowType()
        .getFieldList()
        .forEach(f -> outputs.add(new RexInputRef(f.getIndex(), f.getType())));
    return new Flat(scan, outputs);
  }

  private Flat visitProject(Project project, int offset, Side side) throws Unsupported {
    Flat input = visit(project.getInput(), offset, side);
    List<RexNode> outputs = new ArrayList<>();
    for (RexNode expression : project.getProjects()) {
      RexNode composed = compose(expression, input.outputs);
      if (containsWindow(composed)) {
        throw new Unsupported("a window");
      }
      if (side == Side.OPTIONAL && !(composed instanceof RexInputRef)) {
        // An expression that is not null for a missing row would change under the outer join.
        throw new Unsupported("an expression below an outer join");
      }
      outputs.add(composed);
    }
    return new Flat(input.rel, outputs);
  }

  private Flat visitFilter(Filter filter, int offset, Side side) throws Unsupported {
    int firstLeaf = leaves.size();
    Flat input = visit(filter.getInput(), offset, side);
    RexNode condition = compose(filter.getCondition(), input.outputs);
    Optional<Integer> joinOf = side == Side.OPTIONAL ? Optional.of(firstLeaf) : Optional.empty();
    addConditions(condition, offset, joinOf, side == Side.OPTIONAL);
    return new Flat(LogicalFilter.create(input.rel, condition), input.outputs);
  }

  private Flat visitJoin(Join join, int offset, Side side) throws Unsupported {
    JoinRelType type = join.getJoinType();
    if (type != JoinRelType.INNER && type != JoinRelType.LEFT && type != JoinRelType.RIGHT) {
      throw new Unsupported("a " + type.lowerName + " join");
    }
    if (side == Side.OPTIONAL && type != JoinRelType.INNER) {
      // Nested outer joins on the null side: presence of one member would hang on another's.
      throw new Unsupported("an outer join below an outer join");
    }
    Side leftSide = type == JoinRelType.RIGHT ? Side.OPTIONAL : side;
    Side rightSide = type == JoinRelType.LEFT ? Side.OPTIONAL : side;
    int leftLeaf = leaves.size();
    Flat left = visit(join.getLeft(), offset, leftSide);
    int leftCount = left.rel.getRowType().getFieldCount();
    int rightLeaf = leaves.size();
    Flat right = visit(join.getRight(), offset + leftCount, rightSide);
    boolean severalOnNullSide =
        type == JoinRelType.LEFT && leaves.size() - rightLeaf > 1
            || type == JoinRelType.RIGHT && rightLeaf - leftLeaf > 1;
    if (severalOnNullSide) {
      throw new Unsupported("a join on the null side of an outer join");
    }
    LogicalJoin shape =
        LogicalJoin.create(
            left.rel,
            right.rel,
            List.of(),
            join.getCluster().getRexBuilder().makeLiteral(true),
            java.util.Set.of(),
            type);
    List<RexNode> outputs = new ArrayList<>();
    for (RexNode output : left.outputs) {
      outputs.add(retype(output, shape));
    }
    for (RexNode output : right.outputs) {
      outputs.add(retype(RexUtil.shift(output, leftCount), shape));
    }
    // Inside the condition the fields have their types from before the outer join.
    List<RexNode> inside = new ArrayList<>(left.outputs);
    right.outputs.forEach(o -> inside.add(RexUtil.shift(o, leftCount)));
    RexNode condition = compose(join.getCondition(), inside);
    boolean outer = type != JoinRelType.INNER;
    int matched = type == JoinRelType.RIGHT ? leftLeaf : rightLeaf;
    addConditions(condition, offset, Optional.of(matched), outer);
    RelNode rel =
        LogicalJoin.create(left.rel, right.rel, List.of(), condition, java.util.Set.of(), type);
    return new Flat(rel, outputs);
  }

  private static RexNode retype(RexNode node, RelNode rel) {
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return RexInputRef.of(ref.getIndex(), rel.getRowType());
          }
        });
  }

  private void addConditions(RexNode condition, int offset, Optional<Integer> joinOf, boolean outer)
      throws Unsupported {
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      if (!conjunct.isAlwaysTrue()) {
        conditions.add(new FlatBody.Condition(RexUtil.shift(conjunct, offset), joinOf, outer));
      }
    }
  }

  private static RexNode compose(RexNode expression, List<RexNode> inputs) throws Unsupported {
    boolean identity = true;
    for (int i = 0; i < inputs.size() && identity; i++) {
      identity = inputs.get(i) instanceof RexInputRef ref && ref.getIndex() == i;
    }
    if (identity) {
      return expression;
    }
    if (RexUtil.SubQueryFinder.find(expression) != null) {
      throw new Unsupported("a subquery over a derived table");
    }
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return inputs.get(ref.getIndex());
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            return subQuery;
          }
        });
  }

  private static boolean containsWindow(RexNode node) {
    boolean[] found = {false};
    node.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitOver(RexOver over) {
            found[0] = true;
            return null;
          }
        });
    return found[0];
  }

  /** A scan that stands for another body: a lens over a lens. */
  public interface ExpandableScan {
    /** The lens of the table that is scanned. */
    Lens lens();

    /** The body that the scan stands for. */
    RelNode body();
  }
}
