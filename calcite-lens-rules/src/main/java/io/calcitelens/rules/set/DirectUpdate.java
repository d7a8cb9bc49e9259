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
import io.calcitelens.adapters.SetStatement;
import io.calcitelens.adapters.SetStatements;
import io.calcitelens.adapters.Store;
import io.calcitelens.prover.BodyFlattener;
import io.calcitelens.prover.FlatBody;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.Member;
import io.calcitelens.rules.PlanningServices;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * Plans an update of one member as one statement: its values need no other member, so that nothing
 * has to be captured or locked.
 */
final class DirectUpdate {
  private final Lens lens;
  private final FlatBody body;
  private final Member member;
  private final List<Integer> assigned;
  private final PlanningServices services;
  private final SoleMember sole;
  private final RexBuilder rexBuilder;
  private final RowImage image;
  private final List<BoundValue> bound = new ArrayList<>();

  private DirectUpdate(
      Lens lens, FlatBody body, Member member, List<Integer> assigned, PlanningServices services) {
    this.lens = lens;
    this.body = body;
    this.member = member;
    this.assigned = assigned;
    this.services = services;
    this.sole = new SoleMember(body, member);
    this.rexBuilder = body.core().getCluster().getRexBuilder();
    this.image = new RowImage(lens, rexBuilder);
  }

  /**
   * Plans an update.
   *
   * @param input the rows as converted: the target's columns, then the new values
   * @param assigned ordinals of the logical columns
   */
  static SetPut plan(Lens lens, RelNode input, List<Integer> assigned, PlanningServices services)
      throws NotInStoreException {
    Set<Member> written = SetUpdate.writtenMembers(lens, assigned);
    Member member = written.iterator().next();
    if (written.size() > 1 || member.optional()) {
      throw new NotInStoreException("several members, or one that may be missing");
    }
    FlatBody body;
    try {
      body = BodyFlattener.flatten(input);
    } catch (BodyFlattener.Unsupported e) {
      throw new NotInStoreException(e.getMessage());
    }
    return new DirectUpdate(lens, body, member, assigned, services).plan();
  }

  private SetPut plan() throws NotInStoreException {
    Store store = Capture.storeOf(lens);
    SetStatements sets = Capture.setsOf(store);
    fill();
    List<RexNode> guards = guards();
    if (!guards.isEmpty() && !sole.isOneRow()) {
      throw new NotInStoreException("rules that single rows may break");
    }
    Optional<List<RexNode>> local = localConditions(guards);
    if (local.isEmpty()) {
      requireLocal(guards);
      requireFound();
    }
    List<RexNode> conditions = local.isPresent() ? local.get() : ownConditions(guards);
    RelOptCluster cluster = body.core().getCluster();
    List<BasisColumn> set = new ArrayList<>();
    List<RexNode> values = new ArrayList<>();
    for (BasisColumn column : member.table().columns()) {
      int field = member.offset() + column.ordinal();
      if (image.given.get(field)) {
        set.add(column);
        values.add(localValue(image.after[field]));
      }
    }
    RelNode source = StepList.source(sets, sets.scan(cluster, member.table()), values, conditions);
    Optional<RelNode> among =
        local.isPresent() ? Optional.empty() : Optional.of(keys(sets, guards));
    SetStatement statement =
        sets.updateWhere(member.table(), set, source, StepList.keyColumns(member), among);
    return new DirectPut(store, statement, List.copyOf(bound), !guards.isEmpty());
  }

  /** The conditions and guards over the member alone; empty if other members have a say. */
  private Optional<List<RexNode>> localConditions(List<RexNode> guards) {
    Optional<List<RexNode>> conditions = sole.conditions();
    if (conditions.isEmpty()) {
      return Optional.empty();
    }
    List<RexNode> all = new ArrayList<>(conditions.get());
    for (RexNode guard : guards) {
      Optional<RexNode> local = sole.local(image.not(guard));
      if (local.isEmpty()) {
        return Optional.empty();
      }
      all.add(local.get());
    }
    return Optional.of(all);
  }

  /**
   * The conditions and guards that the member's columns can say: a store that had to wait for a row
   * judges them again as it then is, but no row that a subquery met.
   */
  private List<RexNode> ownConditions(List<RexNode> guards) {
    List<RexNode> own = new ArrayList<>(sole.ownConditions());
    for (RexNode guard : guards) {
      sole.local(image.not(guard)).ifPresent(own::add);
    }
    return own;
  }

  /**
   * Other members may only say by their keys which rows are meant: their values may change while
   * the store waits for a row.
   */
  private void requireFound() throws NotInStoreException {
    BitSet read = new BitSet();
    for (FlatBody.Condition condition : body.conditions()) {
      if (sole.own(condition).isEmpty()) {
        try {
          ReadFields.add(condition, body, read);
        } catch (BodyFlattener.Unsupported e) {
          throw new NotInStoreException(e.getMessage());
        }
      }
    }
    if (lens.members().stream().anyMatch(m -> ReadFields.meets(m, read))) {
      throw new NotInStoreException("rows that depend on values of other members");
    }
  }

  /** A rule over what is written and another member needs the lock that all its writers take. */
  private void requireLocal(List<RexNode> guards) throws NotInStoreException {
    for (int i = 0; i < guards.size(); i++) {
      if (!image.untouched.get(i) && sole.local(guards.get(i)).isEmpty()) {
        throw new NotInStoreException("a rule over several members");
      }
    }
  }

  /** The keys of the rows, where other members decide which they are. */
  private RelNode keys(SetStatements sets, List<RexNode> guards) throws NotInStoreException {
    List<RexNode> refs = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int field : SetDelete.keyFields(member)) {
      refs.add(RexInputRef.of(field, body.core().getRowType()));
      names.add("k" + names.size());
    }
    List<RexNode> conditions = new ArrayList<>();
    guards.forEach(g -> conditions.add(image.not(g)));
    RexNode condition = image.and(conditions);
    RelNode core =
        condition.isAlwaysTrue() ? body.core() : LogicalFilter.create(body.core(), condition);
    RelNode keys = LogicalProject.create(core, List.of(), refs, names, Set.of());
    return sets.within(services.optimize(keys))
        .orElseThrow(() -> new NotInStoreException("rows of more than one statement"));
  }

  private void fill() throws NotInStoreException {
    for (int field = 0; field < image.after.length; field++) {
      image.after[field] = RexInputRef.of(field, body.core().getRowType());
    }
    int columns = lens.columns().size();
    for (int i = 0; i < assigned.size(); i++) {
      LensColumn column = lens.columns().get(assigned.get(i));
      RexNode value = body.outputs().get(columns + i);
      if (value instanceof RexDynamicParam parameter) {
        bind(column, parameter);
      } else {
        image.give(column, value);
      }
    }
  }

  /** A parameter is judged, and carried to the basis column, before the statement is sent. */
  private void bind(LensColumn column, RexDynamicParam parameter) throws NotInStoreException {
    LensColumn.Put.Direct direct = (LensColumn.Put.Direct) column.put();
    int target = direct.target();
    if (image.given.get(target) || direct.shown() != target) {
      throw new NotInStoreException("a column that is written twice, or elsewhere");
    }
    BasisColumn basis = lens.columnOf(target);
    int slot = BoundValue.FIRST + bound.size();
    bound.add(new BoundValue(parameter.getIndex(), column, basis, slot));
    image.put(target, rexBuilder.makeDynamicParam(nullable(basis.type()), slot));
    image.given.set(target);
    image.judged.set(target);
  }

  private RelDataType nullable(RelDataType type) {
    return rexBuilder.getTypeFactory().createTypeWithNullability(type, true);
  }

  /** What must not hold of the row, over the member's columns. */
  private List<RexNode> guards() throws NotInStoreException {
    for (int field = member.offset(); field < member.offset() + member.width(); field++) {
      if (image.given.get(field)
          && !image.judged.get(field)
          && !lens.columnOf(field).type().isNullable()) {
        image.requireValue(image.after[field]);
      }
    }
    requirePlainChecks();
    image.judge();
    return image.violations;
  }

  /** Checks see the logical value, which is not the basis value where a column is inverted. */
  private void requirePlainChecks() throws NotInStoreException {
    for (BoundValue value : bound) {
      boolean checked = lens.rules().isChecked(value.column().logical().ordinal());
      LensColumn.Put.Direct direct = (LensColumn.Put.Direct) value.column().put();
      if (checked && !direct.inversion().isIdentity()) {
        throw new NotInStoreException("a check over an inverted column");
      }
    }
  }

  private RexNode localValue(RexNode expression) throws NotInStoreException {
    return sole.local(expression)
        .orElseThrow(() -> new NotInStoreException("values of other members"));
  }
}
