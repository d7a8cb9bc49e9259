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

import java.lang.reflect.Type;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.SqlType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;

/** Describes the columns of results to clients. */
final class ResultColumns {
  private final JavaTypeFactory typeFactory;

  ResultColumns(JavaTypeFactory typeFactory) {
    this.typeFactory = typeFactory;
  }

  /** One text column, as commands answer. */
  List<ColumnMetaData> text(String label) {
    RelDataType type =
        typeFactory.createTypeWithNullability(typeFactory.createSqlType(SqlTypeName.VARCHAR), true);
    return List.of(column(0, label, type, Origin.NONE));
  }

  /** Columns that come from no table. */
  List<ColumnMetaData> of(RelDataType rowType) {
    List<ColumnMetaData> columns = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      columns.add(column(field.getIndex(), field.getName(), field.getType(), Origin.NONE));
    }
    return columns;
  }

  /** Columns with the table's column that each comes straight from. */
  List<ColumnMetaData> of(RelDataType rowType, List<Origin> origins) {
    List<ColumnMetaData> columns = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      columns.add(
          column(
              field.getIndex(), field.getName(), field.getType(), origins.get(field.getIndex())));
    }
    return columns;
  }

  private ColumnMetaData column(int ordinal, String label, RelDataType planned, Origin origin) {
    RelDataType type = origin.client().map(ClientColumn::type).orElse(planned);
    boolean writable = origin.client().map(ClientColumn::writable).orElse(false);
    ColumnMetaData.AvaticaType avaticaType = avaticaType(type);
    int precision = Math.max(type.getPrecision(), 0);
    return new ColumnMetaData(
        ordinal,
        origin.client().map(ClientColumn::autoIncrement).orElse(false),
        true,
        true,
        false,
        type.isNullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
        SqlTypeName.NUMERIC_TYPES.contains(type.getSqlTypeName()),
        precision,
        label,
        origin.column().orElse(label),
        origin.schema().orElse(""),
        precision,
        type.getScale() == RelDataType.SCALE_NOT_SPECIFIED ? 0 : type.getScale(),
        origin.table().orElse(""),
        "",
        avaticaType,
        !writable,
        writable,
        writable,
        avaticaType.columnClassName());
  }

  private ColumnMetaData.AvaticaType avaticaType(RelDataType type) {
    String name = typeName(type);
    RelDataType component = type.getComponentType();
    if (component != null) {
      Type javaClass = typeFactory.getJavaClass(component);
      return ColumnMetaData.array(avaticaType(component), name, ColumnMetaData.Rep.of(javaClass));
    }
    int jdbcType = type.getSqlTypeName().getJdbcOrdinal();
    if (jdbcType == Types.STRUCT && type.isStruct()) {
      List<ColumnMetaData> fields = new ArrayList<>();
      for (RelDataTypeField field : type.getFieldList()) {
        fields.add(column(field.getIndex(), field.getName(), field.getType(), Origin.NONE));
      }
      return ColumnMetaData.struct(fields);
    }
    return ColumnMetaData.scalar(
        jdbcType, name, ColumnMetaData.Rep.of(typeFactory.getJavaClass(type)));
  }

  /** The name of a type without precision, scale or nullability. */
  static String typeName(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case ARRAY, MULTISET, MAP, ROW -> type.toString();
      default -> type.getSqlTypeName().getName();
    };
  }

  /** The JDBC type of a Calcite type. */
  static int jdbcType(RelDataType type) {
    int ordinal = type.getSqlTypeName().getJdbcOrdinal();
    return type.getSqlTypeName() == SqlTypeName.ANY ? SqlType.JAVA_OBJECT.id : ordinal;
  }

  /**
   * Where a result's column comes straight from.
   *
   * @param client how the table shows the column to clients
   */
  record Origin(
      Optional<String> schema,
      Optional<String> table,
      Optional<String> column,
      Optional<ClientColumn> client) {
    static final Origin NONE =
        new Origin(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** The same, with the planned type where its values cannot be told as the client's type. */
    Origin telling(RelDataType planned) {
      return new Origin(
          schema,
          table,
          column,
          client.map(
              c ->
                  RowConversion.isPossible(planned, c.type())
                      ? c
                      : new ClientColumn(planned, c.writable(), c.autoIncrement())));
    }
  }
}
