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

import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.adapters.TableId;
import io.calcitelens.rules.FakeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A table of a {@link SimulatedStore}: integer columns, the first of them the primary key. */
final class SimulatedTable extends FakeTable<SimulatedTable> {
  final List<Object[]> rows = new ArrayList<>();

  SimulatedTable(SimulatedStore store, String name) {
    super(new TableId(store.name(), List.of(name)), Optional.of(store));
  }

  @Override
  protected SimulatedTable self() {
    return this;
  }

  SimulatedTable references(
      SimulatedTable parent, String child, String referenced, ReferentialAction onUpdate) {
    BasisForeignKey foreignKey =
        new BasisForeignKey(
            id().name() + "_fk" + foreignKeys.size(),
            id(),
            List.of(child),
            parent.id(),
            List.of(referenced),
            onUpdate,
            ReferentialAction.NO_ACTION);
    foreignKeys.add(foreignKey);
    parent.referencedBy.add(foreignKey);
    return this;
  }

  SimulatedTable row(Object... values) {
    rows.add(values);
    return this;
  }
}
