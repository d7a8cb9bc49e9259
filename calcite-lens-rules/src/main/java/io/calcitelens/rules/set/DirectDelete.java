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

import io.calcitelens.adapters.SetStatements;
import io.calcitelens.adapters.Store;
import io.calcitelens.prover.BodyFlattener;
import io.calcitelens.prover.FlatBody;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.Member;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * Plans a delete of one member's rows as one statement: its own columns say which they are, so that
 * a store that had to wait for a row judges it again as it then is.
 */
final class DirectDelete {
  private DirectDelete() {}

  /**
   * Plans a delete.
   *
   * @param input the rows as converted
   */
  static SetPut plan(Lens lens, RelNode input) throws NotInStoreException {
    final Store store = Capture.storeOf(lens);
    final SetStatements sets = Capture.setsOf(store);
    if (SetDelete.writtenMembers(lens).size() != 1) {
      throw new NotInStoreException("several members");
    }
    Member member = lens.anchorMember();
    FlatBody body;
    try {
      body = BodyFlattener.flatten(input);
    } catch (BodyFlattener.Unsupported e) {
      throw new NotInStoreException(e.getMessage());
    }
    List<RexNode> conditions =
        new SoleMember(body, member)
            .conditions()
            .orElseThrow(() -> new NotInStoreException("rows that other members decide"));
    List<RexNode> key = new ArrayList<>();
    StepList.keyColumns(member).forEach(c -> key.add(new RexInputRef(c.ordinal(), c.type())));
    RelNode source =
        StepList.source(sets, sets.scan(body.core().getCluster(), member.table()), key, conditions);
    return new StatementPut(store, sets.deleteWhere(member.table(), source));
  }
}
