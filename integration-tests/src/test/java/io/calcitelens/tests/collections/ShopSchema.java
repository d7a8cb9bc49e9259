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
package io.calcitelens.tests.collections;

import com.google.common.collect.ImmutableMap;
import java.lang.reflect.Type;
import java.sql.Date;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.adapter.java.AbstractQueryableTable;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.linq4j.Queryable;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableModify;
import org.apache.calcite.rel.logical.LogicalTableModify;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.ModifiableTable;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaFactory;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.Schemas;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.impl.AbstractTableQueryable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;

/** A schema of a model file whose rows the application keeps in collections of each kind. */
public final class ShopSchema implements SchemaFactory {
  /** A row that is an object, made by its constructor. */
  public static final class Item {
    public final int id;
    public final String name;
    public final Date since;

    public Item(int id, String name, Date since) {
      this.id = id;
      this.name = name;
      this.since = since;
    }
  }

  /** A row that is an object without a public constructor. */
  public static final class Sealed {
    public final int id = 1;

    Sealed() {}
  }

  @Override
  public Schema create(SchemaPlus parent, String name, Map<String, Object> operand) {
    Map<String, Table> tables =
        ImmutableMap.of(
            "PRICE",
            new Rows(
                new ArrayList<>(),
                Object[].class,
                types ->
                    types
                        .builder()
                        .add("ID", SqlTypeName.INTEGER)
                        .add("PRICE", SqlTypeName.DECIMAL, 8, 2)
                        .nullable(true)
                        .add("NOTE", SqlTypeName.VARCHAR, 10)
                        .nullable(true)
                        .build(),
                0),
            "ITEM",
            new Rows(new LinkedHashSet<>(), Item.class, ShopSchema::item, 0),
            "LOG",
            new Rows(
                new ArrayList<>(),
                Object[].class,
                types -> types.builder().add("LINE", SqlTypeName.VARCHAR, 20).build()),
            "SEALED",
            new Rows(
                new ArrayList<>(List.of(new Sealed())),
                Sealed.class,
                types -> ((JavaTypeFactory) types).createStructType(Sealed.class),
                0));
    return new AbstractSchema() {
      @Override
      protected Map<String, Table> getTableMap() {
        return tables;
      }
    };
  }

  private static RelDataType item(RelDataTypeFactory types) {
    JavaTypeFactory java = (JavaTypeFactory) types;
    return types
        .builder()
        .add("id", java.createType(int.class))
        .add("name", java.createTypeWithNullability(java.createType(String.class), true))
        .add("since", java.createTypeWithNullability(java.createType(Date.class), true))
        .build();
  }

  /** A collection as a table of Calcite's. */
  private static final class Rows extends AbstractQueryableTable implements ModifiableTable {
    private final Collection<Object> rows;
    private final Function<RelDataTypeFactory, RelDataType> type;
    private final Statistic statistic;

    Rows(
        Collection<Object> rows,
        Type element,
        Function<RelDataTypeFactory, RelDataType> type,
        Integer... key) {
      super(element);
      this.rows = rows;
      this.type = type;
      this.statistic =
          Statistics.of(
              (Double) null,
              key.length == 0 ? List.of() : List.of(ImmutableBitSet.of(List.of(key))),
              List.of(),
              List.of());
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory typeFactory) {
      return type.apply(typeFactory);
    }

    @Override
    public Statistic getStatistic() {
      return statistic;
    }

    @Override
    public Collection<Object> getModifiableCollection() {
      return rows;
    }

    @Override
    public TableModify toModificationRel(
        RelOptCluster cluster,
        RelOptTable table,
        Prepare.CatalogReader catalogReader,
        RelNode child,
        TableModify.Operation operation,
        List<String> updateColumnList,
        List<RexNode> sourceExpressionList,
        boolean flattened) {
      return LogicalTableModify.create(
          table,
          catalogReader,
          child,
          operation,
          updateColumnList,
          sourceExpressionList,
          flattened);
    }

    @Override
    public <T> Queryable<T> asQueryable(
        QueryProvider queryProvider, SchemaPlus schema, String tableName) {
      return new AbstractTableQueryable<T>(queryProvider, schema, this, tableName) {
        @Override
        @SuppressWarnings("unchecked")
        public Enumerator<T> enumerator() {
          return (Enumerator<T>) Linq4j.enumerator(rows);
        }
      };
    }

    @Override
    @SuppressWarnings("rawtypes")
    public org.apache.calcite.linq4j.tree.Expression getExpression(
        SchemaPlus schema, String tableName, Class clazz) {
      return Schemas.tableExpression(schema, getElementType(), tableName, clazz);
    }
  }
}
