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

import com.google.common.collect.ImmutableList;
import io.calcitelens.adapters.LensTypes;
import java.util.List;
import java.util.Properties;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;

/** Turns expressions over one row's columns into something that runs. */
final class RowExpressions {
  private final String tableName;
  private final RelDataType rowType;

  /**
   * @param tableName the name by which an expression may qualify a column
   * @param names the row's column names
   * @param types the row's column types; every column may be null here, whatever is declared
   */
  RowExpressions(String tableName, List<String> names, List<RelDataType> types) {
    this.tableName = tableName;
    RelDataTypeFactory.Builder builder = LensTypes.FACTORY.builder();
    for (int i = 0; i < names.size(); i++) {
      builder.add(names.get(i), LensTypes.FACTORY.createTypeWithNullability(types.get(i), true));
    }
    this.rowType = builder.build();
  }

  /** Expressions over the rows of a logical table. */
  static RowExpressions over(LogicalTable table) {
    return new RowExpressions(
        table.name(),
        table.columns().stream().map(LogicalColumn::name).toList(),
        table.columns().stream().map(LogicalColumn::type).toList());
  }

  /**
   * Compiles an expression.
   *
   * @throws org.apache.calcite.runtime.CalciteException if it does not validate
   */
  RowExpression compile(SqlNode expression) {
    CalciteSchema root = CalciteSchema.createRootSchema(false);
    root.add(
        tableName,
        new AbstractTable() {
          @Override
          public RelDataType getRowType(RelDataTypeFactory typeFactory) {
            return rowType;
          }
        });
    Properties properties = new Properties();
    properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "false");
    CalciteCatalogReader reader =
        new CalciteCatalogReader(
            root, List.of(), LensTypes.FACTORY, new CalciteConnectionConfigImpl(properties));
    SqlValidator validator =
        SqlValidatorUtil.newValidator(
            SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
                SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL),
            reader,
            LensTypes.FACTORY,
            SqlValidator.Config.DEFAULT
                .withConformance(SqlConformanceEnum.LENIENT)
                .withIdentifierExpansion(true));
    RexBuilder rexBuilder = new RexBuilder(LensTypes.FACTORY);
    RelOptCluster cluster = RelOptCluster.create(new VolcanoPlanner(), rexBuilder);
    SqlToRelConverter converter =
        new SqlToRelConverter(
            (type, sql, schemaPath, viewPath) -> {
              throw new UnsupportedOperationException("a view in an expression");
            },
            validator,
            reader,
            cluster,
            StandardConvertletTable.INSTANCE,
            SqlToRelConverter.config().withExpand(false));
    SqlParserPos zero = SqlParserPos.ZERO;
    SqlSelect select =
        new SqlSelect(
            zero,
            null,
            new SqlNodeList(ImmutableList.of(expression), zero),
            new SqlIdentifier(tableName, zero),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    RelNode rel = converter.convertQuery(select, true, true).rel;
    RexNode rex = ((Project) rel).getProjects().get(0);
    return new RowExpression(rexBuilder, rex, rowType);
  }

  /** Whether an expression holds a query, which a row expression cannot run. */
  static boolean holdsQuery(SqlNode expression) {
    boolean[] found = {false};
    expression.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            found[0] |= call.isA(SqlKind.QUERY);
            return super.visit(call);
          }
        });
    return found[0];
  }
}
