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
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Writes the members that hold a part of exactly one logical row. */
final class OwnedMembers {
  private final PutContext context;
  private final Lens lens;
  private final MemberImage image;

  /** Members at whose new keys the store has no row. */
  private final BitSet withoutOrphans = new BitSet();

  private boolean expectsNone;
  private boolean mayMeet;

  OwnedMembers(PutContext context) {
    this.context = context;
    this.lens = context.lens;
    this.image = context.program.image;
  }

  /** Looks for no orphans. */
  void expectNoOrphans() {
    expectsNone = true;
  }

  /** Whether an orphan may have been overlooked that the keys of the stores do not tell of. */
  boolean mayMeetOrphans() {
    return mayMeet;
  }

  private boolean wants(Member member, PutRow row) {
    return !member.optional() || row.suppliesAny(lens, member, true);
  }

  /** Looks for rows at the keys that rows get, in one batch, where such rows can exist. */
  void prefetchOrphans(Member member, List<PutRow> rows) {
    withoutOrphans.set(member.index());
    if (context.program.isTiedToAnchor(member)) {
      return;
    }
    if (expectsNone) {
      // Where a row is made, an orphan has its key; where none is, it would come to be seen.
      mayMeet |= rows.stream().anyMatch(row -> !wants(member, row));
      return;
    }
    List<Object[]> keys = new ArrayList<>();
    List<Integer> ordinals = List.of();
    for (PutRow row : rows) {
      boolean newKey = row.before == null || StitchKey.changes(lens, member, row);
      Optional<StitchKey> key = newKey ? StitchKey.of(member, row) : Optional.empty();
      if (key.isPresent()) {
        keys.add(key.get().values());
        ordinals = key.get().ordinals();
      }
    }
    if (keys.isEmpty()) {
      return;
    }
    if (!context.rows.prefetch(member.table(), ordinals, keys)) {
      return;
    }
    withoutOrphans.clear(member.index());
    // Most rows at such keys have their anchor: as when all keys of a table shift by one.
    List<Object[]> anchors = new ArrayList<>();
    for (Object[] key : keys) {
      if (context.rows.find(member.table(), ordinals, key).isPresent()) {
        anchors.add(Arrays.copyOf(key, member.stitch().size()));
      }
    }
    if (!anchors.isEmpty()) {
      context.rows.prefetch(
          lens.anchorMember().table(), context.program.anchorOrdinals(member), anchors);
    }
  }

  /** The row without an anchor at the key that a row gets. */
  private Optional<Object[]> orphan(Member member, PutRow row) {
    if (withoutOrphans.get(member.index())) {
      return Optional.empty();
    }
    Optional<StitchKey> key = StitchKey.of(member, row);
    Optional<Object[]> found =
        key.flatMap(k -> context.rows.find(member.table(), k.ordinals(), k.values()));
    return found.filter(f -> !hasAnchor(member, row));
  }

  /** Whether an anchor row stands at the key before the statement. */
  private boolean hasAnchor(Member member, PutRow row) {
    Object[] key =
        member.stitch().stream().map(p -> row.after[lens.sourceOf(p.source())]).toArray();
    return context
        .rows
        .find(lens.anchorMember().table(), context.program.anchorOrdinals(member), key)
        .isPresent();
  }

  /** Makes the member's row of a new logical row. */
  void insert(Member member, PutRow row) {
    boolean wanted = wants(member, row);
    Optional<Object[]> orphan = orphan(member, row);
    if (orphan.isPresent()) {
      adopt(member, row, orphan.get());
    } else if (wanted) {
      create(member, row);
    } else {
      row.clear(member);
    }
  }

  private void create(Member member, PutRow row) {
    BasisChange change = context.changes.insert(member.table(), image.newRow(member, row));
    row.load(member, change.after);
    row.changes[member.index()] = change;
    image.link(member, row, change);
  }

  /** An orphan takes the row's values; what the design does not show stays. */
  private void adopt(Member member, PutRow row, Object[] orphan) {
    BasisChange change = context.changes.of(member.table(), member.rowKey().orElseThrow(), orphan);
    for (BasisColumn column : member.table().columns()) {
      int field = member.offset() + column.ordinal();
      if (image.isShown(field) && !member.stitches(column.ordinal()) && column.updatable()) {
        Object value = row.after[field] == Unset.VALUE ? null : row.after[field];
        assign(member, change, column.ordinal(), value);
      }
    }
    row.load(member, change.after);
    row.changes[member.index()] = change;
    removeIfEmpty(member, row, change);
  }

  private void assign(Member member, BasisChange change, int ordinal, Object value) {
    BasisColumn column = member.table().columns().get(ordinal);
    if (value == null && !column.type().isNullable()) {
      throw image.notNull(member.offset() + ordinal);
    }
    BasisChanges.assign(change, ordinal, value, LensCode.SHARED_ROW_CONFLICT);
  }

  /** Writes the member's part of a changed logical row. */
  void update(Member member, PutRow row) {
    boolean rekeyed = StitchKey.changes(lens, member, row);
    boolean given = row.givesAny(member);
    if (row.present.get(member.index())) {
      if (rekeyed || given) {
        updatePresent(member, row, rekeyed, given);
      }
      return;
    }
    Optional<Object[]> orphan = rekeyed ? orphan(member, row) : Optional.empty();
    if (orphan.isPresent()) {
      forgetUngiven(member, row);
      adopt(member, row, orphan.get());
    } else if (row.suppliesAny(lens, member, false)) {
      materialise(member, row);
    } else {
      row.clear(member);
    }
  }

  private static void forgetUngiven(Member member, PutRow row) {
    for (int i = 0; i < member.width(); i++) {
      if (!row.given.get(member.offset() + i) && !member.stitches(i)) {
        row.after[member.offset() + i] = Unset.VALUE;
      }
    }
  }

  private void updatePresent(Member member, PutRow row, boolean rekeyed, boolean given) {
    BasisChange change = context.stored(member, row);
    row.changes[member.index()] = change;
    if (given
        && member.optional()
        && becomesEmpty(member, row)
        && hiddenColumn(member, change).isEmpty()) {
      change.delete = true;
      row.clear(member);
      return;
    }
    for (int i = 0; i < member.width(); i++) {
      int field = member.offset() + i;
      if (row.given.get(field) && !member.stitches(i)) {
        assign(member, change, i, row.after[field]);
      } else if (rekeyed && member.stitches(i)) {
        BasisChanges.assign(change, i, row.after[field], LensCode.SHARED_ROW_CONFLICT);
      }
    }
    if (rekeyed) {
      orphan(member, row).ifPresent(o -> merge(member, change, o));
    }
  }

  /**
   * A row without anchor at the new key makes way and leaves its hidden data; where both rows have
   * some in one column, the moving row keeps its own.
   */
  private void merge(Member member, BasisChange change, Object[] orphan) {
    for (BasisColumn column : member.table().columns()) {
      int i = column.ordinal();
      if (isHiddenData(member, column, orphan[i])
          && !isHiddenData(member, column, change.after[i])) {
        BasisChanges.assign(change, i, orphan[i], LensCode.SHARED_ROW_CONFLICT);
      }
    }
    context.changes.of(member.table(), member.rowKey().orElseThrow(), orphan).delete = true;
  }

  /** Makes the absent row of an optional member: what is shown and not given is null. */
  private void materialise(Member member, PutRow row) {
    for (BasisColumn column : member.table().columns()) {
      int field = member.offset() + column.ordinal();
      if (row.given.get(field) || member.stitches(column.ordinal())) {
        continue;
      }
      boolean constant = member.constants().stream().anyMatch(c -> c.field() == field);
      if (image.isShown(field) && !constant && column.updatable()) {
        if (!column.type().isNullable()) {
          throw LensException.of(
              LensCode.WIDENING_WRITE,
              Site.table(lens.table().qualifiedName()),
              RESOURCE.wideningWrite(member.table().id().name(), image.nameOf(field)));
        }
        row.after[field] = null;
      } else {
        row.after[field] = Unset.VALUE;
      }
    }
    create(member, row);
  }

  /** An optional row of which nothing shown is left goes, unless it holds data of others. */
  private void removeIfEmpty(Member member, PutRow row, BasisChange change) {
    if (!member.optional() || !allShownNull(member, change.after)) {
      return;
    }
    if (hiddenColumn(member, change).isEmpty()) {
      change.delete = true;
      row.clear(member);
    }
  }

  private boolean becomesEmpty(Member member, PutRow row) {
    return allShownNull(member, row.afterOf(member));
  }

  private boolean allShownNull(Member member, Object[] values) {
    for (BasisColumn column : member.table().columns()) {
      int i = column.ordinal();
      boolean constant =
          member.constants().stream().anyMatch(c -> c.field() == member.offset() + i);
      if (image.isShown(member.offset() + i)
          && !member.stitches(i)
          && !constant
          && values[i] != null) {
        return false;
      }
    }
    return true;
  }

  /** A column with a value that the design does not show and that the store did not make. */
  private Optional<BasisColumn> hiddenColumn(Member member, BasisChange change) {
    for (BasisColumn column : member.table().columns()) {
      if (isHiddenData(member, column, change.after[column.ordinal()])) {
        return Optional.of(column);
      }
    }
    return Optional.empty();
  }

  private boolean isHiddenData(Member member, BasisColumn column, Object value) {
    int field = member.offset() + column.ordinal();
    return !image.isShown(field)
        && !member.stitches(column.ordinal())
        && member.constants().stream().noneMatch(c -> c.field() == field)
        && column.generation() == BasisColumn.Generation.NONE
        && value != null
        && !isConstantDefault(member.table(), column, value);
  }

  private static boolean isConstantDefault(BasisTable table, BasisColumn column, Object value) {
    return column
        .defaultSql()
        .flatMap(sql -> StoreDefaults.constant(sql, column))
        .filter(d -> RowKey.same(table, column, d, value))
        .isPresent();
  }

  /** Deletes the member's row of a logical row that goes. */
  void delete(Member member, PutRow row) {
    if (row.present.get(member.index())) {
      context.stored(member, row).delete = true;
    }
  }
}
