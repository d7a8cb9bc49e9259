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
package io.calcitelens.ddl.jdbc;

import static java.util.Objects.requireNonNull;

import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.prepare.CalciteSqlValidator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.apache.calcite.util.Static;
import org.checkerframework.checker.nullness.qual.Nullable;

/** Calcite's validator with the settings that every statement of this driver is validated by. */
final class LensValidator extends CalciteSqlValidator {
  LensValidator(
      SqlOperatorTable operators,
      CalciteCatalogReader catalogReader,
      JavaTypeFactory typeFactory,
      Config config) {
    super(operators, catalogReader, typeFactory, config);
  }

  @Override
  public SqlNode validate(SqlNode topNode) {
    return PlanningStep.timed("validate", () -> super.validate(topNode));
  }

  /**
   * What a written value must be assignable to. Not null and lengths are left out: they are judged
   * on the rows, where a value that is too long is refused and not cut.
   */
  @Override
  protected RelDataType createTargetRowType(
      SqlValidatorTable table,
      @Nullable SqlNodeList targetColumnList,
      boolean append,
      @Nullable SqlIdentifier targetTableAlias) {
    RelDataType declared =
        super.createTargetRowType(table, targetColumnList, append, targetTableAlias);
    RelDataTypeFactory.Builder builder = typeFactory.builder();
    for (RelDataTypeField field : declared.getFieldList()) {
      builder.add(field.getName(), withoutLimits(field.getType()));
    }
    return builder.build();
  }

  /** Calcite looks for the place of a fault among the assignments by the number of the column. */
  @Override
  protected void checkTypeAssignment(
      @Nullable SqlValidatorScope sourceScope,
      SqlValidatorTable table,
      RelDataType sourceRowType,
      RelDataType targetRowType,
      SqlNode query) {
    if (!(query instanceof SqlUpdate update)) {
      super.checkTypeAssignment(sourceScope, table, sourceRowType, targetRowType, query);
      return;
    }
    int first = sourceRowType.getFieldCount() - update.getSourceExpressionList().size();
    for (int i = first; i < sourceRowType.getFieldCount(); i++) {
      SqlNode value = update.getSourceExpressionList().get(i - first);
      RelDataType source = sourceRowType.getFieldList().get(i).getType();
      RelDataTypeField column = targetRowType.getFieldList().get(i);
      if (!(value instanceof SqlDynamicParam)
          && !SqlTypeUtil.canAssignFrom(column.getType(), source)) {
        throw newValidationError(
            value,
            Static.RESOURCE.typeNotAssignable(
                column.getName(),
                column.getType().toString(),
                sourceRowType.getFieldNames().get(i),
                source.toString()));
      }
    }
  }

  private RelDataType withoutLimits(RelDataType type) {
    RelDataType open =
        switch (type.getSqlTypeName()) {
          case CHAR, VARCHAR ->
              typeFactory.createTypeWithCharsetAndCollation(
                  typeFactory.createSqlType(SqlTypeName.VARCHAR),
                  requireNonNull(type.getCharset(), "charset"),
                  requireNonNull(type.getCollation(), "collation"));
          case BINARY, VARBINARY -> typeFactory.createSqlType(SqlTypeName.VARBINARY);
          default -> type;
        };
    return typeFactory.createTypeWithNullability(open, true);
  }
}
