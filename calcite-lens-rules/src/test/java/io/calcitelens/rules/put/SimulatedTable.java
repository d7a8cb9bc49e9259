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

import io.calcitelens.adapters.BasisCheck;
import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.TableId;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.calcite.sql.type.SqlTypeName;

/** A table of a {@link SimulatedStore}: integer columns, the first of them the primary key. */
final class SimulatedTable implements BasisTable {
  private final SimulatedStore store;
  private final TableId id;
  private final List<BasisColumn> columns = new ArrayList<>();
  private final List<BasisKey> keys = new ArrayList<>();
  private final List<BasisForeignKey> foreignKeys = new ArrayList<>();
  private final List<BasisForeignKey> referencedBy = new ArrayList<>();
  final List<Object[]> rows = new ArrayList<>();

  SimulatedTable(SimulatedStore store, String name) {
    this.store = store;
    this.id = new TableId(store.name(), List.of(name));
  }

  SimulatedTable column(String name, boolean nullable) {
    return column(name, nullable, BasisColumn.Generation.NONE);
  }

  SimulatedTable column(String name, boolean nullable, BasisColumn.Generation generation) {
    columns.add(
        new BasisColumn(
            columns.size(),
            name,
            LensTypes.FACTORY.createTypeWithNullability(
                LensTypes.FACTORY.createSqlType(SqlTypeName.INTEGER), nullable),
            Types.INTEGER,
            generation,
            Optional.empty()));
    return this;
  }

  SimulatedTable key(Integer... ordinals) {
    keys.add(new BasisKey("key" + keys.size(), List.of(ordinals), keys.isEmpty()));
    return this;
  }

  SimulatedTable references(
      SimulatedTable parent, String child, String referenced, ReferentialAction onUpdate) {
    BasisForeignKey foreignKey =
        new BasisForeignKey(
            id.name() + "_fk" + foreignKeys.size(),
            id,
            List.of(child),
            parent.id,
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

  @Override
  public TableId id() {
    return id;
  }

  @Override
  public Optional<Store> store() {
    return Optional.of(store);
  }

  @Override
  public List<BasisColumn> columns() {
    return columns;
  }

  @Override
  public List<BasisKey> keys() {
    return keys;
  }

  @Override
  public List<BasisForeignKey> foreignKeys() {
    return foreignKeys;
  }

  @Override
  public List<BasisForeignKey> referencedBy() {
    return referencedBy;
  }

  @Override
  public List<BasisCheck> checks() {
    return List.of();
  }

  @Override
  public OptionalDouble rowCount() {
    return OptionalDouble.empty();
  }
}
