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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.ddl.catalog.RelationDescription;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** The results of {@code DatabaseMetaData}, with the columns that JDBC prescribes. */
final class MetadataRows {
  private static final int DEFERRABILITY = DatabaseMetaData.importedKeyNotDeferrable;
  private static final int RADIX = 10;

  private MetadataRows() {}

  static ResultSet tables(LensConnection connection, List<RelationDescription> relations)
      throws SQLException {
    List<Object[]> rows = new ArrayList<>();
    relations.stream()
        .sorted(
            Comparator.comparing(RelationDescription::kind)
                .thenComparing(RelationDescription::schema)
                .thenComparing(RelationDescription::name))
        .forEach(
            r ->
                rows.add(
                    new Object[] {
                      null,
                      r.schema(),
                      r.name(),
                      r.kind(),
                      r.remarks(),
                      null,
                      null,
                      null,
                      null,
                      null
                    }));
    return result(
        connection,
        "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
            + " SELF_REFERENCING_COL_NAME REF_GENERATION",
        rows);
  }

  static ResultSet columns(
      LensConnection connection, List<RelationDescription> relations, Predicate<String> names)
      throws SQLException {
    List<Object[]> rows = new ArrayList<>();
    relations.stream().sorted(byName()).forEach(r -> addColumns(rows, r, names));
    return result(
        connection,
        "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME #DATA_TYPE TYPE_NAME #COLUMN_SIZE"
            + " #BUFFER_LENGTH #DECIMAL_DIGITS #NUM_PREC_RADIX #NULLABLE REMARKS COLUMN_DEF"
            + " #SQL_DATA_TYPE #SQL_DATETIME_SUB #CHAR_OCTET_LENGTH #ORDINAL_POSITION"
            + " IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE #SOURCE_DATA_TYPE"
            + " IS_AUTOINCREMENT IS_GENERATEDCOLUMN",
        rows);
  }

  private static Comparator<RelationDescription> byName() {
    return Comparator.comparing(RelationDescription::schema)
        .thenComparing(RelationDescription::name);
  }

  private static void addColumns(
      List<Object[]> rows, RelationDescription relation, Predicate<String> names) {
    int position = 0;
    for (RelationDescription.Column column : relation.columns()) {
      position++;
      if (!names.test(column.name())) {
        continue;
      }
      RelDataType type = column.type();
      boolean counts =
          column.generation() == BasisColumn.Generation.IDENTITY_ALWAYS
              || column.generation() == BasisColumn.Generation.IDENTITY_BY_DEFAULT;
      boolean computed = column.generation() == BasisColumn.Generation.COMPUTED;
      Integer size = type.getPrecision() < 0 ? null : type.getPrecision();
      rows.add(
          new Object[] {
            null,
            relation.schema(),
            relation.name(),
            column.name(),
            ResultColumns.jdbcType(type),
            ResultColumns.typeName(type),
            size,
            null,
            type.getScale() == RelDataType.SCALE_NOT_SPECIFIED ? null : type.getScale(),
            RADIX,
            type.isNullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
            "",
            column.defaultText().orElse(null),
            null,
            null,
            size,
            position,
            type.isNullable() ? "YES" : "NO",
            null,
            null,
            null,
            null,
            counts ? "YES" : "NO",
            computed ? "YES" : "NO"
          });
    }
  }

  static ResultSet schemas(LensConnection connection, List<String> names) throws SQLException {
    return result(
        connection,
        "TABLE_SCHEM TABLE_CATALOG",
        names.stream().sorted().map(name -> new Object[] {name, null}).toList());
  }

  static ResultSet tableTypes(LensConnection connection) throws SQLException {
    return result(
        connection,
        "TABLE_TYPE",
        List.of(new Object[] {"SYSTEM TABLE"}, new Object[] {"TABLE"}, new Object[] {"VIEW"}));
  }

  static ResultSet primaryKeys(LensConnection connection, List<RelationDescription> relations)
      throws SQLException {
    List<Object[]> rows = new ArrayList<>();
    for (RelationDescription relation : relations) {
      primaryKey(relation)
          .ifPresent(
              key -> {
                for (int i = 0; i < key.columns().size(); i++) {
                  rows.add(
                      new Object[] {
                        null,
                        relation.schema(),
                        relation.name(),
                        key.columns().get(i),
                        i + 1,
                        key.name()
                      });
                }
              });
    }
    rows.sort(Comparator.comparing(row -> (String) row[3]));
    return result(
        connection, "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME #KEY_SEQ PK_NAME", rows);
  }

  private static Optional<RelationDescription.Key> primaryKey(RelationDescription relation) {
    return relation.keys().stream().filter(RelationDescription.Key::primary).findFirst();
  }

  static ResultSet bestRowIdentifier(LensConnection connection, List<RelationDescription> relations)
      throws SQLException {
    List<Object[]> rows = new ArrayList<>();
    for (RelationDescription relation : relations) {
      Optional<RelationDescription.Key> key =
          primaryKey(relation).or(() -> relation.keys().stream().findFirst());
      for (RelationDescription.Column column : relation.columns()) {
        if (key.isPresent()
            && key.get().columns().stream().anyMatch(column.name()::equalsIgnoreCase)) {
          rows.add(
              new Object[] {
                DatabaseMetaData.bestRowSession,
                column.name(),
                ResultColumns.jdbcType(column.type()),
                ResultColumns.typeName(column.type()),
                Math.max(column.type().getPrecision(), 0),
                null,
                null,
                DatabaseMetaData.bestRowNotPseudo
              });
        }
      }
    }
    return result(
        connection,
        "#SCOPE COLUMN_NAME #DATA_TYPE TYPE_NAME #COLUMN_SIZE #BUFFER_LENGTH #DECIMAL_DIGITS"
            + " #PSEUDO_COLUMN",
        rows);
  }

  static ResultSet indexes(LensConnection connection, List<RelationDescription> relations)
      throws SQLException {
    List<Object[]> rows = new ArrayList<>();
    for (RelationDescription relation : relations) {
      for (RelationDescription.Key key : relation.keys()) {
        for (int i = 0; i < key.columns().size(); i++) {
          rows.add(
              new Object[] {
                null,
                relation.schema(),
                relation.name(),
                false,
                null,
                key.name(),
                (int) DatabaseMetaData.tableIndexOther,
                i + 1,
                key.columns().get(i),
                "A",
                null,
                null,
                null
              });
        }
      }
    }
    return result(
        connection,
        "TABLE_CAT TABLE_SCHEM TABLE_NAME ?NON_UNIQUE INDEX_QUALIFIER INDEX_NAME #TYPE"
            + " #ORDINAL_POSITION COLUMN_NAME ASC_OR_DESC #CARDINALITY #PAGES"
            + " FILTER_CONDITION",
        rows);
  }

  /**
   * Foreign keys from the relations that {@code child} takes to those that {@code parent} takes.
   */
  static ResultSet foreignKeys(
      LensConnection connection,
      List<RelationDescription> relations,
      Predicate<RelationDescription> child,
      Predicate<RelationDescription> parent)
      throws SQLException {
    List<Object[]> rows = new ArrayList<>();
    for (RelationDescription from : relations) {
      if (!child.test(from)) {
        continue;
      }
      for (RelationDescription.Reference reference : from.references()) {
        relations.stream()
            .filter(r -> r.schema().equalsIgnoreCase(reference.schema()))
            .filter(r -> r.name().equalsIgnoreCase(reference.table()))
            .filter(parent)
            .findFirst()
            .ifPresent(to -> addReference(rows, from, reference, to));
      }
    }
    return result(
        connection,
        "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM"
            + " FKTABLE_NAME FKCOLUMN_NAME #KEY_SEQ #UPDATE_RULE #DELETE_RULE FK_NAME PK_NAME"
            + " #DEFERRABILITY",
        rows);
  }

  private static void addReference(
      List<Object[]> rows,
      RelationDescription from,
      RelationDescription.Reference reference,
      RelationDescription to) {
    String key = primaryKey(to).map(RelationDescription.Key::name).orElse(null);
    for (int i = 0; i < reference.columns().size(); i++) {
      rows.add(
          new Object[] {
            null,
            to.schema(),
            to.name(),
            i < reference.referencedColumns().size() ? reference.referencedColumns().get(i) : null,
            null,
            from.schema(),
            from.name(),
            reference.columns().get(i),
            i + 1,
            rule(reference.onUpdate()),
            rule(reference.onDelete()),
            reference.name(),
            key,
            DEFERRABILITY
          });
    }
  }

  private static int rule(ReferentialAction action) {
    return switch (action) {
      case CASCADE -> DatabaseMetaData.importedKeyCascade;
      case SET_NULL -> DatabaseMetaData.importedKeySetNull;
      case SET_DEFAULT -> DatabaseMetaData.importedKeySetDefault;
      case RESTRICT -> DatabaseMetaData.importedKeyRestrict;
      case NO_ACTION -> DatabaseMetaData.importedKeyNoAction;
    };
  }

  /**
   * A result.
   *
   * @param columns names, apart by spaces; {@code #} before a name makes it an integer, {@code ?} a
   *     boolean, others are texts
   */
  private static ResultSet result(LensConnection connection, String columns, List<Object[]> rows)
      throws SQLException {
    RelDataTypeFactory typeFactory = connection.getTypeFactory();
    RelDataTypeFactory.Builder rowType = typeFactory.builder();
    for (String column : columns.split(" ")) {
      SqlTypeName type =
          switch (column.charAt(0)) {
            case '#' -> SqlTypeName.INTEGER;
            case '?' -> SqlTypeName.BOOLEAN;
            default -> SqlTypeName.VARCHAR;
          };
      String name = type == SqlTypeName.VARCHAR ? column : column.substring(1);
      rowType.add(
          name, typeFactory.createTypeWithNullability(typeFactory.createSqlType(type), true));
    }
    LensStatement holder = (LensStatement) connection.createStatement();
    LensResultSet result =
        LensResultSet.open(
            connection,
            holder,
            new Outcome.Rows(
                new ResultColumns(connection.getTypeFactory()).of(rowType.build()),
                ResultRows.of(Linq4j.enumerator(rows))));
    holder.closeOnCompletion();
    return result;
  }
}
