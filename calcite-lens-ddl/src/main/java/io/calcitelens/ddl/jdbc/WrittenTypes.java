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

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * The types in which the rows of an insert reach the engine. Calcite would bring them to those of
 * the columns, and round a number, or keep the last bits of one that does not fit.
 */
final class WrittenTypes {
  private WrittenTypes() {}

  /** The target's types, apart from numbers and moments, which keep their own. */
  static RelDataType of(RelDataType source, RelDataType target, RelDataTypeFactory factory) {
    if (source.getFieldCount() != target.getFieldCount()) {
      return target;
    }
    List<RelDataTypeField> written = source.getFieldList();
    RelDataTypeFactory.Builder builder = factory.builder();
    for (RelDataTypeField column : target.getFieldList()) {
      RelDataType own = written.get(column.getIndex()).getType();
      builder.add(
          column.getName(),
          isRounded(own, column.getType())
              ? factory.createTypeWithNullability(own, true)
              : column.getType());
    }
    return builder.build();
  }

  private static boolean isRounded(RelDataType own, RelDataType column) {
    return SqlTypeUtil.isNumeric(own) && SqlTypeUtil.isNumeric(column)
        || SqlTypeUtil.isDatetime(own) && own.getSqlTypeName() == column.getSqlTypeName();
  }
}
