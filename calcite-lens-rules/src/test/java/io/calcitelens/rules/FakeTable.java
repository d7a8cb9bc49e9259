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
package io.calcitelens.rules;

import io.calcitelens.adapters.BasisCheck;
import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.TableId;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A basis table of integers that a test describes.
 *
 * @param <T> the test's own kind of table
 */
public abstract class FakeTable<T extends FakeTable<T>> extends AbstractTable
    implements BasisTable {
  private final TableId id;
  private final Optional<Store> store;
  private final List<BasisColumn> columns = new ArrayList<>();
  private final List<BasisKey> keys = new ArrayList<>();
  protected final List<BasisForeignKey> foreignKeys = new ArrayList<>();
  protected final List<BasisForeignKey> referencedBy = new ArrayList<>();

  protected FakeTable(TableId id, Optional<Store> store) {
    this.id = id;
    this.store = store;
  }

  protected abstract T self();

  public final T column(String name, boolean nullable, BasisColumn.Generation generation) {
    columns.add(
        new BasisColumn(
            columns.size(),
            name,
            LensTypes.FACTORY.createTypeWithNullability(
                LensTypes.FACTORY.createSqlType(SqlTypeName.INTEGER), nullable),
            Types.INTEGER,
            generation,
            Optional.empty()));
    return self();
  }

  public final T column(String name, boolean nullable) {
    return column(name, nullable, BasisColumn.Generation.NONE);
  }

  public final T key(Integer... ordinals) {
    keys.add(new BasisKey("key" + keys.size(), List.of(ordinals), keys.isEmpty()));
    return self();
  }

  @Override
  public TableId id() {
    return id;
  }

  @Override
  public Optional<Store> store() {
    return store;
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

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    return typeFactory.createStructType(
        columns.stream().map(BasisColumn::type).toList(),
        columns.stream().map(BasisColumn::name).toList());
  }
}
