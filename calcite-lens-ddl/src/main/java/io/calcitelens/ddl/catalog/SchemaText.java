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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.ddl.parser.SqlColumnDeclarationNode;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.ddl.parser.SqlTableConstraint;
import io.calcitelens.ddl.parser.SqlTableDeclaration;
import io.calcitelens.ddl.parser.SqlTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** The declaration that would make a schema which nobody declared. */
final class SchemaText {
  private static final SqlParserPos POS = SqlParserPos.ZERO;

  private SchemaText() {}

  static SqlDeclareSchema declaration(BasisSchema schema) {
    List<SqlNode> items = new ArrayList<>();
    for (BasisRelation relation : schema.relations()) {
      items.add(table(relation));
    }
    return new SqlDeclareSchema(
        POS, false, identifier(schema.name()), Optional.empty(), items, SqlTags.NONE);
  }

  private static SqlTableDeclaration table(BasisRelation relation) {
    List<SqlColumnDeclarationNode> columns = new ArrayList<>();
    RelDataType type = relation.table().getRowType(LensTypes.FACTORY);
    for (RelDataTypeField field : type.getFieldList()) {
      columns.add(
          new SqlColumnDeclarationNode(
              POS,
              identifier(field.getName()),
              spec(field.getType()),
              !field.getType().isNullable(),
              Optional.empty(),
              generation(relation, field.getIndex()),
              Optional.empty(),
              SqlTags.NONE));
    }
    return new SqlTableDeclaration(
        POS,
        identifier(relation.name()),
        columns,
        relation.basis().map(SchemaText::constraints).orElse(List.of()),
        Optional.empty(),
        SqlTags.NONE);
  }

  /** Identity can be written without its options; other generation cannot. */
  private static BasisColumn.Generation generation(BasisRelation relation, int ordinal) {
    BasisColumn.Generation generation =
        relation
            .basis()
            .map(t -> t.columns().get(ordinal).generation())
            .orElse(BasisColumn.Generation.NONE);
    return generation == BasisColumn.Generation.COMPUTED ? BasisColumn.Generation.NONE : generation;
  }

  private static SqlDataTypeSpec spec(RelDataType type) {
    return SqlTypeUtil.convertTypeToSpec(type, null, -1, -1).withNullable(null);
  }

  private static List<SqlTableConstraint> constraints(BasisTable table) {
    List<SqlTableConstraint> constraints = new ArrayList<>();
    for (BasisKey key : table.keys()) {
      List<SqlIdentifier> columns =
          key.columns().stream().map(c -> identifier(table.columns().get(c).name())).toList();
      constraints.add(
          constraint(
              key.primary() ? SqlTableConstraint.Kind.PRIMARY_KEY : SqlTableConstraint.Kind.UNIQUE,
              columns));
    }
    for (BasisForeignKey key : table.foreignKeys()) {
      constraints.add(
          new SqlTableConstraint(
              POS,
              SqlTableConstraint.Kind.FOREIGN_KEY,
              Optional.empty(),
              key.childColumns().stream().map(SchemaText::identifier).toList(),
              Optional.empty(),
              Optional.of(identifier(key.parent().name())),
              key.parentColumns().stream().map(SchemaText::identifier).toList(),
              key.onUpdate(),
              key.onDelete(),
              Optional.empty(),
              SqlTags.NONE));
    }
    return constraints;
  }

  private static SqlTableConstraint constraint(
      SqlTableConstraint.Kind kind, List<SqlIdentifier> columns) {
    return new SqlTableConstraint(
        POS,
        kind,
        Optional.empty(),
        columns,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        ReferentialAction.NO_ACTION,
        ReferentialAction.NO_ACTION,
        Optional.empty(),
        SqlTags.NONE);
  }

  private static SqlIdentifier identifier(String name) {
    return new SqlIdentifier(name, POS);
  }
}
