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
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.RowRules;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * The fields of a logical row after a write as expressions over captured rows, and the conditions
 * that no row may meet.
 */
final class RowImage {
  final Lens lens;
  final RexBuilder rexBuilder;

  /** By field of the lens; null where the store gives the value. */
  final RexNode[] after;

  /** Fields that the statement gives. */
  final BitSet given = new BitSet();

  /** Fields that a condition of the body gives. */
  final BitSet fixed = new BitSet();

  /** Fields whose null the caller has excluded. */
  final BitSet judged = new BitSet();

  /** What no captured row may meet. */
  final List<RexNode> violations = new ArrayList<>();

  /** Which of the violations are about fields alone that the statement does not give. */
  final BitSet untouched = new BitSet();

  private final SetAssignment assignment;

  RowImage(Lens lens, RexBuilder rexBuilder) {
    this.lens = lens;
    this.rexBuilder = rexBuilder;
    this.after = new RexNode[lens.fieldCount()];
    this.assignment = new SetAssignment(rexBuilder, violations);
  }

  SetAssignment assignment() {
    return assignment;
  }

  /** Gives a logical column a value. */
  void give(LensColumn column, RexNode value) throws NotInStoreException {
    if (!(column.put() instanceof LensColumn.Put.Direct direct)
        || !direct.inversion().isIdentity()
        || given.get(direct.target())) {
      throw new NotInStoreException("a column that is written through an expression");
    }
    RexNode logical = assignment.assign(value, column.logical().type());
    BasisColumn basis = lens.columnOf(direct.target());
    put(direct.target(), assignment.assign(logical, basis.type()));
    given.set(direct.target());
  }

  void put(int field, RexNode value) throws NotInStoreException {
    if (!lens.columnOf(field).writable()) {
      throw new NotInStoreException("a column that takes no value");
    }
    after[field] = value;
  }

  /** The logical value of a column, or null where only the store knows. */
  RexNode logical(LensColumn column) {
    if (!(column.put() instanceof LensColumn.Put.Direct direct)) {
      return rexBuilder.makeNullLiteral(column.logical().type());
    }
    if (after[direct.shown()] == null) {
      return null;
    }
    return substitute(column.expression(), after);
  }

  static RexNode substitute(RexNode node, RexNode[] fields) {
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return fields[ref.getIndex()];
          }
        });
  }

  /** Adds what the declared rules forbid. */
  void judge() throws NotInStoreException {
    RexNode[] logical = new RexNode[lens.columns().size()];
    for (LensColumn column : lens.columns()) {
      int ordinal = column.logical().ordinal();
      logical[ordinal] = logical(column);
      if (column.put() instanceof LensColumn.Put.Direct direct && column.logical().notNull()) {
        if (logical[ordinal] == null) {
          throw new NotInStoreException("a value that the store gives to a column without nulls");
        }
        if (!judged.get(direct.shown())) {
          int next = violations.size();
          requireValue(after[direct.shown()]);
          untouched.set(next, !given.get(direct.shown()));
        }
      }
    }
    for (RowRules.Rule rule : lens.rules().checks()) {
      RexNode condition = rule.condition().expression();
      boolean touches = false;
      for (int ordinal : org.apache.calcite.plan.RelOptUtil.InputFinder.bits(condition)) {
        if (logical[ordinal] == null) {
          throw new NotInStoreException("a check over a value that the store gives");
        }
        touches |=
            lens.columns().get(ordinal).put() instanceof LensColumn.Put.Direct direct
                && given.get(direct.shown());
      }
      untouched.set(violations.size(), !touches);
      violations.add(
          rexBuilder.makeCall(SqlStdOperatorTable.IS_FALSE, substitute(condition, logical)));
    }
  }

  /** No row may have null here. */
  void requireValue(RexNode value) {
    if (isNullable(value)) {
      violations.add(isNull(value));
    }
  }

  static boolean isNullable(RexNode value) {
    return value instanceof RexLiteral literal ? literal.isNull() : value.getType().isNullable();
  }

  RexNode isNull(RexNode value) {
    return value instanceof RexLiteral literal
        ? rexBuilder.makeLiteral(literal.isNull())
        : rexBuilder.makeCall(SqlStdOperatorTable.IS_NULL, value);
  }

  RexNode isNotNull(RexNode value) {
    return value instanceof RexLiteral literal
        ? rexBuilder.makeLiteral(!literal.isNull())
        : rexBuilder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, value);
  }

  RexNode and(List<RexNode> conditions) {
    return RexUtil.composeConjunction(rexBuilder, conditions);
  }

  RexNode or(List<RexNode> conditions) {
    return RexUtil.composeDisjunction(rexBuilder, conditions);
  }

  RexNode not(RexNode condition) {
    return condition.isAlwaysTrue()
        ? rexBuilder.makeLiteral(false)
        : condition.isAlwaysFalse()
            ? rexBuilder.makeLiteral(true)
            : rexBuilder.makeCall(SqlStdOperatorTable.NOT, condition);
  }

  /** Whether a column of a member is one that the body fixes. */
  boolean isConstant(Member member, int ordinal) {
    return member.constants().stream().anyMatch(c -> c.field() == member.offset() + ordinal);
  }
}
