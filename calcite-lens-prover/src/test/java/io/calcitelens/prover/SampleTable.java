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
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.type.SqlTypeName;

/** A basis table without a store: enough to analyse a body over it. */
final class SampleTable extends AbstractTable implements BasisTable {
  private final TableId id;
  private final List<BasisColumn> columns = new ArrayList<>();
  private final List<BasisKey> keys = new ArrayList<>();
  private final List<BasisForeignKey> foreignKeys = new ArrayList<>();
  private final List<BasisForeignKey> referencedBy = new ArrayList<>();

  SampleTable(String name) {
    this.id = new TableId("sample", List.of(name));
  }

  SampleTable column(String name, SqlTypeName type, boolean nullable) {
    columns.add(
        new BasisColumn(
            columns.size(),
            name,
            LensTypes.FACTORY.createTypeWithNullability(
                LensTypes.FACTORY.createSqlType(type), nullable),
            Types.OTHER,
            BasisColumn.Generation.NONE,
            Optional.empty()));
    return this;
  }

  SampleTable key(Integer... ordinals) {
    keys.add(new BasisKey("key" + keys.size(), List.of(ordinals), keys.isEmpty()));
    return this;
  }

  SampleTable references(SampleTable parent, String child, String referenced) {
    BasisForeignKey foreignKey =
        new BasisForeignKey(
            id.name() + "_fk",
            id,
            List.of(child),
            parent.id,
            List.of(referenced),
            ReferentialAction.NO_ACTION,
            ReferentialAction.NO_ACTION);
    foreignKeys.add(foreignKey);
    parent.referencedBy.add(foreignKey);
    return this;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    RelDataTypeFactory.Builder builder = typeFactory.builder();
    columns.forEach(c -> builder.add(c.name(), c.type()));
    return builder.build();
  }

  @Override
  public TableId id() {
    return id;
  }

  @Override
  public Optional<Store> store() {
    return Optional.empty();
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
