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
package io.calcitelens.ddl.catalog;

import static io.calcitelens.prover.LensResource.RESOURCE;

import com.google.common.collect.ImmutableList;
import io.calcitelens.ddl.deploy.DeployedTable;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.util.List;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.TableMacro;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.schema.impl.ReflectiveFunctionBase;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.util.NlsString;
import org.checkerframework.checker.nullness.qual.Nullable;

/** {@code lens_effective(schema, table)}: the mapping of each column of a deployed table. */
final class EffectiveFunction implements TableMacro {
  private static final List<String> COLUMNS =
      List.of(
          "logical_column",
          "source",
          "inverse",
          "advertised_member",
          "advertisement_anchor",
          "effective_sql");
  private final CatalogState state;

  EffectiveFunction(CatalogState state) {
    this.state = state;
  }

  @Override
  public List<FunctionParameter> getParameters() {
    return new ReflectiveFunctionBase.ParameterListBuilder()
        .add(String.class, "schema")
        .add(String.class, "table")
        .build();
  }

  @Override
  public TranslatableTable apply(List<? extends @Nullable Object> arguments) {
    if (arguments.get(0) == null && arguments.get(1) == null) {
      return new Rows(List.of());
    }
    String schema = String.valueOf(arguments.get(0));
    String name = String.valueOf(arguments.get(1));
    DeployedTable table =
        state
            .deployed(schema, name)
            .orElseThrow(
                () ->
                    LensException.of(
                        LensCode.UNKNOWN_TABLE, RESOURCE.noDeployedTable(schema + "." + name)));
    return new Rows(SystemRows.effective(table));
  }

  /** A table that is its rows. */
  private static final class Rows extends AbstractTable implements TranslatableTable {
    private final List<Object[]> rows;

    Rows(List<Object[]> rows) {
      this.rows = List.copyOf(rows);
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory typeFactory) {
      return SystemTables.type(COLUMNS, typeFactory);
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
      RexBuilder builder = context.getCluster().getRexBuilder();
      RelDataType rowType = relOptTable.getRowType();
      ImmutableList.Builder<ImmutableList<RexLiteral>> tuples = ImmutableList.builder();
      for (Object[] row : rows) {
        ImmutableList.Builder<RexLiteral> tuple = ImmutableList.builder();
        for (int i = 0; i < row.length; i++) {
          RelDataType type = rowType.getFieldList().get(i).getType();
          tuple.add(
              row[i] == null
                  ? builder.makeNullLiteral(type)
                  : builder.makeCharLiteral(
                      new NlsString((String) row[i], "UTF-8", SqlCollation.IMPLICIT)));
        }
        tuples.add(tuple.build());
      }
      return LogicalValues.create(context.getCluster(), rowType, tuples.build());
    }
  }
}
