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

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.calcitelens.adapters.BasisColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.adapter.jdbc.JdbcRules;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.metadata.RelColumnOrigin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Makes a store compare text as Calcite does, whatever its collations: case, accents and trailing
 * spaces count. Columns of other collations are wrapped wherever their text is computed with; that
 * a wrapped value is equal implies that the column is, so that a comparison with a constant is said
 * both ways, and uses an index.
 */
final class ExactText {
  private final Operators operators;

  private ExactText(Operators operators) {
    this.operators = requireNonNull(operators, "operators");
  }

  /**
   * What turns text into such that is compared as it is.
   *
   * @param plain for text whose trailing spaces count
   * @param padded for text of a fixed length, whose trailing spaces do not count
   */
  record Operators(SqlFunction plain, SqlFunction padded) {
    boolean contains(SqlOperator operator) {
      return operator == plain || operator == padded;
    }
  }

  /** The same relation for a store that compares text by collations. */
  static RelNode of(RelNode rel, Operators operators) {
    return new ExactText(operators).relation(rel);
  }

  private RelNode relation(RelNode rel) {
    final List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : rel.getInputs()) {
      inputs.add(relation(input));
    }
    final RelNode made = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    if (made instanceof Aggregate aggregate) {
      return aggregate(aggregate);
    }
    return made.accept(new Expressions(made));
  }

  /** What is grouped, counted once or compared is wrapped below. */
  private RelNode aggregate(Aggregate aggregate) {
    final RelNode input = aggregate.getInput();
    final RexBuilder builder = aggregate.getCluster().getRexBuilder();
    final List<RexNode> projects = new ArrayList<>(builder.identityProjects(input.getRowType()));
    boolean changed = false;
    for (int i = 0; i < projects.size(); i++) {
      if (SqlTypeUtil.isCharacter(projects.get(i).getType())
          && compares(aggregate, i)
          && !isExact(input, i)) {
        projects.set(i, wrapped(builder, projects.get(i), isPadded(projects.get(i))));
        changed = true;
      }
    }
    return changed
        ? aggregate.copy(
            aggregate.getTraitSet(),
            ImmutableList.of(
                new JdbcRules.JdbcProject(
                    aggregate.getCluster(),
                    input.getTraitSet(),
                    input,
                    projects,
                    input.getRowType())))
        : aggregate;
  }

  private static boolean compares(Aggregate aggregate, int ordinal) {
    if (aggregate.getGroupSet().get(ordinal)) {
      return true;
    }
    for (AggregateCall call : aggregate.getAggCallList()) {
      final boolean counts = call.getAggregation().getKind() == SqlKind.COUNT && !call.isDistinct();
      if (!counts && call.getArgList().contains(ordinal)) {
        return true;
      }
    }
    return false;
  }

  private RexNode wrapped(RexBuilder builder, RexNode node, boolean padded) {
    return builder.makeCall(
        node.getType(), padded ? operators.padded() : operators.plain(), List.of(node));
  }

  private static boolean isExact(RelNode rel, int ordinal) {
    return stored(rel, ordinal).filter(column -> column.collation().isEmpty()).isPresent();
  }

  /** The stored column that a column of a relation is. */
  private static Optional<BasisColumn> stored(RelNode rel, int ordinal) {
    final RelColumnOrigin origin =
        rel.getCluster().getMetadataQuery().getColumnOrigin(rel, ordinal);
    return origin == null || origin.isDerived()
        ? Optional.empty()
        : Optional.ofNullable(origin.getOriginTable().unwrap(JdbcBasisTable.class))
            .map(table -> table.columns().get(origin.getOriginColumnOrdinal()));
  }

  /** The expressions of one relation. */
  private final class Expressions extends RexShuttle {
    private final RelNode rel;
    private final RexBuilder builder;

    Expressions(RelNode rel) {
      this.rel = rel;
      this.builder = rel.getCluster().getRexBuilder();
    }

    @Override
    public RexNode visitCall(RexCall call) {
      if (call.getKind() == SqlKind.SEARCH && isText(call.getOperands().get(0))) {
        return isExactOperand(call.getOperands().get(0))
            ? call
            : RexUtil.expandSearch(builder, null, call).accept(this);
      }
      if (call.getKind() == SqlKind.IS_NULL || call.getKind() == SqlKind.IS_NOT_NULL) {
        return super.visitCall(call);
      }
      final boolean padded = call.getOperands().stream().anyMatch(ExactText::isPadded);
      final boolean mixed =
          padded
              && call.getOperands().stream()
                  .anyMatch(o -> isText(o) && !isConstant(o) && !isPadded(o));
      final List<RexNode> operands = new ArrayList<>();
      boolean wraps = false;
      for (RexNode operand : call.getOperands()) {
        final RexNode visited = operand.accept(this);
        final boolean wrap =
            isText(operand) && !isConstant(operand) && (mixed || !isExactOperand(operand));
        operands.add(wrap ? wrapped(builder, visited, padded) : visited);
        wraps |= wrap;
      }
      if (!wraps) {
        // A comparison that became a conjunction may stand in another one.
        return operands.equals(call.getOperands())
            ? call
            : RexUtil.flatten(builder, call.clone(call.getType(), operands));
      }
      final RexNode exactly = call.clone(call.getType(), operands);
      return narrows(call)
          ? builder.makeCall(call.getType(), SqlStdOperatorTable.AND, List.of(call, exactly))
          : exactly;
    }

    /** Whether a call holds wherever the exact one does, and may use an index. */
    private boolean narrows(RexCall call) {
      final boolean implied =
          call.getKind() == SqlKind.EQUALS
              || call.getKind() == SqlKind.LIKE && call.getOperands().size() == 2;
      final List<RexNode> columns =
          call.getOperands().stream().filter(o -> !isConstant(o)).toList();
      return implied
          && columns.stream().allMatch(RexInputRef.class::isInstance)
          && (columns.size() == 1
              || columns.stream()
                      .map(o -> stored((RexInputRef) o).map(BasisColumn::collation))
                      .distinct()
                      .count()
                  == 1)
          && columns.stream().allMatch(o -> stored((RexInputRef) o).isPresent());
    }

    private boolean isExactOperand(RexNode operand) {
      // What the operands of a call are wrapped in is kept by its result.
      return !(operand instanceof RexInputRef ref)
          || stored(ref).filter(column -> column.collation().isEmpty()).isPresent();
    }

    private Optional<BasisColumn> stored(RexInputRef ref) {
      final int index = ref.getIndex();
      if (!(rel instanceof Join)) {
        return ExactText.stored(rel.getInput(0), index);
      }
      final int left = rel.getInput(0).getRowType().getFieldCount();
      return index < left
          ? ExactText.stored(rel.getInput(0), index)
          : ExactText.stored(rel.getInput(1), index - left);
    }
  }

  private static boolean isText(RexNode node) {
    return SqlTypeUtil.isCharacter(node.getType());
  }

  /** A field of an enclosing row is a parameter of the statement. */
  private static boolean isConstant(RexNode node) {
    return node instanceof RexLiteral
        || node instanceof RexDynamicParam
        || node instanceof RexFieldAccess;
  }

  /** Whether it is text of a fixed length, which is compared without its padding. */
  private static boolean isPadded(RexNode node) {
    return node.getType().getSqlTypeName() == SqlTypeName.CHAR && !isConstant(node);
  }
}
