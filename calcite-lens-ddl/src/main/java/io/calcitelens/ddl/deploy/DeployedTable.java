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
package io.calcitelens.ddl.deploy;

import static java.util.Objects.requireNonNull;

import io.calcitelens.ddl.mapper.EffectiveBody;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LogicalTable;
import io.calcitelens.prover.Obligation;
import io.calcitelens.rules.LensTable;
import java.util.List;

/**
 * A designed table that can be read, and written as far as its lens says.
 *
 * @param body the effective mapping
 * @param table what the planner sees
 * @param obligations how its rules are kept
 * @param reads qualified names of the relations that its body reads
 */
public record DeployedTable(
    EffectiveBody body, LensTable table, List<Obligation> obligations, List<List<String>> reads) {
  public DeployedTable {
    requireNonNull(body, "body");
    requireNonNull(table, "table");
    obligations = List.copyOf(obligations);
    reads = List.copyOf(reads);
  }

  public Lens lens() {
    return table.lens();
  }

  public LogicalTable logical() {
    return table.lens().table();
  }
}
