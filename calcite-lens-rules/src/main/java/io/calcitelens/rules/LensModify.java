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

import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LensResource;
import io.calcitelens.prover.Site;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableModify;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A write to a lens table: its input is the capture, its program is the engine's. */
public final class LensModify extends SingleRel {
  private final Program program;

  /**
   * What runs over the captured rows.
   *
   * @param description for plans; it stands for the program in comparisons of plans
   */
  record Program(String description, Function<CompiledQuery, DmlPlan> plan) {}

  private LensModify(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode capture,
      RelDataType rowType,
      Program program) {
    super(cluster, traits, capture);
    this.rowType = rowType;
    this.program = program;
  }

  Program program() {
    return program;
  }

  /**
   * The write for a modify node.
   *
   * @param input the node's input, without nodes of a planner
   */
  static LensModify of(TableModify modify, RelNode input) {
    DmlTarget target =
        DmlTarget.of(
            modify.getTable(),
            new SqlIdentifier(modify.getTable().getQualifiedName(), SqlParserPos.ZERO));
    List<Integer> fields = new ArrayList<>();
    RelNode tree = input;
    Function<CompiledQuery, DmlPlan> plan;
    switch (modify.getOperation()) {
      case INSERT -> {
        DefaultCells cells = cells(target, input, 0);
        for (int i = 0; i < target.lens().columns().size(); i++) {
          fields.add(i);
        }
        plan =
            capture ->
                new InsertPlan(
                    target, Optional.empty(), null, () -> capture, cells, Optional.empty(), false);
      }
      case DELETE -> {
        CaptureTree capture = CaptureTree.of(input, false);
        tree = capture.rel();
        fields.addAll(capture.fields());
        plan =
            query -> new DeletePlan(target, Optional.empty(), null, () -> query, Optional.empty());
      }
      case UPDATE -> {
        List<Integer> assigned = assigned(modify, target);
        CaptureTree capture = CaptureTree.of(input, false);
        tree = capture.rel();
        fields.addAll(capture.fields());
        int columns = target.table().getRowType().getFieldCount();
        for (int i = 0; i < assigned.size(); i++) {
          fields.add(columns + i);
        }
        plan =
            query ->
                new UpdatePlan(
                    target,
                    Optional.empty(),
                    null,
                    () -> query,
                    assigned,
                    new BitSet(),
                    Optional.empty());
      }
      default -> throw notHere("merge");
    }
    RelNode capture = ForeignPlans.prepare(project(tree, fields));
    return new LensModify(
        modify.getCluster(),
        modify.getCluster().traitSetOf(Convention.NONE),
        capture,
        modify.getRowType(),
        new Program(modify.getOperation() + " " + target.lens().table().qualifiedName(), plan));
  }

  private static LensException notHere(String what) {
    return LensException.of(
        io.calcitelens.prover.LensCode.NOT_SUPPORTED,
        Site.NONE,
        LensResource.RESOURCE.notSupportedHere(
            what, "on a plain Calcite connection; use jdbc:lens:"));
  }

  private static RelNode project(RelNode input, List<Integer> fields) {
    List<RexNode> refs = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int field : fields) {
      names.add("c" + names.size());
      refs.add(RexInputRef.of(field, input.getRowType()));
    }
    return LogicalProject.create(input, List.of(), refs, names, Set.of());
  }

  private static List<Integer> assigned(TableModify modify, DmlTarget target) {
    List<Integer> assigned = new ArrayList<>();
    for (String name : modify.getUpdateColumnList()) {
      LensColumn column = target.column(new SqlIdentifier(name, SqlParserPos.ZERO));
      target.requireWritable(column, SqlParserPos.ZERO);
      assigned.add(column.logical().ordinal());
    }
    return assigned;
  }

  /** A column that a plan fills with a null constant was not given. */
  private static DefaultCells cells(DmlTarget target, RelNode input, int first) {
    BitSet omitted = new BitSet();
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < target.lens().columns().size(); i++) {
      columns.add(i);
      boolean isNull =
          input instanceof Project project
              && project.getProjects().get(first + i) instanceof RexLiteral literal
              && literal.isNull();
      omitted.set(i, isNull);
      if (!isNull) {
        target.requireWritable(target.lens().columns().get(i), SqlParserPos.ZERO);
      }
    }
    return DefaultCells.omitting(columns, omitted);
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new LensModify(getCluster(), traitSet, inputs.get(0), rowType, program);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("program", program.description());
  }
}
