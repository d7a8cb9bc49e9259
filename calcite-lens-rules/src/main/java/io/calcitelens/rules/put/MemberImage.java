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
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.Site;
import java.util.BitSet;
import java.util.Optional;

/** Makes the rows of members from the fields of a logical row. */
final class MemberImage {
  private final Lens lens;
  private final BitSet shownFields = new BitSet();

  MemberImage(Lens lens) {
    this.lens = lens;
    for (int field = 0; field < lens.fieldCount(); field++) {
      shownFields.set(field, lens.shows(field));
    }
  }

  /** Whether some logical column shows a field, also through an expression. */
  boolean isShown(int field) {
    return shownFields.get(field);
  }

  /** The field as a user knows it: the logical column, else the basis column. */
  String nameOf(int field) {
    Optional<LensColumn> shown = lens.shownAs(field);
    return shown
        .map(c -> lens.table().qualifiedName() + "." + c.logical().name())
        .orElseGet(
            () -> lens.memberOf(field).table().id().name() + "." + lens.columnOf(field).name());
  }

  private Site siteOf(int field) {
    return lens.shownAs(field)
        .map(c -> Site.column(lens.table().qualifiedName(), c.logical().name()))
        .orElseGet(() -> Site.table(lens.table().qualifiedName()));
  }

  /**
   * The values of a new row of a member. Where neither the statement nor the store gives a value,
   * it is null, if it may be.
   */
  Object[] newRow(Member member, PutRow row) {
    Object[] values = row.afterOf(member);
    for (Member.FieldConstant constant : member.constants()) {
      values[constant.field() - member.offset()] = constant.value();
    }
    for (BasisColumn column : member.table().columns()) {
      int i = column.ordinal();
      int field = member.offset() + i;
      if (column.generation() == BasisColumn.Generation.COMPUTED) {
        values[i] = Unset.VALUE;
      } else if (values[i] == Unset.VALUE && !isLinked(member, row, i)) {
        values[i] = missing(column, field);
      } else if (values[i] == null && !column.type().isNullable()) {
        throw notNull(field);
      }
    }
    return values;
  }

  /** The fault of a null in a column of the basis that takes none. */
  LensException notNull(int field) {
    return LensException.of(LensCode.NOT_NULL, siteOf(field), RESOURCE.notNull(nameOf(field)));
  }

  private static boolean isLinked(Member member, PutRow row, int ordinal) {
    if (row.link(member.offset() + ordinal).isPresent()) {
      return true;
    }
    return member.role() == Member.Role.OWNED && member.stitches(ordinal);
  }

  private Object missing(BasisColumn column, int field) {
    if (!column.optionalOnInsert()) {
      throw LensException.of(LensCode.NO_DEFAULT, siteOf(field), RESOURCE.noDefault(nameOf(field)));
    }
    boolean made =
        !column.writable()
            || column.generation() != BasisColumn.Generation.NONE
            || column.defaultSql().isPresent();
    return made ? Unset.VALUE : null;
  }

  /** Ties the columns of a new or changed row to the rows whose stores make their values. */
  void link(Member member, PutRow row, BasisChange change) {
    for (int i = 0; i < member.width() && row.hasLinks(); i++) {
      Optional<PutRow.FieldLink> link = row.link(member.offset() + i);
      if (link.isPresent()) {
        change.addLink(new BasisChange.Link(i, link.get().source(), link.get().ordinal()));
      }
    }
    if (member.role() != Member.Role.OWNED) {
      return;
    }
    for (Member.StitchPair pair : member.stitch()) {
      if (change.after[pair.ordinal()] == Unset.VALUE) {
        Member source = lens.memberOf(pair.source());
        BasisChange made = row.changes[source.index()];
        if (made != null && made != change) {
          change.addLink(
              new BasisChange.Link(pair.ordinal(), made, pair.source() - source.offset()));
        }
      }
    }
  }
}
