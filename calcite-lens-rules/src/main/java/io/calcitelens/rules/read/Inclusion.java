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
package io.calcitelens.rules.read;

import com.google.common.collect.ImmutableMap;
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The proof that each row of one side of a join, the seeker, has a match on the other, as long as
 * its stitch is not null: a foreign key of the basis says so, or both read the same table by the
 * same key.
 *
 * @param same the fields of the sought side whose value a field of the seeker has, in a match
 * @param nullable the fields of the seeker that may be null and then match nothing
 */
record Inclusion(ImmutableMap<Integer, Integer> same, ImmutableBitSet nullable) {

  /** Whether every row of the seeker has a match. */
  boolean total() {
    return nullable.isEmpty();
  }

  /**
   * Looks for a proof.
   *
   * @param matching the seeker on the left
   */
  static Optional<Inclusion> of(
      Provenance seeker,
      RelDataType seekerType,
      Provenance sought,
      RelDataType soughtType,
      Matching matching) {
    if (!matching.exact() || matching.pairs().isEmpty()) {
      return Optional.empty();
    }
    Search search = new Search(seeker, seekerType, sought, soughtType, matching.pairs());
    for (int target : sought.complete()) {
      for (int source = 0; source < seeker.rows().size(); source++) {
        if (search.sameRow(source, target)) {
          return Optional.of(search.found(search.sameColumns(source, target)));
        }
        if (search.refers(source, target)) {
          return Optional.of(search.found(search.samePairs()));
        }
      }
    }
    return Optional.empty();
  }

  private record Search(
      Provenance seeker,
      RelDataType seekerType,
      Provenance sought,
      RelDataType soughtType,
      List<Matching.Pair> pairs) {

    boolean sameRow(int source, int target) {
      return seeker.rows().get(source).id().equals(sought.rows().get(target).id())
          && pairs.stream()
              .allMatch(
                  p -> meet(seeker.ordinals(p.left(), source), sought.ordinals(p.right(), target)));
    }

    private static boolean meet(Set<Integer> one, Set<Integer> other) {
      return one.stream().anyMatch(other::contains);
    }

    boolean refers(int source, int target) {
      BasisTable child = seeker.rows().get(source);
      BasisTable parent = sought.rows().get(target);
      return child.foreignKeys().stream()
          .filter(f -> f.guaranteed() && f.parent().equals(parent.id()))
          .anyMatch(f -> covers(f, child, parent, source, target));
    }

    /** Whether the pairs are exactly the columns of a foreign key. */
    private boolean covers(
        BasisForeignKey key, BasisTable child, BasisTable parent, int source, int target) {
      Set<Integer> met = new HashSet<>();
      for (Matching.Pair pair : pairs) {
        Set<Integer> from = seeker.ordinals(pair.left(), source);
        Set<Integer> to = sought.ordinals(pair.right(), target);
        boolean found = false;
        for (int i = 0; i < key.childColumns().size(); i++) {
          if (has(child, from, key.childColumns().get(i))
              && has(parent, to, key.parentColumns().get(i))) {
            met.add(i);
            found = true;
          }
        }
        if (!found) {
          return false;
        }
      }
      return met.size() == key.childColumns().size();
    }

    private static boolean has(BasisTable table, Set<Integer> ordinals, String column) {
      return table.column(column).filter(c -> ordinals.contains(c.ordinal())).isPresent();
    }

    Inclusion found(Map<Integer, Integer> same) {
      ImmutableBitSet.Builder nullable = ImmutableBitSet.builder();
      for (Matching.Pair pair : pairs) {
        if (type(seekerType, pair.left()).isNullable()) {
          nullable.set(pair.left());
        }
      }
      return new Inclusion(ImmutableMap.copyOf(same), nullable.build());
    }

    Map<Integer, Integer> samePairs() {
      Map<Integer, Integer> same = new HashMap<>();
      for (Matching.Pair pair : pairs) {
        if (ColumnEquality.identity(
            type(seekerType, pair.left()), type(soughtType, pair.right()))) {
          same.putIfAbsent(pair.right(), pair.left());
        }
      }
      return same;
    }

    /** In one row of one table every column is the same. */
    Map<Integer, Integer> sameColumns(int source, int target) {
      Map<Integer, Integer> same = new HashMap<>();
      for (int right = 0; right < sought.columns().size(); right++) {
        Set<Integer> ordinals = sought.ordinals(right, target);
        for (int left = 0; left < seeker.columns().size(); left++) {
          if (meet(ordinals, seeker.ordinals(left, source))) {
            same.putIfAbsent(right, left);
          }
        }
      }
      return same;
    }

    private static RelDataType type(RelDataType rowType, int field) {
      return rowType.getFieldList().get(field).getType();
    }
  }
}
