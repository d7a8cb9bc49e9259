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

import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.prover.FlatBody;
import io.calcitelens.prover.Member;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * The rows of a statement seen from one member: what the other members only repeat is said with its
 * columns, and members whose rows are certain to exist are left out.
 */
final class SoleMember {
  private final FlatBody body;
  private final Member member;

  /** For a field, the column of the member that is equal to it in every row. */
  private final Map<Integer, Integer> equal = new HashMap<>();

  SoleMember(FlatBody body, Member member) {
    this.body = body;
    this.member = member;
    for (int i = 0; i < member.width(); i++) {
      equal.put(member.offset() + i, i);
    }
    boolean grown = true;
    while (grown) {
      grown = false;
      for (FlatBody.Condition condition : body.conditions()) {
        Optional<int[]> pair = equated(condition);
        if (pair.isPresent() && sameType(pair.get())) {
          grown |= adopt(pair.get()[0], pair.get()[1]) || adopt(pair.get()[1], pair.get()[0]);
        }
      }
    }
  }

  private boolean adopt(int known, int other) {
    return equal.containsKey(known) && equal.putIfAbsent(other, equal.get(known)) == null;
  }

  private boolean sameType(int[] pair) {
    return SqlTypeUtil.equalSansNullability(
        body.columnOf(pair[0]).type(), body.columnOf(pair[1]).type());
  }

  private static Optional<int[]> equated(FlatBody.Condition condition) {
    return !condition.outer()
            && condition.expression().isA(SqlKind.EQUALS)
            && ((RexCall) condition.expression()).getOperands().get(0) instanceof RexInputRef left
            && ((RexCall) condition.expression()).getOperands().get(1) instanceof RexInputRef right
        ? Optional.of(new int[] {left.getIndex(), right.getIndex()})
        : Optional.empty();
  }

  /** An expression over the member's own columns; empty if it needs others. */
  Optional<RexNode> local(RexNode expression) {
    for (int field : RelOptUtil.InputFinder.bits(expression)) {
      if (!equal.containsKey(field)) {
        return Optional.empty();
      }
    }
    return Optional.of(
        expression.accept(
            new RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef ref) {
                int ordinal = equal.get(ref.getIndex());
                return new RexInputRef(ordinal, member.table().columns().get(ordinal).type());
              }
            }));
  }

  /** All conditions over the member's own columns; empty if others matter. */
  Optional<List<RexNode>> conditions() {
    Set<Integer> certain = certain();
    List<RexNode> conditions = new ArrayList<>();
    for (FlatBody.Condition condition : body.conditions()) {
      boolean ofOptional =
          condition.outer()
              && condition.joinOf().isPresent()
              && body.leaves().get(condition.joinOf().get()).optional();
      if (ofOptional) {
        continue;
      }
      Optional<RexNode> local = local(condition.expression());
      if (local.isPresent()) {
        if (!isTrivial(local.get())) {
          conditions.add(local.get());
        }
      } else if (!isStitch(condition, certain)) {
        return Optional.empty();
      }
    }
    boolean all = body.leaves().stream().allMatch(l -> l.optional() || certain.contains(l.index()));
    return all ? Optional.of(conditions) : Optional.empty();
  }

  /** The conditions that the member's own columns can say. */
  List<RexNode> ownConditions() {
    List<RexNode> own = new ArrayList<>();
    for (FlatBody.Condition condition : body.conditions()) {
      own(condition).filter(c -> !isTrivial(c)).ifPresent(own::add);
    }
    return own;
  }

  /** A condition over the member's own columns; empty if it needs others, or is not required. */
  Optional<RexNode> own(FlatBody.Condition condition) {
    return condition.outer() ? Optional.empty() : local(condition.expression());
  }

  /** A column that is never null is equal to itself. */
  private static boolean isTrivial(RexNode condition) {
    return condition.isA(SqlKind.EQUALS)
        && ((RexCall) condition).getOperands().get(0) instanceof RexInputRef left
        && left.equals(((RexCall) condition).getOperands().get(1))
        && !left.getType().isNullable();
  }

  /** An equality that finds a row which is certain to be there. */
  private boolean isStitch(FlatBody.Condition condition, Set<Integer> certain) {
    return equated(condition)
        .filter(
            p ->
                certain.contains(body.leafOf(p[0]).index())
                    && certain.contains(body.leafOf(p[1]).index()))
        .isPresent();
  }

  /** The members whose row exists wherever the member's does, by foreign keys of the basis. */
  private Set<Integer> certain() {
    Set<Integer> certain = new HashSet<>(Set.of(member.index()));
    boolean grown = true;
    while (grown) {
      grown = false;
      for (FlatBody.Leaf leaf : body.leaves()) {
        if (!leaf.optional() && !certain.contains(leaf.index()) && isCertain(leaf, certain)) {
          certain.add(leaf.index());
          grown = true;
        }
      }
    }
    return certain;
  }

  private boolean isCertain(FlatBody.Leaf leaf, Set<Integer> certain) {
    Set<Integer> referrers = new HashSet<>();
    Map<Integer, Integer> pairs = new HashMap<>();
    for (FlatBody.Condition condition : body.conditions()) {
      BitSet refs = new BitSet();
      RelOptUtil.InputFinder.bits(condition.expression()).forEach(refs::set);
      if (refs.stream().noneMatch(f -> body.leafOf(f).equals(leaf)) || condition.outer()) {
        continue;
      }
      Optional<int[]> pair = equated(condition);
      if (pair.isEmpty()) {
        if (local(condition.expression()).isEmpty()) {
          return false;
        }
        continue;
      }
      boolean leftIn = body.leafOf(pair.get()[0]).equals(leaf);
      int own = leftIn ? pair.get()[0] : pair.get()[1];
      int other = leftIn ? pair.get()[1] : pair.get()[0];
      FlatBody.Leaf referrer = body.leafOf(other);
      if (certain.contains(referrer.index())) {
        referrers.add(referrer.index());
        pairs.put(other - referrer.offset(), own - leaf.offset());
      }
    }
    return referrers.size() == 1
        && refers(body.leaves().get(referrers.iterator().next()).table(), leaf.table(), pairs);
  }

  private static boolean refers(BasisTable child, BasisTable parent, Map<Integer, Integer> pairs) {
    for (BasisForeignKey key : child.foreignKeys()) {
      if (!key.parent().equals(parent.id()) || key.childColumns().size() != pairs.size()) {
        continue;
      }
      boolean covers = true;
      for (int i = 0; i < key.childColumns().size(); i++) {
        var column = child.column(key.childColumns().get(i)).orElseThrow();
        int target = parent.column(key.parentColumns().get(i)).orElseThrow().ordinal();
        covers &=
            !column.type().isNullable()
                && Integer.valueOf(target).equals(pairs.get(column.ordinal()));
      }
      if (covers) {
        return true;
      }
    }
    return false;
  }

  /** Whether the conditions leave one row at most: they fix one of the member's keys. */
  boolean isOneRow() {
    BitSet fixed = new BitSet();
    for (FlatBody.Condition condition : body.conditions()) {
      if (condition.outer() || !condition.expression().isA(SqlKind.EQUALS)) {
        continue;
      }
      List<RexNode> operands = ((RexCall) condition.expression()).getOperands();
      fix(fixed, operands.get(0), operands.get(1));
      fix(fixed, operands.get(1), operands.get(0));
    }
    for (BasisKey key : member.table().keys()) {
      if (key.columns().stream().allMatch(fixed::get)) {
        return true;
      }
    }
    return false;
  }

  private void fix(BitSet fixed, RexNode column, RexNode value) {
    RexNode plain = column.isA(SqlKind.CAST) ? ((RexCall) column).getOperands().get(0) : column;
    if (plain instanceof RexInputRef ref
        && equal.containsKey(ref.getIndex())
        && RelOptUtil.InputFinder.bits(value).isEmpty()) {
      fixed.set(equal.get(ref.getIndex()));
    }
  }
}
