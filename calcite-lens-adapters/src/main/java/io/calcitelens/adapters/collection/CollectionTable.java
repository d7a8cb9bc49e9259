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
package io.calcitelens.adapters.collection;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.calcitelens.adapters.BasisCheck;
import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.EveryColumnInsertable;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreSession;
import io.calcitelens.adapters.TableId;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.calcite.DataContext;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.schema.ModifiableTable;
import org.apache.calcite.schema.ScannableTable;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql2rel.InitializerExpressionFactory;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A table whose rows an application keeps in a collection. Its keys are those of the table's
 * statistic; they and its not-null columns are enforced on what is written here.
 */
public final class CollectionTable extends AbstractTable implements BasisTable, ScannableTable {
  private final CollectionStore store;
  private final TableId id;
  private final ModifiableTable table;
  private final ElementFormat format;
  private final List<BasisColumn> columns;
  private final List<BasisKey> keys;

  private CollectionTable(
      CollectionStore store,
      TableId id,
      ModifiableTable table,
      ElementFormat format,
      List<BasisColumn> columns) {
    this.store = requireNonNull(store, "store");
    this.id = requireNonNull(id, "id");
    this.table = requireNonNull(table, "table");
    this.format = requireNonNull(format, "format");
    this.columns = List.copyOf(columns);
    this.keys = keys(id.name(), columns, table.getStatistic());
  }

  /**
   * The basis table over a collection.
   *
   * @return empty if the table has no collection, or its rows cannot be made from column values
   */
  public static Optional<CollectionTable> of(
      CollectionStore store, String name, ModifiableTable table) {
    if (!hasCollection(table)) {
      return Optional.empty();
    }
    final RelDataType rowType = table.getRowType(LensTypes.newFactory());
    final List<BasisColumn> columns = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      columns.add(
          new BasisColumn(
              field.getIndex(),
              field.getName(),
              JavaTypeFactoryImpl.toSql(LensTypes.FACTORY, field.getType()),
              Types.OTHER,
              BasisColumn.Generation.NONE,
              Optional.empty()));
    }
    return ElementFormat.of(
            table.getElementType(), rowType, columns.stream().map(BasisColumn::type).toList())
        .map(
            format ->
                new CollectionTable(
                    store, new TableId(store.name(), List.of(name)), table, format, columns));
  }

  private static boolean hasCollection(ModifiableTable table) {
    try {
      return table.getModifiableCollection() != null;
    } catch (UnsupportedOperationException none) {
      return false;
    }
  }

  private static List<BasisKey> keys(String table, List<BasisColumn> columns, Statistic statistic) {
    final List<ImmutableBitSet> told = statistic.getKeys();
    final List<BasisKey> keys = new ArrayList<>();
    if (told != null) {
      for (ImmutableBitSet key : new LinkedHashSet<>(told)) {
        final String parts =
            key.asList().stream().map(i -> columns.get(i).name() + "_").collect(joining());
        final String name = keys.isEmpty() ? table + "_pk" : table + "_" + parts + "key";
        keys.add(new BasisKey(name, key.asList(), keys.isEmpty()));
      }
    }
    return List.copyOf(keys);
  }

  /** The collection; callers hold the store's monitor. */
  @SuppressWarnings("unchecked") // Calcite's interface has the raw type
  Collection<Object> elements() {
    return (Collection<Object>) table.getModifiableCollection();
  }

  ElementFormat format() {
    return format;
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
    return List.of();
  }

  @Override
  public List<BasisForeignKey> referencedBy() {
    return List.of();
  }

  @Override
  public List<BasisCheck> checks() {
    return List.of();
  }

  @Override
  public OptionalDouble rowCount() {
    final Double told = table.getStatistic().getRowCount();
    return told == null ? OptionalDouble.empty() : OptionalDouble.of(told);
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    return typeFactory.createStructType(
        columns.stream().map(BasisColumn::type).toList(),
        columns.stream().map(BasisColumn::name).toList());
  }

  /** Only keys without nulls: the planner takes every key here for a total one. */
  @Override
  public Statistic getStatistic() {
    final List<ImmutableBitSet> total = new ArrayList<>();
    for (BasisKey key : keys) {
      if (key.columns().stream().noneMatch(i -> columns.get(i).type().isNullable())) {
        total.add(ImmutableBitSet.of(key.columns()));
      }
    }
    return Statistics.of(table.getStatistic().getRowCount(), total, List.of(), List.of());
  }

  /** The rows as the statement's transaction sees them, at the moment when it asks. */
  @Override
  public Enumerable<Object[]> scan(DataContext root) {
    return root.get(LensTransaction.VARIABLE) instanceof LensTransaction transaction
        ? Linq4j.asEnumerable(rows(transaction.session(store, false)))
        : Linq4j.asEnumerable(store.elements(this, Optional.empty())).select(format::read);
  }

  /** All rows, by a key that every row has. */
  private List<Object[]> rows(StoreSession session) {
    return session.writer(this).read(List.of(), List.<Object[]>of(new Object[0]), columns);
  }

  @Override
  public <C> C unwrap(Class<C> aClass) {
    return aClass == InitializerExpressionFactory.class
        ? aClass.cast(EveryColumnInsertable.INSTANCE)
        : super.unwrap(aClass);
  }

  @Override
  public String toString() {
    return "CollectionTable(" + id + ")";
  }
}
