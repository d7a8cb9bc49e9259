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
import io.calcitelens.prover.LogicalTable;
import org.apache.calcite.schema.Table;

/**
 * A designed table that can be read.
 *
 * @param body the effective mapping
 * @param table what the planner sees
 */
public record DeployedTable(LogicalTable logical, EffectiveBody body, Table table) {
  public DeployedTable {
    requireNonNull(logical, "logical");
    requireNonNull(body, "body");
    requireNonNull(table, "table");
  }
}
