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
package io.calcitelens.rules.set;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.SetProgram;
import io.calcitelens.adapters.SetStatement;
import io.calcitelens.adapters.Store;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.Member;
import io.calcitelens.rules.PlanningServices;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/** Plans a delete whose rows are found by the store of the members. */
final class SetDelete {
  private SetDelete() {}

  /**
   * Plans a delete.
   *
   * @param converted the rows as the statement tells them
   * @param input the rows to delete
   * @param fields where the members' columns are among the fields of {@code input}
   */
  static SetPut plan(
      Lens lens, RelNode converted, RelNode input, List<Integer> fields, PlanningServices services)
      throws NotInStoreException {
    Store store = Capture.storeOf(lens);
    List<Member> written = writtenMembers(lens);
    BitSet read = ReadFields.of(lens, converted);
    BitSet used = new BitSet();
    for (Member member : written) {
      for (int field : keyFields(member)) {
        used.set(fields.get(field));
      }
    }
    Capture capture = Capture.of(store, input, used, services);
    StepList steps = new StepList(store, capture.sets, capture.rows);
    for (Member member : written) {
      List<RexNode> key = key(capture, member, fields, steps.rows());
      steps.delete(member, key, member.optional() ? present(key, steps.rexBuilder()) : List.of());
    }
    return steps.put(capture.rows, locks(capture, lens, written, fields, read));
  }

  /** The members whose rows go with the logical row, the anchor at the end. */
  static List<Member> writtenMembers(Lens lens) {
    List<Member> written = lastReachedFirst(lens);
    written.removeIf(m -> m.role() == Member.Role.SHARED);
    return written;
  }

  /** The order in which all writes of one message meet the members, the anchor at the end. */
  static List<Member> lastReachedFirst(Lens lens) {
    List<Member> members = new ArrayList<>(lens.reachOrder());
    Collections.reverse(members);
    return members;
  }

  /**
   * Locks the rows on whose values it depends what is written, the anchor's first: it is the lock
   * of the logical row, which a write of its parents takes too. Nothing is locked where no value is
   * read: a key that goes meanwhile is told by the counts.
   *
   * @param read the members' fields that conditions, values and rules read
   */
  static List<SetProgram.Lock> locks(
      Capture capture, Lens lens, Collection<Member> written, List<Integer> fields, BitSet read)
      throws NotInStoreException {
    List<Member> locked = readMembers(lens, read);
    boolean itself = written.size() == 1 && written.containsAll(locked);
    // A row that may come or go with the anchor's must not do so while that one goes.
    boolean comesAndGoes = written.stream().anyMatch(Member::optional);
    Member anchor = lens.anchorMember();
    boolean parents =
        lens.members().stream()
            .anyMatch(m -> m.role() == Member.Role.SHARED && ReadFields.meets(m, read));
    boolean together = comesAndGoes || parents || !locked.isEmpty() && !itself;
    if (together && !locked.contains(anchor)) {
      locked.add(0, anchor);
    }
    List<SetProgram.Lock> locks = new ArrayList<>();
    for (Member member : locked) {
      SetStatement lock =
          capture.sets.lock(
              member.table(), StepList.keyColumns(member), source(capture, member, fields));
      locks.add(new SetProgram.Lock(lock, !member.optional()));
    }
    return locks;
  }

  /** The members of which fields are read, apart from parents, whose rows are not of this one. */
  static List<Member> readMembers(Lens lens, BitSet read) {
    List<Member> members = new ArrayList<>(lens.reachOrder());
    members.removeIf(m -> m.role() == Member.Role.SHARED || !ReadFields.meets(m, read));
    return members;
  }

  private static RelNode source(Capture capture, Member member, List<Integer> fields)
      throws NotInStoreException {
    List<RexNode> key = key(capture, member, fields, capture.rows);
    List<RexNode> present =
        member.optional() ? present(key, capture.rows.getCluster().getRexBuilder()) : List.of();
    return StepList.source(capture.sets, capture.rows, key, present);
  }

  private static List<RexNode> present(List<RexNode> key, RexBuilder rexBuilder) {
    List<RexNode> conditions = new ArrayList<>();
    for (RexNode column : key) {
      conditions.add(rexBuilder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, column));
    }
    return conditions;
  }

  /** The fields of a member's own key. */
  static List<Integer> keyFields(Member member) throws NotInStoreException {
    List<Integer> fields = new ArrayList<>();
    for (BasisColumn column : StepList.keyColumns(member)) {
      fields.add(member.offset() + column.ordinal());
    }
    return fields;
  }

  /** The values of a member's key. */
  static List<RexNode> key(Capture capture, Member member, List<Integer> fields, RelNode rows)
      throws NotInStoreException {
    List<RexNode> key = new ArrayList<>();
    for (int field : keyFields(member)) {
      key.add(capture.value(fields.get(field), rows));
    }
    return key;
  }
}
