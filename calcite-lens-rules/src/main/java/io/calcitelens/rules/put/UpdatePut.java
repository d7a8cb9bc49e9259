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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.Site;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Turns changed logical rows into changes of the members' rows. */
final class UpdatePut {
  private final PutContext context;
  private final Lens lens;
  private final FieldValues values;
  private final MemberImage image;
  private final SharedParents parents;
  private final OwnedMembers owned;
  private final Set<RowKey> met = new HashSet<>();

  UpdatePut(PutContext context) {
    this.context = context;
    this.lens = context.lens;
    this.values = new FieldValues(context);
    this.image = context.program.image;
    this.parents = new SharedParents(context, image);
    this.owned = new OwnedMembers(context);
  }

  /**
   * Starts a row: the values that the statement assigns.
   *
   * @param captured the members' columns, and the new values behind them
   * @param assigned ordinals of the logical columns
   * @param first where the new values begin, in the order of {@code assigned}
   * @param defaulted positions of {@code assigned} that take their default
   */
  PutRow start(Object[] captured, List<Integer> assigned, int first, BitSet defaulted) {
    PutRow row = PutRow.ofStored(lens, captured);
    requireOnce(row);
    for (int i = 0; i < assigned.size(); i++) {
      LensColumn column = lens.columns().get(assigned.get(i));
      values.give(row, column, defaulted.get(i) ? defaultOf(column) : captured[first + i]);
    }
    return row;
  }

  private void requireOnce(PutRow row) {
    Member anchor = lens.anchorMember();
    BasisKey key = anchor.rowKey().orElseThrow(() -> noRowKey(anchor.table()));
    RowKey identity = RowKey.of(anchor.table(), key.columns(), row.beforeOf(anchor)).orElseThrow();
    if (!met.add(identity)) {
      throw LensException.of(
          LensCode.ROW_HIT_TWICE,
          Site.table(lens.table().qualifiedName()),
          RESOURCE.rowHitTwice(lens.table().qualifiedName()));
    }
  }

  static LensException noRowKey(BasisTable table) {
    return LensException.of(LensCode.READ_ONLY, RESOURCE.noRowKey(table.id().name()));
  }

  private Object defaultOf(LensColumn column) {
    Optional<Object> declared = values.defaultValue(column);
    if (declared.isPresent()) {
      return declared.get() == FieldValues.NULL ? null : declared.get();
    }
    if (!(column.put() instanceof LensColumn.Put.Direct direct)) {
      return null;
    }
    BasisColumn basis = lens.columnOf(direct.target());
    if (basis.defaultSql().isEmpty()) {
      return null;
    }
    Object stored =
        StoreDefaults.constant(basis.defaultSql().get(), basis)
            .orElseThrow(
                () ->
                    LensException.of(
                        LensCode.NOT_SUPPORTED,
                        values.site(column),
                        RESOURCE.notSupportedHere(
                            "the default of " + image.nameOf(direct.target()),
                            "in an update: it is an expression of the store")));
    return direct.inversion().read(stored);
  }

  /** Resolves parents and owned members, then the anchors. */
  void complete(List<PutRow> rows) {
    List<Member> order = context.program.reachOrder;
    parents.resolveAll(rows, (m, r) -> StitchKey.changes(lens, m, r), this::updateShared);
    rows.forEach(this::updateAnchor);
    for (Member member : order) {
      if (member.role() == Member.Role.OWNED) {
        rows.forEach(r -> FieldValues.stitch(r, member));
        owned.prefetchOrphans(member, rows);
        rows.forEach(r -> owned.update(member, r));
      }
    }
  }

  private void updateShared(Member member, PutRow row) {
    if (StitchKey.changes(lens, member, row)) {
      forget(member, row);
      parents.resolve(member, row);
    } else if (row.present.get(member.index())) {
      if (row.givesAny(member)) {
        updateParent(member, row);
      }
    } else if (row.suppliesAny(lens, member, false)) {
      addMissingParent(member, row);
    } else {
      row.clear(member);
    }
  }

  /** The old parent's values are not those of the new one. */
  private static void forget(Member member, PutRow row) {
    for (int i = 0; i < member.width(); i++) {
      if (!row.given.get(member.offset() + i) && !member.stitches(i)) {
        row.after[member.offset() + i] = Unset.VALUE;
      }
    }
  }

  private void updateParent(Member member, PutRow row) {
    BasisChange change = context.stored(member, row);
    row.changes[member.index()] = change;
    for (int i = 0; i < member.width(); i++) {
      int field = member.offset() + i;
      if (row.given.get(field) && !member.stitches(i)) {
        requireValue(member, field, row.after[field]);
        BasisChanges.assign(change, i, row.after[field], LensCode.SHARED_ROW_CONFLICT);
      }
    }
  }

  private void addMissingParent(Member member, PutRow row) {
    if (StitchKey.of(member, row).isEmpty()) {
      throw LensException.of(
          LensCode.NO_PARTNER,
          Site.table(lens.table().qualifiedName()),
          RESOURCE.noPartner(lens.table().qualifiedName(), member.table().id().name()));
    }
    forget(member, row);
    parents.resolve(member, row);
  }

  private void updateAnchor(PutRow row) {
    Member anchor = lens.anchorMember();
    BasisChange change = null;
    for (int i = 0; i < anchor.width(); i++) {
      int field = anchor.offset() + i;
      if (row.given.get(field)) {
        if (change == null) {
          change = context.stored(anchor, row);
        }
        requireValue(anchor, field, row.after[field]);
        BasisChanges.assign(change, i, row.after[field], LensCode.SHARED_ROW_CONFLICT);
      }
    }
    row.changes[anchor.index()] = change;
    if (change != null) {
      image.link(anchor, row, change);
    }
  }

  private void requireValue(Member member, int field, Object value) {
    if (value == null && !member.column(field).type().isNullable()) {
      throw image.notNull(field);
    }
  }
}
