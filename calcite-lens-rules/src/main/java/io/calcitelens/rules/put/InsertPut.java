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
package io.calcitelens.rules.put;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.Site;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Turns new logical rows into changes of the members' rows. */
final class InsertPut {
  private final PutContext context;
  private final Lens lens;
  private final FieldValues values;
  private final MemberImage image;
  private final SharedParents parents;
  private final OwnedMembers owned;
  private final StoreFaults faults;

  InsertPut(PutContext context) {
    this.context = context;
    this.lens = context.lens;
    this.values = new FieldValues(context);
    this.image = context.program.image;
    this.parents = new SharedParents(context, image);
    this.owned = new OwnedMembers(context);
    this.faults = context.program.faults;
  }

  /**
   * Starts a row: the values that the statement, the body and the defaults give.
   *
   * @param supplied by ordinal of the logical column
   * @param listed columns that have a value in {@code supplied}; others are omitted
   * @param defaulted columns that are said to take their default: it counts as a value
   */
  PutRow start(Object[] supplied, BitSet listed, BitSet defaulted) {
    PutRow row = PutRow.ofNew(lens);
    for (LensColumn column : lens.columns()) {
      if (listed.get(column.logical().ordinal())) {
        values.give(row, column, supplied[column.logical().ordinal()]);
      }
    }
    for (Member.FieldConstant constant : lens.constants()) {
      int field = lens.sourceOf(constant.field());
      if (row.after[field] == Unset.VALUE) {
        row.after[field] = constant.value();
        row.fixed.set(field);
      }
    }
    values.spreadEqualities(row);
    for (LensColumn column : lens.columns()) {
      if (!listed.get(column.logical().ordinal())
          && column.put() instanceof LensColumn.Put.Direct direct
          && row.after[direct.target()] == Unset.VALUE) {
        Optional<Object> value = values.defaultValue(column);
        value.ifPresent(v -> values.give(row, column, v == FieldValues.NULL ? null : v));
      }
    }
    values.giveHiddenDefaults(row);
    values.giveLowerDefaults(row);
    values.spreadEqualities(row);
    for (int ordinal = defaulted.nextSetBit(0);
        ordinal >= 0;
        ordinal = defaulted.nextSetBit(ordinal + 1)) {
      if (lens.columns().get(ordinal).put() instanceof LensColumn.Put.Direct direct
          && row.after[direct.target()] == Unset.VALUE
          && lens.columnOf(direct.target()).defaultSql().isPresent()) {
        row.given.set(direct.target());
      }
    }
    return row;
  }

  /** Looks for no rows that wait for their anchor: a key of the store tells of one. */
  void expectNoOrphans() {
    owned.expectNoOrphans();
  }

  /** Whether there may be one all the same, of which no key tells. */
  boolean mayMeetOrphans() {
    return owned.mayMeetOrphans();
  }

  /** Makes the anchors' rows, so that rows of the same statement find each other. */
  void placeAnchors(List<PutRow> rows) {
    Member anchor = lens.anchorMember();
    BasisTable table = anchor.table();
    for (PutRow row : rows) {
      row.present.set(anchor.index());
      BasisChange change = context.changes.insert(table, row.afterOf(anchor));
      row.changes[anchor.index()] = change;
      for (BasisKey key : table.keys()) {
        if (!context.rows.addPending(table, key.columns(), change)) {
          // Two rows of one key would also meet in the members that they share.
          throw faults.duplicate(anchor, key);
        }
      }
    }
  }

  /** Resolves the other members, then completes the anchors. */
  void complete(List<PutRow> rows) {
    List<Member> order = context.program.reachOrder;
    parents.resolveAll(rows, (m, r) -> true, parents::resolve);
    rows.forEach(this::completeAnchor);
    for (Member member : order) {
      if (member.role() == Member.Role.OWNED) {
        rows.forEach(r -> FieldValues.stitch(r, member));
        owned.prefetchOrphans(member, rows);
        rows.forEach(r -> owned.insert(member, r));
      }
    }
    rows.forEach(this::requireFilter);
  }

  private void completeAnchor(PutRow row) {
    Member anchor = lens.anchorMember();
    BasisChange change = row.changes[anchor.index()];
    Object[] complete = image.newRow(anchor, row);
    System.arraycopy(complete, 0, change.after, 0, complete.length);
    row.load(anchor, complete);
    image.link(anchor, row, change);
  }

  /** What the body filters by equality must hold for the new row, else it would not be seen. */
  private void requireFilter(PutRow row) {
    for (Member.FieldConstant constant : lens.constants()) {
      Member member = lens.memberOf(constant.field());
      Object value = row.present.get(member.index()) ? row.after[constant.field()] : null;
      requireSame(row, constant.field(), constant.value(), value);
    }
    for (Lens.FieldPair pair : lens.equalities()) {
      Object left = row.after[pair.left()];
      Object right = row.after[pair.right()];
      if (left == null || right == null) {
        throw contradiction(pair.left(), "equal to " + image.nameOf(pair.right()), left);
      }
      requireSame(row, pair.left(), right, left);
    }
  }

  private void requireSame(PutRow row, int field, Object expected, Object value) {
    Member member = lens.memberOf(field);
    if (value != Unset.VALUE
        && expected != Unset.VALUE
        && !RowKey.same(member.table(), member.column(field), expected, value)) {
      throw contradiction(field, String.valueOf(expected), value);
    }
  }

  private LensException contradiction(int field, String expected, Object value) {
    return LensException.of(
        LensCode.PREDICATE_CONTRADICTION,
        Site.table(lens.table().qualifiedName()),
        RESOURCE.predicateContradiction(
            lens.table().qualifiedName(), image.nameOf(field), expected, String.valueOf(value)));
  }
}
