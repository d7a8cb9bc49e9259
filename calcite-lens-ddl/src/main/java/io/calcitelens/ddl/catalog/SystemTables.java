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

import io.calcitelens.adapters.LensTypes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.DataContext;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.ScannableTable;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.type.SqlTypeName;

/** The schema {@code lens}: what is deployed, as tables. */
final class SystemTables {
  /**
   * One system table. A column's name is followed by {@code #} if it is a number and {@code ?} if
   * it is true or false; all others are text.
   */
  private record Spec(
      String name, List<String> columns, Function<SystemRows, List<Object[]>> rows) {}

  private static final List<Spec> SPECS =
      List.of(
          new Spec(
              "columns",
              List.of(
                  "logical_schema",
                  "logical_table",
                  "logical_column",
                  "ordinal_position#",
                  "type_name",
                  "nullable?",
                  "kind",
                  "updatable?",
                  "insertable?",
                  "member_table",
                  "basis_column",
                  "inverse",
                  "verdict",
                  "reason"),
              SystemRows::columns),
          new Spec(
              "tables",
              List.of(
                  "logical_schema",
                  "logical_table",
                  "basis_schema",
                  "anchor",
                  "insertable?",
                  "updatable?",
                  "deletable?",
                  "reason"),
              SystemRows::tables),
          new Spec(
              "obligations",
              List.of(
                  "logical_schema",
                  "logical_table",
                  "constraint_name",
                  "constraint_kind",
                  "obligation",
                  "detail"),
              SystemRows::obligations),
          new Spec(
              "effective",
              List.of(
                  "logical_schema",
                  "logical_table",
                  "logical_column",
                  "source",
                  "inverse",
                  "advertised_member",
                  "advertisement_anchor",
                  "effective_sql"),
              SystemRows::effective),
          new Spec(
              "keys",
              List.of(
                  "logical_schema",
                  "logical_table",
                  "constraint_name",
                  "kind",
                  "key_seq#",
                  "logical_column"),
              SystemRows::keys),
          new Spec(
              "foreign_keys",
              List.of(
                  "constraint_name",
                  "key_seq#",
                  "logical_schema",
                  "logical_table",
                  "logical_column",
                  "referenced_schema",
                  "referenced_table",
                  "referenced_column",
                  "on_update",
                  "on_delete"),
              SystemRows::foreignKeys),
          new Spec(
              "tags",
              List.of(
                  "schema_name",
                  "table_name",
                  "column_name",
                  "constraint_name",
                  "tag",
                  "tag_value"),
              SystemRows::tags),
          new Spec(
              "snapshots",
              List.of(
                  "logical_schema",
                  "generation#",
                  "logical_table",
                  "get_body",
                  "basis_hash",
                  "deployed_at"),
              SystemRows::snapshots),
          new Spec(
              "advisories",
              List.of(
                  "logical_schema",
                  "logical_table",
                  "code",
                  "constraint_name",
                  "column_name",
                  "message"),
              SystemRows::advisories),
          new Spec(
              "transactions",
              List.of("transaction_id", "store", "state", "since", "detail"),
              SystemRows::transactions),
          new Spec(
              "sessions",
              List.of(
                  "session_id#",
                  "user_name",
                  "kind",
                  "address",
                  "admin?",
                  "schema_name",
                  "state",
                  "open_statements#",
                  "connected_at",
                  "last_used_at"),
              SystemRows::sessions),
          new Spec("plans", List.of("text", "hits#", "planning_ms#"), SystemRows::plans));

  private SystemTables() {}

  /** Adds the system schema and the functions over it to a root schema. */
  static void addTo(CalciteSchema root, CatalogState state) {
    Schema schema = new AbstractSchema();
    CalciteSchema added = root.add(CatalogState.SYSTEM_SCHEMA, schema);
    SystemRows rows = new SystemRows(state);
    for (Spec spec : SPECS) {
      added.add(spec.name(), new SystemTable(spec, rows));
    }
    root.plus().add("lens_effective", new EffectiveFunction(state));
  }

  /** The types of the system tables, by name. */
  static Map<String, RelDataType> types() {
    Map<String, RelDataType> types = new LinkedHashMap<>();
    SPECS.forEach(s -> types.put(s.name(), type(s.columns(), LensTypes.FACTORY)));
    return types;
  }

  /** The row type that a list of column specifications means. */
  static RelDataType type(List<String> columns, RelDataTypeFactory factory) {
    RelDataTypeFactory.Builder builder = factory.builder();
    for (String column : columns) {
      if (column.endsWith("#")) {
        builder.add(column.substring(0, column.length() - 1), SqlTypeName.INTEGER);
      } else if (column.endsWith("?")) {
        builder.add(column.substring(0, column.length() - 1), SqlTypeName.BOOLEAN);
      } else {
        builder.add(column, SqlTypeName.VARCHAR);
      }
      builder.nullable(true);
    }
    return builder.build();
  }

  /** A table whose rows are those of one state. */
  private static final class SystemTable extends AbstractTable implements ScannableTable {
    private final Spec spec;
    private final SystemRows rows;

    SystemTable(Spec spec, SystemRows rows) {
      this.spec = spec;
      this.rows = rows;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory typeFactory) {
      return type(spec.columns(), typeFactory);
    }

    @Override
    public Schema.TableType getJdbcTableType() {
      return Schema.TableType.SYSTEM_TABLE;
    }

    @Override
    public Enumerable<Object[]> scan(DataContext root) {
      return Linq4j.asEnumerable(spec.rows().apply(rows));
    }
  }
}
