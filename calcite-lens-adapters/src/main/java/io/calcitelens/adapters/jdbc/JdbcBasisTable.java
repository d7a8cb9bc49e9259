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
package io.calcitelens.adapters.jdbc;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.calcitelens.adapters.BasisCheck;
import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.EveryColumnInsertable;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.TableId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql2rel.InitializerExpressionFactory;
import org.apache.calcite.util.ImmutableBitSet;

/** A table or view of a {@link JdbcStore}, as it was when its schema was read. */
public final class JdbcBasisTable extends AbstractTable implements BasisTable, TranslatableTable {
  private final JdbcStore store;
  private final TableId id;
  private final Facts facts;

  JdbcBasisTable(JdbcStore store, TableId id, Facts facts) {
    this.store = requireNonNull(store, "store");
    this.id = requireNonNull(id, "id");
    this.facts = requireNonNull(facts, "facts");
  }

  /**
   * What introspection found.
   *
   * @param view whether it is a view, which is never written
   * @param hiddenColumns whether the store's table has columns that are not shown here
   * @param indexed the columns whose change deletes a row and inserts it
   */
  record Facts(
      boolean view,
      boolean hiddenColumns,
      List<BasisColumn> columns,
      List<BasisKey> keys,
      List<BasisForeignKey> foreignKeys,
      List<BasisForeignKey> referencedBy,
      List<BasisCheck> checks,
      Set<String> indexed,
      OptionalDouble rowCount) {
    Facts {
      columns = List.copyOf(columns);
      keys = List.copyOf(keys);
      foreignKeys = List.copyOf(foreignKeys);
      referencedBy = List.copyOf(referencedBy);
      checks = List.copyOf(checks);
      indexed = Set.copyOf(indexed);
    }
  }

  @Override
  public TableId id() {
    return id;
  }

  @Override
  public Optional<Store> store() {
    return facts.view ? Optional.empty() : Optional.of(store);
  }

  @Override
  public List<BasisColumn> columns() {
    return facts.columns;
  }

  @Override
  public List<BasisKey> keys() {
    return facts.keys;
  }

  @Override
  public List<BasisForeignKey> foreignKeys() {
    return facts.foreignKeys;
  }

  @Override
  public List<BasisForeignKey> referencedBy() {
    return facts.referencedBy;
  }

  @Override
  public List<BasisCheck> checks() {
    return facts.checks;
  }

  @Override
  public OptionalDouble rowCount() {
    return facts.rowCount;
  }

  /** Whether a change of the column deletes a row and inserts it. */
  boolean isIndexed(BasisColumn column) {
    return facts.indexed.contains(column.name());
  }

  boolean hiddenColumns() {
    return facts.hiddenColumns;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    return typeFactory.createStructType(
        facts.columns.stream().map(BasisColumn::type).toList(),
        facts.columns.stream().map(BasisColumn::name).toList());
  }

  /** Only keys without nulls: the planner takes every key here for a total one. */
  @Override
  public Statistic getStatistic() {
    final ImmutableList.Builder<ImmutableBitSet> keys = ImmutableList.builder();
    for (BasisKey key : facts.keys) {
      if (key.columns().stream().noneMatch(i -> facts.columns.get(i).type().isNullable())) {
        keys.add(ImmutableBitSet.of(key.columns()));
      }
    }
    // A table that was empty when it was read says nothing of what it holds by now.
    final boolean counted = facts.rowCount.isPresent() && facts.rowCount.getAsDouble() > 0;
    final Double rowCount = counted ? (Double) facts.rowCount.getAsDouble() : null;
    return Statistics.of(rowCount, keys.build(), List.of(), List.of());
  }

  @Override
  public Schema.TableType getJdbcTableType() {
    return facts.view ? Schema.TableType.VIEW : Schema.TableType.TABLE;
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
    return new BasisScan(context.getCluster(), store.convention(), relOptTable, this);
  }

  @Override
  public <C> C unwrap(Class<C> aClass) {
    if (aClass == InitializerExpressionFactory.class) {
      return aClass.cast(EveryColumnInsertable.INSTANCE);
    }
    return aClass.isInstance(store) ? aClass.cast(store) : super.unwrap(aClass);
  }

  @Override
  public String toString() {
    return "JdbcBasisTable(" + id + ")";
  }
}
