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
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.Store;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.RowExpression;
import io.calcitelens.rules.PlanningServices;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/** Plans an insert whose rows come from the store of the members. */
final class SetInsert {
  private final Lens lens;
  private final RelNode input;
  private final BitSet listed;
  private final PlanningServices services;

  private SetInsert(Lens lens, RelNode input, BitSet listed, PlanningServices services) {
    this.lens = lens;
    this.input = input;
    this.listed = listed;
    this.services = services;
  }

  /**
   * Plans an insert.
   *
   * @param input the target's columns in their order
   * @param listed ordinals of the columns that have a value
   */
  static SetPut plan(Lens lens, RelNode input, BitSet listed, PlanningServices services)
      throws NotInStoreException {
    return new SetInsert(lens, input, listed, services).plan();
  }

  private SetPut plan() throws NotInStoreException {
    Store store = Capture.storeOf(lens);
    if (!lens.lower().isEmpty() || hasShared()) {
      throw new NotInStoreException("parents and lower rules");
    }
    Capture capture = Capture.of(store, input, listed, services);
    StepList steps = new StepList(store, capture.sets, capture.rows);
    RowImage image = new RowImage(lens, steps.rexBuilder());
    fill(image, capture, steps.rows());
    List<Member> order = lens.reachOrder();
    List<List<BasisColumn>> columns = new ArrayList<>();
    List<List<RexNode>> values = new ArrayList<>();
    List<RexNode> wanted = new ArrayList<>();
    for (Member member : order) {
      columns.add(new ArrayList<>());
      values.add(new ArrayList<>());
      wanted.add(complete(member, image, columns.get(columns.size() - 1), values));
    }
    requireFilter(image);
    image.judge();
    if (order.size() == 1 && image.violations.isEmpty() && !capture.reads(order.get(0).table())) {
      return new StatementPut(
          store,
          capture.sets.insert(
              order.get(0).table(),
              columns.get(0),
              StepList.source(capture.sets, capture.rows, values.get(0), List.of())));
    }
    steps.forbid(steps.rows(), image.violations);
    for (int i = 0; i < order.size(); i++) {
      forbidOrphans(order.get(i), image, wanted.get(i), steps, capture);
    }
    for (int i : writeOrder(order)) {
      Member member = order.get(i);
      if (!wanted.get(i).isAlwaysFalse()) {
        steps.insert(member.table(), columns.get(i), values.get(i), List.of(wanted.get(i)));
      }
    }
    return steps.put(capture.rows, List.of());
  }

  private boolean hasShared() {
    return lens.members().stream().anyMatch(m -> m.role() == Member.Role.SHARED);
  }

  /** The values that the statement, the body and the defaults give. */
  private void fill(RowImage image, Capture capture, RelNode rows) throws NotInStoreException {
    for (LensColumn column : lens.columns()) {
      int ordinal = column.logical().ordinal();
      if (listed.get(ordinal)) {
        image.give(column, capture.value(ordinal, rows));
      }
    }
    for (Member.FieldConstant constant : lens.constants()) {
      int field = lens.sourceOf(constant.field());
      if (image.after[field] == null) {
        image.put(
            field, image.assignment().constant(constant.value(), lens.columnOf(field).type()));
        image.fixed.set(field);
      }
    }
    spread(image);
    for (LensColumn column : lens.columns()) {
      Optional<RowExpression> value = lens.rules().defaultOf(column.logical().ordinal());
      if (!listed.get(column.logical().ordinal())
          && column.put() instanceof LensColumn.Put.Direct direct
          && image.after[direct.target()] == null
          && value.isPresent()) {
        image.give(column, literal(value.get()));
      }
    }
    if (!lens.rules().hiddenDefaults().isEmpty()) {
      throw new NotInStoreException("defaults of columns that the design does not show");
    }
    spread(image);
  }

  /** A default that is not a plain constant is a function of each row. */
  private static RexNode literal(RowExpression expression) throws NotInStoreException {
    if (expression.expression() instanceof RexLiteral literal) {
      return literal;
    }
    throw new NotInStoreException("a default that is not a constant");
  }

  private void spread(RowImage image) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Lens.FieldPair pair : lens.equalities()) {
        changed |= spread(image, pair.left(), pair.right());
        changed |= spread(image, pair.right(), pair.left());
      }
    }
  }

  private static boolean spread(RowImage image, int from, int to) {
    if (image.after[from] == null || image.after[to] != null) {
      return false;
    }
    image.after[to] = image.after[from];
    image.given.set(to, image.given.get(from));
    image.fixed.set(to);
    return true;
  }

  /**
   * Completes the row of a member.
   *
   * @return the condition under which it has one
   */
  private RexNode complete(
      Member member, RowImage image, List<BasisColumn> columns, List<List<RexNode>> allValues)
      throws NotInStoreException {
    List<RexNode> values = allValues.get(allValues.size() - 1);
    List<RexNode> supplied = new ArrayList<>();
    for (int i = 0; i < member.width(); i++) {
      int field = member.offset() + i;
      boolean told = image.given.get(field) || image.fixed.get(field);
      if (told && !member.stitches(i)) {
        supplied.add(image.isNotNull(image.after[field]));
      }
    }
    for (Member.StitchPair pair : member.stitch()) {
      if (image.after[pair.source()] == null) {
        throw new NotInStoreException("a key that the store makes");
      }
      image.after[member.offset() + pair.ordinal()] = image.after[pair.source()];
    }
    for (Member.FieldConstant constant : member.constants()) {
      image.put(
          constant.field(),
          image.assignment().constant(constant.value(), member.column(constant.field()).type()));
    }
    RexNode wanted = member.optional() ? image.or(supplied) : image.rexBuilder.makeLiteral(true);
    for (BasisColumn column : member.table().columns()) {
      RexNode value = image.after[member.offset() + column.ordinal()];
      if (value == null) {
        requireOptional(column);
      } else {
        requireInsertable(column);
        columns.add(column);
        values.add(value);
        if (!column.type().isNullable() && RowImage.isNullable(value)) {
          image.violations.add(image.and(List.of(wanted, image.isNull(value))));
        }
      }
    }
    if (member.optional()) {
      absent(member, image, wanted);
    }
    return wanted;
  }

  private static void requireOptional(BasisColumn column) throws NotInStoreException {
    if (!column.optionalOnInsert()) {
      throw new NotInStoreException("a column without a value");
    }
  }

  private static void requireInsertable(BasisColumn column) throws NotInStoreException {
    if (!column.updatable()) {
      throw new NotInStoreException("a column that the store fills");
    }
  }

  /** A member without a row shows null, whatever its columns would have been. */
  private void absent(Member member, RowImage image, RexNode wanted) throws NotInStoreException {
    for (int i = 0; i < member.width(); i++) {
      int field = member.offset() + i;
      boolean made =
          member.stitches(i)
              || image.isConstant(member, i)
              || member.table().columns().get(i).defaultSql().isPresent()
                  && image.after[field] == null;
      if (made && lens.shows(field) && !wanted.isAlwaysFalse()) {
        // It would stand here in some rows and null in others.
        throw new NotInStoreException("a value that an optional member brings");
      }
      if (image.after[field] == null || wanted.isAlwaysFalse()) {
        image.after[field] =
            image.rexBuilder.makeNullLiteral(member.table().columns().get(i).type());
      }
    }
  }

  /** What the body filters by equality must hold for the new row, else it would not be seen. */
  private void requireFilter(RowImage image) throws NotInStoreException {
    for (Member.FieldConstant constant : lens.constants()) {
      Member member = lens.memberOf(constant.field());
      RexNode value = image.after[constant.field()];
      if (member.optional() || value == null) {
        throw new NotInStoreException("a filter over what may be missing");
      }
      if (value instanceof RexLiteral && image.fixed.get(constant.field())) {
        continue;
      }
      RexNode expected =
          image.assignment().constant(constant.value(), member.column(constant.field()).type());
      image.violations.add(distinct(image, value, expected));
    }
    for (Lens.FieldPair pair : lens.equalities()) {
      RexNode left = image.after[pair.left()];
      RexNode right = image.after[pair.right()];
      if (left == null || right == null) {
        throw new NotInStoreException("an equality over what the store gives");
      }
      image.requireValue(left);
      image.requireValue(right);
      if (!left.equals(right)) {
        image.violations.add(distinct(image, left, right));
      }
    }
  }

  private static RexNode distinct(RowImage image, RexNode left, RexNode right) {
    return image.rexBuilder.makeCall(SqlStdOperatorTable.IS_DISTINCT_FROM, left, right);
  }

  /**
   * A row without its anchor would be adopted. Where the member gets a row the store's own key says
   * so; where it gets none somebody must look.
   */
  private void forbidOrphans(
      Member member, RowImage image, RexNode wanted, StepList steps, Capture capture)
      throws NotInStoreException {
    if (member.role() != Member.Role.OWNED || wanted.isAlwaysTrue() || lens.isTied(member)) {
      return;
    }
    RelNode rows = steps.rows();
    RelNode table = capture.sets.scan(rows.getCluster(), member.table());
    int count = rows.getRowType().getFieldCount();
    List<RexNode> conditions = new ArrayList<>();
    for (int i = 0; i < member.width(); i++) {
      if (member.stitches(i) || image.isConstant(member, i)) {
        RexNode column =
            new RexInputRef(count + i, table.getRowType().getFieldList().get(i).getType());
        conditions.add(
            image.rexBuilder.makeCall(
                SqlStdOperatorTable.EQUALS,
                image.after[lens.sourceOf(member.offset() + i)],
                column));
      }
    }
    RelNode join =
        LogicalJoin.create(
            rows, table, List.of(), image.and(conditions), java.util.Set.of(), JoinRelType.INNER);
    steps.forbid(join, List.of(image.not(wanted)));
  }

  /** Parents before children, by the foreign keys of the basis. */
  private static List<Integer> writeOrder(List<Member> members) {
    List<Integer> order = new ArrayList<>();
    for (int round = 0; order.size() < members.size() && round < members.size(); round++) {
      for (int i = 0; i < members.size(); i++) {
        if (!order.contains(i) && !waits(members, i, order)) {
          order.add(i);
        }
      }
    }
    for (int i = 0; i < members.size(); i++) {
      if (!order.contains(i)) {
        order.add(i);
      }
    }
    return order;
  }

  private static boolean waits(List<Member> members, int index, List<Integer> written) {
    for (BasisForeignKey key : members.get(index).table().foreignKeys()) {
      for (int i = 0; i < members.size(); i++) {
        if (i != index
            && !written.contains(i)
            && key.parent().equals(members.get(i).table().id())) {
          return true;
        }
      }
    }
    return false;
  }
}
