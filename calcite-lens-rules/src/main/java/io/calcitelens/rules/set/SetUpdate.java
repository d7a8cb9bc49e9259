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
import io.calcitelens.adapters.Store;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.Member;
import io.calcitelens.rules.PlanningServices;
import io.calcitelens.rules.put.StoreDefaults;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/** Plans an update whose rows are found, and whose values are computed, by the members' store. */
final class SetUpdate {
  private final Lens lens;
  private final RelNode converted;
  private final RelNode input;
  private final List<Integer> fields;
  private final List<Integer> assigned;
  private final List<Integer> values;
  private final PlanningServices services;

  private SetUpdate(
      Lens lens,
      RelNode converted,
      RelNode input,
      List<Integer> fields,
      List<Integer> assigned,
      List<Integer> values,
      PlanningServices services) {
    this.lens = lens;
    this.converted = converted;
    this.input = input;
    this.fields = fields;
    this.assigned = assigned;
    this.values = values;
    this.services = services;
  }

  /**
   * Plans an update.
   *
   * @param converted the target's columns, then the new values
   * @param input the rows to update
   * @param fields where the members' columns are among the fields of {@code input}
   * @param assigned ordinals of the logical columns
   * @param values where the new values are among the fields of {@code input}
   */
  static SetPut plan(
      Lens lens,
      RelNode converted,
      RelNode input,
      List<Integer> fields,
      List<Integer> assigned,
      List<Integer> values,
      PlanningServices services)
      throws NotInStoreException {
    return new SetUpdate(lens, converted, input, fields, assigned, values, services).plan();
  }

  private SetPut plan() throws NotInStoreException {
    Store store = Capture.storeOf(lens);
    Set<Member> written = writtenMembers(lens, assigned);
    // What is read is known once the image is made, which needs the types of what is read.
    BitSet judged = judgedFields();
    BitSet read = ReadFields.of(lens, converted);
    Capture capture = Capture.of(store, input, used(written, judged, read), services);
    StepList steps = new StepList(store, capture.sets, capture.rows);
    RowImage image = new RowImage(lens, steps.rexBuilder());
    for (int i = 0; i < fields.size(); i++) {
      image.after[i] =
          capture.has(fields.get(i)) ? capture.value(fields.get(i), steps.rows()) : null;
    }
    RexNode[] before = image.after.clone();
    for (int i = 0; i < assigned.size(); i++) {
      LensColumn column = lens.columns().get(assigned.get(i));
      image.give(column, capture.value(values.get(i), steps.rows()));
    }
    List<Planned> plans = new ArrayList<>();
    for (Member member : SetDelete.lastReachedFirst(lens)) {
      if (written.contains(member)) {
        plans.add(member.optional() ? optional(member, image, before) : mandatory(member, image));
      }
    }
    image.judge();
    steps.forbid(steps.rows(), image.violations);
    for (Planned plan : plans) {
      plan.add(steps, SetDelete.key(capture, plan.member, fields, steps.rows()));
    }
    boolean optional = written.stream().anyMatch(Member::optional);
    read.or(optional ? judged : violating(image, capture, steps.rows()));
    return steps.put(capture.rows, SetDelete.locks(capture, lens, written, fields, read));
  }

  /** The members that an assignment writes, if none of their keys, and no parent, is touched. */
  static Set<Member> writtenMembers(Lens lens, List<Integer> assigned) throws NotInStoreException {
    if (!lens.lower().isEmpty()) {
      throw new NotInStoreException("rules of lower lenses");
    }
    Set<Member> written = new TreeSet<>(java.util.Comparator.comparingInt(Member::index));
    for (int ordinal : assigned) {
      if (!(lens.columns().get(ordinal).put() instanceof LensColumn.Put.Direct direct)) {
        throw new NotInStoreException("a column without a way back");
      }
      int field = direct.target();
      Member member = lens.memberOf(field);
      if (member.role() == Member.Role.SHARED || isKey(lens, member, field)) {
        throw new NotInStoreException("a key or a parent");
      }
      if (!member.column(field).updatable()) {
        throw new NotInStoreException("a column that the store fills");
      }
      written.add(member);
    }
    return written;
  }

  private static boolean isKey(Lens lens, Member member, int field) {
    boolean own =
        member.stitches(field - member.offset())
            || member.rowKey().isPresent()
                && member.rowKey().get().columns().contains(field - member.offset());
    return own
        || lens.members().stream()
            .flatMap(m -> m.stitch().stream())
            .anyMatch(p -> lens.sourceOf(p.source()) == field || p.source() == field);
  }

  /** The fields of the input that judging, locking and writing need. */
  private BitSet used(Set<Member> written, BitSet judged, BitSet read) throws NotInStoreException {
    BitSet shown = (BitSet) judged.clone();
    BitSet locked = (BitSet) judged.clone();
    locked.or(read);
    for (Member member : SetDelete.readMembers(lens, locked)) {
      SetDelete.keyFields(member).forEach(shown::set);
    }
    for (Member member : written) {
      SetDelete.keyFields(member).forEach(shown::set);
      if (member.optional()) {
        for (int i = 0; i < member.width(); i++) {
          shown.set(member.offset() + i);
        }
        for (Member.StitchPair pair : member.stitch()) {
          shown.set(pair.source());
        }
      }
    }
    SetDelete.keyFields(lens.anchorMember()).forEach(shown::set);
    BitSet used = new BitSet();
    shown.stream().forEach(f -> used.set(fields.get(f)));
    values.forEach(used::set);
    return used;
  }

  /** The fields on which it depends whether a rule is broken. */
  private BitSet violating(RowImage image, Capture capture, RelNode rows) {
    BitSet positions = new BitSet();
    for (RexNode violation : image.violations) {
      RelOptUtil.InputFinder.bits(violation).forEach(positions::set);
    }
    BitSet read = new BitSet();
    for (int i = 0; i < fields.size(); i++) {
      boolean reads =
          capture.has(fields.get(i))
              && capture.value(fields.get(i), rows) instanceof RexInputRef ref
              && positions.get(ref.getIndex());
      read.set(i, reads);
    }
    return read;
  }

  /** The fields that rules may read. */
  private BitSet judgedFields() {
    BitSet shown = new BitSet();
    for (LensColumn column : lens.columns()) {
      boolean judged =
          column.logical().notNull() || lens.rules().isChecked(column.logical().ordinal());
      if (judged) {
        RelOptUtil.InputFinder.bits(column.expression()).forEach(shown::set);
      }
    }
    return shown;
  }

  /** The writes to one member. */
  private final class Planned {
    private final Member member;
    private final List<BasisColumn> set = new ArrayList<>();
    private final List<RexNode> newValues = new ArrayList<>();
    private List<RexNode> updated = List.of();
    private Optional<RexNode> deleted = Optional.empty();
    private Optional<RexNode> inserted = Optional.empty();
    private final List<BasisColumn> insertColumns = new ArrayList<>();
    private final List<RexNode> insertValues = new ArrayList<>();

    Planned(Member member) {
      this.member = member;
    }

    void add(StepList steps, List<RexNode> key) throws NotInStoreException {
      if (deleted.isPresent()) {
        steps.delete(member, key, List.of(deleted.get()));
      }
      List<RexNode> row = new ArrayList<>(key);
      row.addAll(newValues);
      steps.update(member, set, row, updated);
      if (inserted.isPresent()) {
        steps.insert(member.table(), insertColumns, insertValues, List.of(inserted.get()));
      }
    }
  }

  private Planned mandatory(Member member, RowImage image) {
    Planned plan = assignments(member, image);
    for (int i = 0; i < plan.set.size(); i++) {
      if (!plan.set.get(i).type().isNullable()) {
        image.requireValue(plan.newValues.get(i));
      }
    }
    return plan;
  }

  /** Updates where there is a row, makes one where something arrives, removes an empty one. */
  private Planned optional(Member member, RowImage image, RexNode[] before)
      throws NotInStoreException {
    Planned plan = assignments(member, image);
    RexNode present = present(member, image, before);
    List<RexNode> arriving = new ArrayList<>();
    List<RexNode> shownNull = new ArrayList<>();
    List<RexNode> noHidden = new ArrayList<>();
    for (BasisColumn column : member.table().columns()) {
      int i = column.ordinal();
      int field = member.offset() + i;
      boolean own = !member.stitches(i) && !image.isConstant(member, i);
      if (image.given.get(field)) {
        arriving.add(image.isNotNull(image.after[field]));
      }
      if (own && lens.shows(field)) {
        shownNull.add(image.isNull(image.after[field]));
      } else if (own && column.generation() == BasisColumn.Generation.NONE) {
        noHidden.add(image.not(isHiddenData(column, before[field], image)));
      }
      materialise(member, column, image, plan);
    }
    List<RexNode> leaving = new ArrayList<>(shownNull);
    leaving.addAll(noHidden);
    RexNode empty = image.and(leaving);
    plan.deleted = Optional.of(image.and(List.of(present, empty)));
    plan.updated = List.of(present, image.not(empty));
    plan.inserted = Optional.of(image.and(List.of(image.not(present), image.or(arriving))));
    RexNode written = image.or(List.of(image.and(plan.updated), plan.inserted.get()));
    for (int i = 0; i < plan.set.size(); i++) {
      if (!plan.set.get(i).type().isNullable() && RowImage.isNullable(plan.newValues.get(i))) {
        image.violations.add(image.and(List.of(written, image.isNull(plan.newValues.get(i)))));
      }
    }
    return plan;
  }

  private Planned assignments(Member member, RowImage image) {
    Planned plan = new Planned(member);
    for (BasisColumn column : member.table().columns()) {
      int field = member.offset() + column.ordinal();
      if (image.given.get(field)) {
        plan.set.add(column);
        plan.newValues.add(image.after[field]);
      }
    }
    return plan;
  }

  private RexNode present(Member member, RowImage image, RexNode[] before)
      throws NotInStoreException {
    List<RexNode> conditions = new ArrayList<>();
    for (int field : SetDelete.keyFields(member)) {
      conditions.add(image.isNotNull(before[field]));
    }
    return image.and(conditions);
  }

  /** A value that the design does not show and that the store did not make. */
  private RexNode isHiddenData(BasisColumn column, RexNode value, RowImage image)
      throws NotInStoreException {
    RexNode there = image.isNotNull(value);
    Optional<Object> constant =
        column.defaultSql().flatMap(sql -> StoreDefaults.constant(sql, column));
    if (constant.isEmpty()) {
      return there;
    }
    RexNode expected = image.assignment().constant(constant.get(), column.type());
    return image.and(
        List.of(there, image.rexBuilder.makeCall(SqlStdOperatorTable.NOT_EQUALS, value, expected)));
  }

  /** A column of a row that is made: what is shown and not given is null. */
  private void materialise(Member member, BasisColumn column, RowImage image, Planned plan)
      throws NotInStoreException {
    int i = column.ordinal();
    int field = member.offset() + i;
    boolean stitched = member.stitches(i);
    boolean constant = image.isConstant(member, i);
    if (image.given.get(field)) {
      plan.insertColumns.add(column);
      plan.insertValues.add(image.after[field]);
    } else if (stitched) {
      for (Member.StitchPair pair : member.stitch()) {
        if (pair.ordinal() == i) {
          plan.insertColumns.add(column);
          plan.insertValues.add(image.after[pair.source()]);
        }
      }
    } else if (constant) {
      for (Member.FieldConstant fixed : member.constants()) {
        if (fixed.field() == field) {
          plan.insertColumns.add(column);
          plan.insertValues.add(image.assignment().constant(fixed.value(), column.type()));
        }
      }
    } else if (lens.shows(field) && column.updatable()) {
      if (!column.type().isNullable()) {
        throw new NotInStoreException("a column that a new row of the member lacks");
      }
      plan.insertColumns.add(column);
      plan.insertValues.add(image.rexBuilder.makeNullLiteral(column.type()));
    } else if (!column.optionalOnInsert()) {
      throw new NotInStoreException("a column without a value");
    }
    boolean shownLater = (stitched || constant) && lens.shows(field);
    if (shownLater) {
      // It appears with the row, so that the image of the row is not the fields as captured.
      throw new NotInStoreException("a column that comes with the member");
    }
  }
}
