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

import io.calcitelens.adapters.BasisTable;
import io.calcitelens.prover.BodyFlattener;
import io.calcitelens.prover.FlatBody;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;

/**
 * A tree over the target of a write that carries the columns of the target's members up to the top,
 * behind the columns that it had.
 *
 * @param rel the tree
 * @param fields where the members' columns are among the fields of {@code rel}
 */
record CaptureTree(RelNode rel, List<Integer> fields) {

  /**
   * Carries the members' columns up.
   *
   * @param rel the input of a write as converted: projections and filters over the target, or for a
   *     merge over a join whose right side is the target
   * @param merge whether it is a merge; otherwise a join stems from a sub-query, and the target is
   *     on its left
   */
  static CaptureTree of(RelNode rel, boolean merge) {
    if (rel instanceof LensScan scan) {
      return ofLens(scan);
    } else if (rel instanceof Filter filter) {
      CaptureTree input = of(filter.getInput(), merge);
      RexNode condition =
          retype(filter.getCondition(), filter.getVariablesSet(), input.rel.getRowType());
      return new CaptureTree(
          LogicalFilter.create(
              input.rel,
              condition,
              com.google.common.collect.ImmutableSet.copyOf(filter.getVariablesSet())),
          input.fields);
    } else if (rel instanceof Project project) {
      return ofProject(project, merge);
    } else if (rel instanceof Join join && merge) {
      return ofMerge(join);
    } else if (rel instanceof Join join) {
      return ofSubQuery(join, join.getLeft(), join.getRight());
    } else if (rel instanceof Correlate correlate) {
      return ofSubQuery(correlate, correlate.getLeft(), correlate.getRight());
    } else if (rel.getTable() != null && rel.getTable().unwrap(BasisTable.class) != null) {
      List<Integer> all = new ArrayList<>();
      rel.getRowType().getFieldList().forEach(f -> all.add(f.getIndex()));
      return new CaptureTree(rel, all);
    }
    throw new AssertionError("no target in the input of a write: " + RelOptUtil.toString(rel));
  }

  private static CaptureTree ofLens(LensScan scan) {
    FlatBody body;
    try {
      body = BodyFlattener.flatten(scan.body());
    } catch (BodyFlattener.Unsupported e) {
      throw new AssertionError("a writable lens with an unsupported body", e);
    }
    RexBuilder rexBuilder = scan.getCluster().getRexBuilder();
    List<RexNode> expressions = new ArrayList<>();
    for (int i = 0; i < body.outputs().size(); i++) {
      RelDataType type = scan.getRowType().getFieldList().get(i).getType();
      expressions.add(rexBuilder.ensureType(type, body.outputs().get(i), true));
    }
    List<Integer> fields = new ArrayList<>();
    for (int i = 0; i < body.fieldCount(); i++) {
      fields.add(expressions.size());
      expressions.add(RexInputRef.of(i, body.core().getRowType()));
    }
    RelNode project =
        LogicalProject.create(
            body.core(), List.of(), expressions, names(scan, fields.size()), Set.of());
    return new CaptureTree(project, fields);
  }

  private static List<String> names(LensScan scan, int fieldCount) {
    List<String> names = new ArrayList<>(scan.getRowType().getFieldNames());
    for (int i = 0; i < fieldCount; i++) {
      names.add("$f" + i);
    }
    return names;
  }

  private static CaptureTree ofProject(Project project, boolean merge) {
    CaptureTree input = of(project.getInput(), merge);
    List<RexNode> expressions = new ArrayList<>();
    for (RexNode expression : project.getProjects()) {
      expressions.add(retype(expression, project.getVariablesSet(), input.rel.getRowType()));
    }
    List<String> names = new ArrayList<>(project.getRowType().getFieldNames());
    List<Integer> fields = new ArrayList<>();
    for (int field : input.fields) {
      fields.add(expressions.size());
      names.add("$f" + fields.size());
      expressions.add(RexInputRef.of(field, input.rel.getRowType()));
    }
    RelNode rel =
        LogicalProject.create(input.rel, List.of(), expressions, names, project.getVariablesSet());
    return new CaptureTree(rel, fields);
  }

  private static CaptureTree ofMerge(Join join) {
    CaptureTree right = of(join.getRight(), true);
    int leftCount = join.getLeft().getRowType().getFieldCount();
    RelNode rel =
        LogicalJoin.create(
            join.getLeft(),
            right.rel,
            List.of(),
            join.getCondition(),
            join.getVariablesSet(),
            join.getJoinType());
    return new CaptureTree(rel, right.fields.stream().map(f -> leftCount + f).toList());
  }

  /** A sub-query that became a join: the columns go behind those that the join had. */
  private static CaptureTree ofSubQuery(RelNode join, RelNode left, RelNode right) {
    CaptureTree target = of(left, false);
    int leftCount = left.getRowType().getFieldCount();
    int carried = target.rel.getRowType().getFieldCount() - leftCount;
    RelNode grown;
    if (join instanceof Join plain) {
      RexNode condition =
          RexUtil.shift(plain.getCondition(), leftCount, carried)
              .accept(retyped(target.rel, right));
      grown =
          LogicalJoin.create(
              target.rel,
              right,
              List.of(),
              condition,
              plain.getVariablesSet(),
              plain.getJoinType());
    } else {
      grown = join.copy(join.getTraitSet(), List.of(target.rel, right));
    }
    List<RexNode> refs = new ArrayList<>();
    List<String> names = new ArrayList<>(join.getRowType().getFieldNames());
    for (int i = 0; i < join.getRowType().getFieldCount(); i++) {
      refs.add(RexInputRef.of(i < leftCount ? i : i + carried, grown.getRowType()));
    }
    List<Integer> fields = new ArrayList<>();
    for (int field : target.fields) {
      fields.add(refs.size());
      names.add("$f" + fields.size());
      refs.add(RexInputRef.of(field, grown.getRowType()));
    }
    return new CaptureTree(LogicalProject.create(grown, List.of(), refs, names, Set.of()), fields);
  }

  /** Gives the references of a join's condition the types of its inputs. */
  private static RexShuttle retyped(RelNode left, RelNode right) {
    int leftCount = left.getRowType().getFieldCount();
    return new RexShuttle() {
      @Override
      public RexNode visitInputRef(RexInputRef ref) {
        int index = ref.getIndex();
        return index < leftCount
            ? RexInputRef.of(index, left.getRowType())
            : new RexInputRef(
                index, right.getRowType().getFieldList().get(index - leftCount).getType());
      }
    };
  }

  /** A correlated sub-query refers to the row by its type, which has grown. */
  private static RexNode retype(RexNode node, Set<CorrelationId> variables, RelDataType rowType) {
    if (variables.isEmpty()) {
      return node;
    }
    RexBuilder rexBuilder = new RexBuilder(io.calcitelens.adapters.LensTypes.FACTORY);
    Set<CorrelationId> ids = new HashSet<>(variables);
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCorrelVariable(RexCorrelVariable variable) {
            return ids.contains(variable.id)
                ? rexBuilder.makeCorrel(rowType, variable.id)
                : variable;
          }

          @Override
          public RexNode visitFieldAccess(org.apache.calcite.rex.RexFieldAccess access) {
            RexNode before = access.getReferenceExpr();
            RexNode after = before.accept(this);
            return before == after
                ? access
                : rexBuilder.makeFieldAccess(after, access.getField().getIndex());
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subQuery);
            return visited.clone(retypeTree(visited.rel, this));
          }
        });
  }

  private static RelNode retypeTree(RelNode rel, RexShuttle shuttle) {
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : rel.getInputs()) {
      inputs.add(retypeTree(input, shuttle));
    }
    RelNode copy = inputs.isEmpty() ? rel : rel.copy(rel.getTraitSet(), inputs);
    return copy.accept(shuttle);
  }
}
