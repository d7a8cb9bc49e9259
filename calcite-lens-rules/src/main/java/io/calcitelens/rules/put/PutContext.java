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

import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.Member;
import org.apache.calcite.DataContext;

/** What the steps of one statement share. */
final class PutContext {
  final PutProgram program;
  final Lens lens;
  final LensTransaction transaction;
  final DataContext data;
  final BasisChanges changes = new BasisChanges();
  final MemberRows rows;

  PutContext(PutProgram program, LensTransaction transaction, DataContext data) {
    this.program = requireNonNull(program, "program");
    this.lens = program.lens;
    this.transaction = requireNonNull(transaction, "transaction");
    this.data = requireNonNull(data, "data");
    this.rows = new MemberRows(transaction);
  }

  /** The change of the row that a member has for a logical row before the statement. */
  BasisChange stored(Member member, PutRow row) {
    BasisKey key = member.rowKey().orElseThrow(() -> UpdatePut.noRowKey(member.table()));
    return program.isAlone(member.index())
        ? changes.ofAlone(member.table(), row.beforeOf(member))
        : changes.of(member.table(), key, row.beforeOf(member));
  }
}
