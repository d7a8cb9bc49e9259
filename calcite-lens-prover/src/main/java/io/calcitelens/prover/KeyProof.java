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
package io.calcitelens.prover;

import io.calcitelens.adapters.BasisKey;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Finds the basis key that keeps a logical key. */
public final class KeyProof {
  private KeyProof() {}

  /** A basis key of a member. */
  public record Governing(Member member, BasisKey key) {}

  /**
   * The basis key that makes two logical rows with one key impossible: all its columns are fixed by
   * the body or given by the logical key's columns, and each of its rows belongs to one logical
   * row.
   */
  public static Optional<Governing> governing(Lens lens, LogicalConstraint.Key key) {
    Set<Integer> fields = new HashSet<>();
    for (int ordinal : key.columns()) {
      // Every step of an inversion is injective: the basis value is unique as the logical one is.
      if (lens.columns().get(ordinal).put() instanceof LensColumn.Put.Direct direct) {
        fields.add(direct.target());
        fields.add(direct.shown());
      } else {
        shownField(lens, ordinal).ifPresent(fields::add);
      }
    }
    for (Member member : lens.members()) {
      if (member.role() == Member.Role.SHARED) {
        continue;
      }
      for (BasisKey candidate : member.table().keys()) {
        if (covers(lens, member, candidate, fields)) {
          return Optional.of(new Governing(member, candidate));
        }
      }
    }
    return Optional.empty();
  }

  /** The field of a column that only shows one, though it takes no value (an identity, say). */
  static Optional<Integer> shownField(Lens lens, int ordinal) {
    return InverseInference.infer(lens.columns().get(ordinal).expression())
        .map(InverseInference.Inferred::field)
        .filter(f -> f < lens.fieldCount());
  }

  private static boolean covers(Lens lens, Member member, BasisKey key, Set<Integer> fields) {
    for (int ordinal : key.columns()) {
      int field = member.offset() + ordinal;
      boolean given = fields.contains(field) || fields.contains(lens.sourceOf(field));
      boolean fixed =
          member.constants().stream().anyMatch(c -> c.field() == field)
              || lens.constants().stream().anyMatch(c -> c.field() == field);
      if (!given && !fixed) {
        return false;
      }
    }
    return true;
  }
}
