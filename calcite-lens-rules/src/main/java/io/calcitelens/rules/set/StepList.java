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
package io.calcitelens.rules.set;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.SetProgram;
import io.calcitelens.adapters.SetProgram.Expectation;
import io.calcitelens.adapters.SetStatement;
import io.calcitelens.adapters.SetStatements;
import io.calcitelens.adapters.Store;
import io.calcitelens.prover.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/** The steps of a program over captured rows, in the making. */
final class StepList {
  private final Store store;
  private final SetStatements sets;
  private final BasisTable buffer;
  private final RelNode rows;
  private final List<SetProgram.Step> steps = new ArrayList<>();

  /**
   * @param capture the rows as the store computes them
   */
  StepList(Store store, SetStatements sets, RelNode capture) throws NotInStoreException {
    this.store = store;
    this.sets = sets;
    if (!sets.keeps(capture.getRowType()) || capture.getRowType().getFieldCount() == 0) {
      throw new NotInStoreException("captured values that the store does not keep");
    }
    this.buffer = sets.buffer(capture.getRowType());
    this.rows = sets.scan(capture.getCluster(), buffer);
  }

  /** The captured rows. */
  RelNode rows() {
    return rows;
  }

  RexBuilder rexBuilder() {
    return rows.getCluster().getRexBuilder();
  }

  /** A relation over the captured rows that meet a condition, or over a join with them. */
  RelNode source(RelNode input, List<RexNode> values, List<RexNode> conditions)
      throws NotInStoreException {
    return source(sets, input, values, conditions);
  }

  static RelNode source(
      SetStatements sets, RelNode input, List<RexNode> values, List<RexNode> conditions)
      throws NotInStoreException {
    RexNode condition = RexUtil.composeConjunction(input.getCluster().getRexBuilder(), conditions);
    for (RexNode value : values) {
      require(sets, value);
    }
    require(sets, condition);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      names.add("v" + i);
    }
    RelNode filtered = condition.isAlwaysTrue() ? input : LogicalFilter.create(input, condition);
    return LogicalProject.create(filtered, List.of(), values, names, Set.of());
  }

  private static void require(SetStatements sets, RexNode expression) throws NotInStoreException {
    if (!sets.computes(expression)) {
      throw new NotInStoreException("an expression that the store does not compute");
    }
  }

  private void add(SetStatement statement, Expectation expectation) {
    steps.add(new SetProgram.Step(statement, expectation));
  }

  private List<RexNode> one() {
    return List.of(rexBuilder().makeExactLiteral(java.math.BigDecimal.ONE));
  }

  /** No captured row, or no row of a join with them, may meet any of these conditions. */
  void forbid(RelNode input, List<RexNode> violations) throws NotInStoreException {
    RexNode any = RexUtil.composeDisjunction(rexBuilder(), violations);
    if (!any.isAlwaysFalse()) {
      add(sets.count(source(input, one(), List.of(any))), new Expectation.None());
    }
  }

  private boolean isNever(List<RexNode> conditions) {
    return RexUtil.composeConjunction(rexBuilder(), conditions).isAlwaysFalse();
  }

  /** The next write must count as many rows as meet these conditions. */
  private Expectation expect(List<RexNode> conditions) throws NotInStoreException {
    if (RexUtil.composeConjunction(rexBuilder(), conditions).isAlwaysTrue()) {
      return new Expectation.All();
    }
    add(sets.count(source(rows, one(), conditions)), new Expectation.Any());
    return new Expectation.AsStep(steps.size() - 1);
  }

  void insert(
      BasisTable table, List<BasisColumn> columns, List<RexNode> values, List<RexNode> conditions)
      throws NotInStoreException {
    if (isNever(conditions)) {
      return;
    }
    Expectation expected = expect(conditions);
    add(sets.insert(table, columns, source(rows, values, conditions)), expected);
  }

  void update(Member member, List<BasisColumn> set, List<RexNode> values, List<RexNode> conditions)
      throws NotInStoreException {
    if (isNever(conditions)) {
      return;
    }
    Expectation expected = expect(conditions);
    RelNode source = source(rows, values, conditions);
    add(sets.update(member.table(), keyColumns(member), set, source), expected);
  }

  void delete(Member member, List<RexNode> key, List<RexNode> conditions)
      throws NotInStoreException {
    if (isNever(conditions)) {
      return;
    }
    Expectation expected = expect(conditions);
    add(sets.delete(member.table(), keyColumns(member), source(rows, key, conditions)), expected);
  }

  static List<BasisColumn> keyColumns(Member member) throws NotInStoreException {
    if (member.rowKey().isEmpty() || member.rowKey().get().columns().isEmpty()) {
      throw new NotInStoreException("rows without a key");
    }
    List<BasisColumn> columns = new ArrayList<>();
    for (int ordinal : member.rowKey().get().columns()) {
      BasisColumn column = member.table().columns().get(ordinal);
      if (column.type().isNullable()) {
        throw new NotInStoreException("a key with nulls");
      }
      columns.add(column);
    }
    return columns;
  }

  SetPut put(RelNode capture, List<SetProgram.Lock> locks) {
    return new ProgramPut(store, sets.program(locks, buffer, capture, steps));
  }
}
