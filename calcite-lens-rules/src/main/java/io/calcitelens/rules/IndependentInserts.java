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
package io.calcitelens.rules;

import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.TableId;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LogicalConstraint;
import io.calcitelens.prover.Member;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;

/**
 * Whether inserts of single rows, run one after the other, have the effect of one insert of all the
 * rows. They have where no row is made by what another one left: rows only come, and a rule over
 * several of them that one row breaks stays broken.
 */
final class IndependentInserts {
  private IndependentInserts() {}

  /**
   * Judges the inserts of one plan.
   *
   * @param source the rows to insert
   * @param listed the columns that have a value in them
   */
  static boolean of(Lens lens, RelNode source, BitSet listed) {
    return RelOptUtil.findTables(source).isEmpty()
        && lens.lower().isEmpty()
        && lens.members().stream().allMatch(m -> m.role() != Member.Role.SHARED)
        && !hasDefaults(lens, listed)
        && !refersToItself(lens)
        && lens.members().stream().noneMatch(m -> refersToMembers(m, lens));
  }

  /** A default may look at the table, or count the rows of its statement. */
  private static boolean hasDefaults(Lens lens, BitSet listed) {
    return !lens.rules().hiddenDefaults().isEmpty()
        || lens.columns().stream()
            .map(c -> c.logical().ordinal())
            .anyMatch(o -> !listed.get(o) && lens.rules().defaultOf(o).isPresent());
  }

  private static boolean refersToItself(Lens lens) {
    return lens.table().constraints().stream()
        .anyMatch(
            c ->
                c instanceof LogicalConstraint.ForeignKey key
                    && key.referencedSchema().equalsIgnoreCase(lens.table().schema())
                    && key.referencedTable().equalsIgnoreCase(lens.table().name()));
  }

  /** A reference among the members is to the same logical row only if it is an owned stitch. */
  private static boolean refersToMembers(Member member, Lens lens) {
    Set<TableId> tables =
        lens.members().stream().map(m -> m.table().id()).collect(Collectors.toSet());
    return member.table().foreignKeys().stream()
        .filter(key -> tables.contains(key.parent()))
        .anyMatch(key -> !isStitch(key, member));
  }

  private static boolean isStitch(BasisForeignKey key, Member member) {
    BasisTable table = member.table();
    Set<String> stitched = new HashSet<>();
    member.stitch().forEach(p -> stitched.add(table.columns().get(p.ordinal()).name()));
    return member.role() == Member.Role.OWNED && stitched.equals(Set.copyOf(key.childColumns()));
  }
}
