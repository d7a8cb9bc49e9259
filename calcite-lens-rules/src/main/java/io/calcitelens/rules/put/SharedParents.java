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
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.Site;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;

/** Finds, mints or agrees with the parents that several logical rows read. */
final class SharedParents {
  private final PutContext context;
  private final Lens lens;
  private final MemberImage image;

  SharedParents(PutContext context, MemberImage image) {
    this.context = context;
    this.lens = context.lens;
    this.image = image;
  }

  /** Reads the parents that rows refer to in one batch. */
  private void prefetch(Member member, List<PutRow> rows) {
    List<Object[]> keys = new ArrayList<>();
    List<Integer> ordinals = List.of();
    for (PutRow row : rows) {
      Optional<StitchKey> key = StitchKey.of(member, row);
      if (key.isPresent()) {
        keys.add(key.get().values());
        ordinals = key.get().ordinals();
      }
    }
    if (!keys.isEmpty()) {
      context.rows.prefetch(member.table(), ordinals, keys);
    }
  }

  /** Resolves the parent of a row that is new, or that gets another key to its parent. */
  void resolve(Member member, PutRow row) {
    boolean supplied = row.suppliesAny(lens, member, false);
    Optional<StitchKey> key = StitchKey.of(member, row);
    if (key.isPresent()) {
      byKey(member, row, key.get(), supplied);
    } else if (!supplied) {
      without(member, row);
    } else if (!byOtherKey(member, row)) {
      mint(member, row);
    }
  }

  /**
   * Resolves the parents of rows. One row, or another role of the same one, may bring the parent to
   * which an earlier one refers: what is missing waits while anything else comes forward.
   *
   * @param refers whether a row refers to its parent anew
   * @param resolver resolves a member of a row, whose stitch has its values
   */
  void resolveAll(
      List<PutRow> rows, BiPredicate<Member, PutRow> refers, BiConsumer<Member, PutRow> resolver) {
    List<Member> open =
        context.program.reachOrder.stream().filter(m -> m.role() == Member.Role.SHARED).toList();
    Map<Member, List<PutRow>> waiting = new LinkedHashMap<>();
    open.forEach(m -> waiting.put(m, rows));
    boolean forced = false;
    while (waiting.values().stream().anyMatch(w -> !w.isEmpty())) {
      boolean progress = false;
      for (Member member : open) {
        if (!(forced && progress)) {
          progress |= resolveReady(member, waiting, forced, refers, resolver);
        }
      }
      forced = !progress;
    }
  }

  private boolean resolveReady(
      Member member,
      Map<Member, List<PutRow>> waiting,
      boolean forced,
      BiPredicate<Member, PutRow> refers,
      BiConsumer<Member, PutRow> resolver) {
    Set<PutRow> blocked = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Member.StitchPair pair : member.stitch()) {
      blocked.addAll(waiting.getOrDefault(lens.memberOf(pair.source()), List.of()));
    }
    List<PutRow> left = new ArrayList<>();
    List<PutRow> ready = new ArrayList<>();
    waiting.get(member).forEach(r -> (blocked.contains(r) ? left : ready).add(r));
    ready.forEach(r -> FieldValues.stitch(r, member));
    prefetch(member, ready.stream().filter(r -> refers.test(member, r)).toList());
    boolean progress = false;
    for (PutRow row : ready) {
      if (!forced && refers.test(member, row) && isMissing(member, row)) {
        left.add(row);
      } else {
        resolver.accept(member, row);
        progress = true;
      }
    }
    waiting.put(member, left);
    return progress;
  }

  /** Whether a row names a parent that neither is there nor is made by the row. */
  private boolean isMissing(Member member, PutRow row) {
    return !row.suppliesAny(lens, member, false)
        && StitchKey.of(member, row).filter(k -> !isThere(member, k)).isPresent();
  }

  private boolean isThere(Member member, StitchKey key) {
    return context.rows.findPending(member.table(), key.ordinals(), key.values()).isPresent()
        || context.rows.find(member.table(), key.ordinals(), key.values()).isPresent();
  }

  private void byKey(Member member, PutRow row, StitchKey key, boolean supplied) {
    Optional<BasisChange> pending =
        context.rows.findPending(member.table(), key.ordinals(), key.values());
    Optional<Object[]> stored =
        pending.isPresent()
            ? Optional.empty()
            : context.rows.find(member.table(), key.ordinals(), key.values());
    if (pending.isPresent()) {
      agreePending(member, row, pending.get());
    } else if (stored.isPresent()) {
      agree(member, row, stored.get());
    } else if (supplied) {
      insert(member, row);
    } else {
      without(member, row);
    }
  }

  private void without(Member member, PutRow row) {
    if (!member.optional()) {
      throw LensException.of(
          LensCode.NO_PARTNER,
          Site.table(lens.table().qualifiedName()),
          RESOURCE.noPartner(lens.table().qualifiedName(), member.table().id().name()));
    }
    row.clear(member);
  }

  /** The statement's own new row serves as the parent; what it leaves open is filled. */
  private void agreePending(Member member, PutRow row, BasisChange parent) {
    for (int i = 0; i < member.width(); i++) {
      int field = member.offset() + i;
      if (row.given.get(field) && !member.stitches(i) && row.after[field] != null) {
        if (parent.after[i] == Unset.VALUE) {
          parent.after[i] = row.after[field];
        } else {
          requireAgreement(member, row, i, parent.after[i]);
        }
      }
    }
    row.load(member, parent.after);
    row.changes[member.index()] = parent;
  }

  private void agree(Member member, PutRow row, Object[] stored) {
    for (int i = 0; i < member.width(); i++) {
      int field = member.offset() + i;
      if (row.given.get(field) && !member.stitches(i) && row.after[field] != null) {
        requireAgreement(member, row, i, stored[i]);
      }
    }
    row.load(member, stored);
  }

  private void requireAgreement(Member member, PutRow row, int ordinal, Object found) {
    int field = member.offset() + ordinal;
    BasisColumn column = member.table().columns().get(ordinal);
    boolean told = row.after[field] != Unset.VALUE;
    if (told && !RowKey.same(member.table(), column, found, row.after[field])) {
      throw LensException.of(
          LensCode.SHARED_ROW_CONFLICT,
          Site.table(lens.table().qualifiedName()),
          RESOURCE.parentDisagrees(
              lens.table().qualifiedName(), member.table().id().name(), image.nameOf(field)));
    }
  }

  /** Finds the parent by another of its keys, all of whose columns are supplied. */
  private boolean byOtherKey(Member member, PutRow row) {
    for (BasisKey candidate : member.table().keys()) {
      List<Object> values = new ArrayList<>();
      for (int ordinal : candidate.columns()) {
        int field = member.offset() + ordinal;
        if (row.given.get(field) && row.after[field] != null && row.after[field] != Unset.VALUE) {
          values.add(row.after[field]);
        }
      }
      boolean whole = !candidate.columns().isEmpty() && values.size() == candidate.columns().size();
      if (whole && findBy(member, row, candidate.columns(), values.toArray())) {
        return true;
      }
    }
    return false;
  }

  private boolean findBy(Member member, PutRow row, List<Integer> ordinals, Object[] values) {
    Optional<BasisChange> pending = context.rows.findPending(member.table(), ordinals, values);
    if (pending.isPresent()) {
      agreePending(member, row, pending.get());
      refer(member, row, pending.get());
      return true;
    }
    Optional<Object[]> stored = context.rows.find(member.table(), ordinals, values);
    stored.ifPresent(
        found -> {
          agree(member, row, found);
          for (Member.StitchPair pair : member.stitch()) {
            row.after[pair.source()] = found[pair.ordinal()];
            row.given.set(pair.source());
          }
        });
    return stored.isPresent();
  }

  /** Makes a parent whose key its store gives. */
  private void mint(Member member, PutRow row) {
    for (Member.StitchPair pair : member.stitch()) {
      BasisColumn key = member.table().columns().get(pair.ordinal());
      boolean made =
          key.generation() != BasisColumn.Generation.NONE || key.defaultSql().isPresent();
      if (!made) {
        throw LensException.of(
            LensCode.NO_DEFAULT,
            Site.table(lens.table().qualifiedName()),
            RESOURCE.noDefault(image.nameOf(pair.source())));
      }
      row.after[member.offset() + pair.ordinal()] = Unset.VALUE;
    }
    refer(member, row, insert(member, row));
  }

  private void refer(Member member, PutRow row, BasisChange parent) {
    for (Member.StitchPair pair : member.stitch()) {
      row.after[pair.source()] = parent.after[pair.ordinal()];
      row.given.set(pair.source());
      if (parent.after[pair.ordinal()] == Unset.VALUE) {
        row.link(pair.source(), new PutRow.FieldLink(parent, pair.ordinal()));
      }
    }
  }

  private BasisChange insert(Member member, PutRow row) {
    BasisTable table = member.table();
    BasisChange parent = context.changes.insert(table, image.newRow(member, row));
    row.load(member, parent.after);
    row.changes[member.index()] = parent;
    image.link(member, row, parent);
    for (BasisKey key : table.keys()) {
      context.rows.addPending(table, key.columns(), parent);
    }
    StitchKey.of(member, row).ifPresent(k -> context.rows.addPending(table, k.ordinals(), parent));
    return parent;
  }
}
