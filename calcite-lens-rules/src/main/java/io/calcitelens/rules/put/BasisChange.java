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

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.BasisTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * What happens to one physical row. A change has one of three kinds: the row is new ({@code before}
 * is null), goes ({@code delete}), or takes the assigned values.
 */
final class BasisChange {
  final BasisTable table;

  /** The whole row before the statement; null for a new row. */
  final Object[] before;

  /** The whole row after the statement; {@link Unset#VALUE} where the store gives the value. */
  final Object[] after;

  /** Ordinals of the columns that the statement assigned. */
  final BitSet assigned = new BitSet();

  /** Values that come from another new row, once its store has made them; few rows have any. */
  private List<Link> links = List.of();

  boolean delete;

  /** A column of this row that takes the value of a column of another row. */
  record Link(int ordinal, BasisChange source, int sourceOrdinal) {}

  private BasisChange(BasisTable table, Object[] before, Object[] after) {
    this.table = requireNonNull(table, "table");
    this.before = before;
    this.after = requireNonNull(after, "after");
  }

  static BasisChange ofExisting(BasisTable table, Object[] before) {
    return new BasisChange(table, before, before.clone());
  }

  static BasisChange ofNew(BasisTable table, Object[] values) {
    return new BasisChange(table, null, values.clone());
  }

  List<Link> links() {
    return links;
  }

  void addLink(Link link) {
    if (links.isEmpty()) {
      links = new ArrayList<>(1);
    }
    links.add(link);
  }

  boolean isInsert() {
    return before == null;
  }

  boolean isUpdate() {
    return before != null && !delete && !assigned.isEmpty();
  }

  /** Fills in what another row's store has made by now. */
  void resolveLinks() {
    for (Link link : links) {
      after[link.ordinal()] = link.source().after[link.sourceOrdinal()];
    }
  }

  @Override
  public String toString() {
    return table.id() + (isInsert() ? " insert" : delete ? " delete" : " update " + assigned);
  }
}
