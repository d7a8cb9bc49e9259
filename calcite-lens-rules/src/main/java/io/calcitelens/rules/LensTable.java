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

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.EveryColumnInsertable;
import io.calcitelens.prover.Lens;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.linq4j.Queryable;
import org.apache.calcite.linq4j.tree.Expression;
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
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.Schemas;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql2rel.InitializerExpressionFactory;

/**
 * A logical table, or a view, as the planner sees it. Reads are those of its body; writes go
 * through its lens.
 */
public final class LensTable extends AbstractTable implements TranslatableTable, ModifiableTable {
  private final Lens lens;
  private final RelDataType rowType;
  private final String bodySql;
  private final List<String> schemaPath;
  private final List<String> path;

  /**
   * @param lens the mapping
   * @param rowType what the body proves of the rows: it never claims what stored rows may break
   * @param bodySql the effective body, fully qualified and quoted
   * @param path the table's own name, from the root
   */
  public LensTable(Lens lens, RelDataType rowType, String bodySql, List<String> path) {
    this(lens, rowType, bodySql, List.of(), path);
  }

  /**
   * @param schemaPath where the body's names are looked for first; empty for the root
   */
  public LensTable(
      Lens lens, RelDataType rowType, String bodySql, List<String> schemaPath, List<String> path) {
    this.lens = requireNonNull(lens, "lens");
    this.rowType = requireNonNull(rowType, "rowType");
    this.bodySql = requireNonNull(bodySql, "bodySql");
    this.schemaPath = List.copyOf(schemaPath);
    this.path = List.copyOf(path);
  }

  public Lens lens() {
    return lens;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    return typeFactory.copyType(rowType);
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
    RelNode body =
        context.expandView(relOptTable.getRowType(), bodySql, schemaPath, path).project();
    return LensScan.create(context.getCluster(), relOptTable, body);
  }

  /** The one hook that Calcite offers for an insert on a connection that is not ours. */
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
    LensRules.register(cluster.getPlanner());
    return LogicalTableModify.create(
        table, catalogReader, child, operation, updateColumnList, sourceExpressionList, flattened);
  }

  /** Rows are written through the engine only: there is no collection. */
  @Override
  public Collection<Object> getModifiableCollection() {
    throw new UnsupportedOperationException("a lens table is no collection");
  }

  @Override
  public <T> Queryable<T> asQueryable(
      QueryProvider queryProvider, SchemaPlus schema, String tableName) {
    throw new UnsupportedOperationException("a lens table is no collection");
  }

  @Override
  public Type getElementType() {
    return Object[].class;
  }

  @Override
  @SuppressWarnings("rawtypes") // Calcite's interface has the raw type
  public Expression getExpression(SchemaPlus schema, String tableName, Class clazz) {
    return Schemas.tableExpression(schema, getElementType(), tableName, clazz);
  }

  @Override
  public <C> C unwrap(Class<C> type) {
    if (type.isInstance(lens)) {
      return type.cast(lens);
    }
    if (type == InitializerExpressionFactory.class) {
      return type.cast(EveryColumnInsertable.INSTANCE);
    }
    return super.unwrap(type);
  }
}
