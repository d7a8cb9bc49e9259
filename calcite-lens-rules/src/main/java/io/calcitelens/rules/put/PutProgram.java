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

import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.Store;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.RowRules;
import io.calcitelens.prover.Site;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.calcite.plan.RelOptUtil;

/** What a lens says of writes before any row comes: made once per plan, shared by its runs. */
public final class PutProgram {
  final Lens lens;
  final StoredImages images;
  final MemberImage image;
  final StoreFaults faults;

  /** The members, each after those that its stitch reads. */
  final List<Member> reachOrder;

  /** Shared members whose values some check reads. */
  final List<Member> judgedParents;

  /** Where a fault of a column lies, by ordinal. */
  final List<Site> sites;

  /** Whether anything is to be judged of a row by itself. */
  final boolean judgesRows;

  /** The one store of all members, if it takes several statements as one message. */
  final Optional<Store> joiningStore;

  private final BitSet alone = new BitSet();
  private final BitSet tied = new BitSet();

  /**
   * @param referrers the lenses of the logical tables that refer to this one: their rules may be
   *     what a write breaks
   */
  public PutProgram(Lens lens, Supplier<List<Lens>> referrers) {
    this.lens = lens;
    this.images = new StoredImages(lens);
    this.image = new MemberImage(lens);
    this.faults = new StoreFaults(lens, referrers);
    this.reachOrder = List.copyOf(lens.reachOrder());
    this.judgedParents =
        lens.members().stream()
            .filter(m -> m.role() == Member.Role.SHARED && hasCheckOver(m))
            .toList();
    this.judgesRows = !lens.lower().isEmpty() || RowJudge.hasRules(lens);
    this.joiningStore = joiningStore(lens);
    String table = lens.table().qualifiedName();
    this.sites = lens.columns().stream().map(c -> Site.column(table, c.logical().name())).toList();
    for (Member member : lens.members()) {
      alone.set(member.index(), isAlone(member));
      tied.set(member.index(), member.role() == Member.Role.OWNED && lens.isTied(member));
    }
  }

  private static Optional<Store> joiningStore(Lens lens) {
    Optional<Store> store = lens.anchorMember().table().store();
    return store
        .filter(Store::joinsStatements)
        .filter(s -> lens.members().stream().allMatch(m -> m.table().store().equals(store)));
  }

  /** Whether new rows are worth the attempt to send them and their commit as one message. */
  public boolean insertsAtOnce(int rows) {
    return joiningStore.isPresent()
        && rows <= WriteApplier.MOST_AT_ONCE
        && lens.members().stream().noneMatch(m -> m.role() == Member.Role.SHARED);
  }

  /** Reads stored rows back. */
  public StoredImages images() {
    return images;
  }

  /** Whether each of the member's rows is met by one logical row alone, in this one role. */
  boolean isAlone(int member) {
    return alone.get(member);
  }

  /** Whether the basis forbids a row of the member without its anchor. */
  boolean isTiedToAnchor(Member member) {
    return tied.get(member.index());
  }

  private boolean isAlone(Member member) {
    return member.role() != Member.Role.SHARED
        && lens.members().stream()
            .noneMatch(m -> m != member && m.table().id().equals(member.table().id()));
  }

  /** Whether rows may be inserted apart from each other, in any number at once. */
  public boolean insertsApart() {
    return lens.members().stream().noneMatch(m -> m.role() == Member.Role.SHARED) && standsApart();
  }

  /** Whether rows may be deleted apart from each other. */
  public boolean deletesApart() {
    return standsApart();
  }

  /**
   * Whether rows may be updated apart from each other: no key changes, so that no row waits for a
   * value of another one, and nothing is written that several rows read.
   *
   * @param assigned ordinals of the logical columns
   */
  public boolean updatesApart(List<Integer> assigned) {
    return standsApart()
        && assigned.stream()
            .map(a -> lens.columns().get(a).put())
            .allMatch(p -> p instanceof LensColumn.Put.Direct d && isPlain(d.target()));
  }

  /** Whether a field is of no key, and no row is found by it. */
  private boolean isPlain(int field) {
    Member member = lens.memberOf(field);
    int ordinal = field - member.offset();
    BasisTable table = member.table();
    return member.role() != Member.Role.SHARED
        && !member.stitches(ordinal)
        && table.keys().stream().noneMatch(k -> k.columns().contains(ordinal))
        && table.referencedBy().stream()
            .noneMatch(f -> WriteGraph.ordinals(table, f.parentColumns()).contains(ordinal))
        && lens.members().stream()
            .flatMap(m -> m.stitch().stream())
            .noneMatch(p -> p.source() == field);
  }

  /** Whether all rows of the members that a logical row owns are met by this one alone. */
  private boolean standsApart() {
    for (Member child : lens.members()) {
      if (child.role() == Member.Role.SHARED) {
        continue;
      }
      if (!isAlone(child)) {
        return false;
      }
      for (BasisForeignKey foreignKey : child.table().foreignKeys()) {
        for (Member parent : lens.members()) {
          if (parent.role() != Member.Role.SHARED
              && parent.table().id().equals(foreignKey.parent())
              && !isOfOneRow(child, parent, foreignKey)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Whether a reference is within a logical row: its columns have one source. */
  private boolean isOfOneRow(Member child, Member parent, BasisForeignKey foreignKey) {
    List<Integer> from = WriteGraph.ordinals(child.table(), foreignKey.childColumns());
    List<Integer> to = WriteGraph.ordinals(parent.table(), foreignKey.parentColumns());
    for (int i = 0; i < from.size(); i++) {
      if (lens.sourceOf(child.offset() + from.get(i))
          != lens.sourceOf(parent.offset() + to.get(i))) {
        return false;
      }
    }
    return child != parent;
  }

  /** The anchor's columns that a member's stitch reads. */
  List<Integer> anchorOrdinals(Member member) {
    List<Integer> ordinals = new ArrayList<>(member.stitch().size());
    for (Member.StitchPair pair : member.stitch()) {
      ordinals.add(lens.sourceOf(pair.source()) - lens.anchorMember().offset());
    }
    return ordinals;
  }

  private boolean hasCheckOver(Member member) {
    return hasCheckOver(member, lens, 0)
        || lens.lower().stream().anyMatch(l -> hasCheckOver(member, l.lens(), l.offset()));
  }

  private static boolean hasCheckOver(Member member, Lens judged, int offset) {
    for (RowRules.Rule rule : judged.rules().checks()) {
      for (int ordinal : RelOptUtil.InputFinder.bits(rule.condition().expression())) {
        if (judged.columns().get(ordinal).put() instanceof LensColumn.Put.Direct direct
            && member.owns(offset + direct.shown())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Indexes of the members that go with a row, besides the anchor. */
  public Set<Integer> ownedMembers() {
    Set<Integer> members = new HashSet<>();
    for (Member member : lens.members()) {
      if (member.role() == Member.Role.OWNED && member.rowKey().isPresent()) {
        members.add(member.index());
      }
    }
    return members;
  }

  /** Members whose rows an assignment of columns may write, besides what it inserts. */
  public Set<Integer> writtenMembers(List<Integer> assigned) {
    Set<Integer> members = new HashSet<>();
    for (int ordinal : assigned) {
      Optional.of(lens.columns().get(ordinal).put())
          .filter(LensColumn.Put.Direct.class::isInstance)
          .map(LensColumn.Put.Direct.class::cast)
          .map(d -> lens.memberOf(d.target()))
          .filter(m -> m.role() != Member.Role.ANCHOR && m.rowKey().isPresent())
          .ifPresent(m -> members.add(m.index()));
    }
    return members;
  }
}
