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
import io.calcitelens.prover.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The columns by which a member's row is found from the other members, with their values. */
record StitchKey(List<Integer> ordinals, Object[] values) {
  /**
   * The key that a row gives.
   *
   * @return empty if a value is null or only known to the store: no row is found by it
   */
  static Optional<StitchKey> of(Member member, PutRow row) {
    return of(member, row.after);
  }

  /** The key that fields give, as {@link #of(Member, PutRow)}. */
  static Optional<StitchKey> of(Member member, Object[] fields) {
    List<Integer> ordinals = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (Member.StitchPair pair : member.stitch()) {
      Object value = fields[pair.source()];
      if (value == null || value == Unset.VALUE) {
        return Optional.empty();
      }
      ordinals.add(pair.ordinal());
      values.add(value);
    }
    for (Member.FieldConstant constant : member.constants()) {
      if (constant.value() != null) {
        ordinals.add(constant.field() - member.offset());
        values.add(constant.value());
      }
    }
    return Optional.of(new StitchKey(ordinals, values.toArray()));
  }

  /** Whether the statement changes the values by which a member's row is found. */
  static boolean changes(Lens lens, Member member, PutRow row) {
    for (Member.StitchPair pair : member.stitch()) {
      Member source = lens.memberOf(pair.source());
      if (!RowKey.same(
          source.table(),
          source.column(pair.source()),
          row.before[pair.source()],
          row.after[pair.source()])) {
        return true;
      }
    }
    return false;
  }
}
