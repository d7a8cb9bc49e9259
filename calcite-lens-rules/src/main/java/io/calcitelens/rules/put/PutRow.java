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

import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.Member;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** One logical row on its way through the engine: the members' columns side by side. */
final class PutRow {
  /** All fields before the statement; null for a new row. */
  final Object[] before;

  /** All fields after it. */
  final Object[] after;

  /** Fields that the statement gives, by the side that is written. */
  final BitSet given = new BitSet();

  /** Fields that a condition of the body gives. */
  final BitSet fixed = new BitSet();

  /** Members that have a row after the statement. */
  final BitSet present = new BitSet();

  /** Fields whose value another new row's store makes; few rows have any. */
  private Map<Integer, FieldLink> links = Map.of();

  /** The change of each member's row, by index; null if it has none. */
  final BasisChange[] changes;

  /** A value that will be that of a column of another new row. */
  record FieldLink(BasisChange source, int ordinal) {}

  private PutRow(Lens lens, Object[] before, Object[] after) {
    this.before = before;
    this.after = after;
    this.changes = new BasisChange[lens.members().size()];
  }

  static PutRow ofNew(Lens lens) {
    Object[] after = new Object[lens.fieldCount()];
    Arrays.fill(after, Unset.VALUE);
    return new PutRow(lens, null, after);
  }

  /** A row that is stored; {@code fields} may go on behind the members' columns. */
  static PutRow ofStored(Lens lens, Object[] fields) {
    PutRow row = new PutRow(lens, fields, Arrays.copyOf(fields, lens.fieldCount()));
    for (Member member : lens.members()) {
      row.present.set(member.index(), isPresent(member, fields));
    }
    return row;
  }

  /** Whether a member has a row among fields that were read. */
  static boolean isPresent(Member member, Object[] fields) {
    if (!member.optional()) {
      return true;
    }
    if (member.rowKey().isPresent() && !member.rowKey().get().columns().isEmpty()) {
      for (int column : member.rowKey().get().columns()) {
        if (fields[member.offset() + column] == null) {
          return false;
        }
      }
      return true;
    }
    for (int i = 0; i < member.width(); i++) {
      if (fields[member.offset() + i] != null) {
        return true;
      }
    }
    return false;
  }

  /** Lets a field take the value that another new row's store makes. */
  void link(int field, FieldLink link) {
    if (links.isEmpty()) {
      links = new HashMap<>();
    }
    links.put(field, link);
  }

  boolean hasLinks() {
    return !links.isEmpty();
  }

  Optional<FieldLink> link(int field) {
    return Optional.ofNullable(links.get(field));
  }

  /** The values of one member before the statement. */
  Object[] beforeOf(Member member) {
    return Arrays.copyOfRange(before, member.offset(), member.offset() + member.width());
  }

  /** The values of one member after the statement. */
  Object[] afterOf(Member member) {
    return Arrays.copyOfRange(after, member.offset(), member.offset() + member.width());
  }

  /** Takes a stored row as the member's. */
  void load(Member member, Object[] stored) {
    System.arraycopy(stored, 0, after, member.offset(), member.width());
    present.set(member.index());
  }

  /** Leaves the member without a row. */
  void clear(Member member) {
    Arrays.fill(after, member.offset(), member.offset() + member.width(), null);
    present.clear(member.index());
  }

  /** Whether one of the member's own columns is given, apart from its stitch, with a value. */
  boolean suppliesAny(Lens lens, Member member, boolean countFixed) {
    for (int i = 0; i < member.width(); i++) {
      int field = member.offset() + i;
      boolean told = given.get(field) || countFixed && fixed.get(field);
      if (told && !member.stitches(i) && after[field] != null) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of the member's own columns is given, also with null. */
  boolean givesAny(Member member) {
    for (int i = 0; i < member.width(); i++) {
      if (given.get(member.offset() + i) && !member.stitches(i)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The logical value of a column after the statement.
   *
   * @param lens the lens of the statement
   * @param column a column of this lens, or of a lower one
   * @param offset where the fields of the column's lens begin
   * @return {@link Unset#VALUE} where only the store knows
   */
  Object logicalValue(Lens lens, LensColumn column, int offset) {
    if (!(column.put() instanceof LensColumn.Put.Direct direct)) {
      return null;
    }
    int shown = offset + direct.shown();
    if (!present.get(lens.memberOf(shown).index())) {
      return null;
    }
    Object value = after[shown];
    return value == Unset.VALUE ? value : direct.inversion().read(value);
  }
}
