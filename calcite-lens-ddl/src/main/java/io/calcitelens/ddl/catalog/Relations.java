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
import io.calcitelens.adapters.TableId;
import io.calcitelens.ddl.deploy.DeployedSchema;
import io.calcitelens.ddl.parser.LensParsers;
import io.calcitelens.prover.LogicalColumn;
import io.calcitelens.prover.LogicalConstraint;
import io.calcitelens.prover.LogicalTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;

/** Describes every relation of a state as clients see it. */
final class Relations {
  private final CatalogState state;
  private final List<RelationDescription> all = new ArrayList<>();

  Relations(CatalogState state) {
    this.state = state;
  }

  List<RelationDescription> all() {
    for (BasisSchema basis : state.bases()) {
      for (BasisRelation relation : basis.relations()) {
        all.add(basis(basis, relation));
      }
    }
    for (DeployedSchema deployed : state.deployed()) {
      for (LogicalTable table : deployed.logical()) {
        all.add(logical(deployed, table));
      }
    }
    for (PlainView view : state.views()) {
      state
          .compiled()
          .view(view)
          .ifPresent(
              compiled ->
                  all.add(
                      plain(
                          view.schema(),
                          view.name(),
                          "VIEW",
                          compiled.table().getRowType(LensTypes.FACTORY))));
    }
    SystemTables.types()
        .forEach(
            (name, type) -> all.add(plain(CatalogState.SYSTEM_SCHEMA, name, "SYSTEM TABLE", type)));
    return all;
  }

  private static RelationDescription plain(
      String schema, String name, String kind, RelDataType type) {
    List<RelationDescription.Column> columns = new ArrayList<>();
    for (RelDataTypeField field : type.getFieldList()) {
      columns.add(
          new RelationDescription.Column(
              field.getName(), field.getType(), Optional.empty(), BasisColumn.Generation.NONE));
    }
    return new RelationDescription(schema, name, kind, "", columns, List.of(), List.of());
  }

  private RelationDescription basis(BasisSchema schema, BasisRelation relation) {
    if (relation.basis().isEmpty()) {
      return plain(
          schema.name(), relation.name(), "TABLE", relation.table().getRowType(LensTypes.FACTORY));
    }
    BasisTable table = relation.basis().get();
    List<RelationDescription.Column> columns =
        table.columns().stream()
            .map(
                c ->
                    new RelationDescription.Column(
                        c.name(), c.type(), c.defaultSql(), c.generation()))
            .toList();
    List<RelationDescription.Key> keys = new ArrayList<>();
    for (BasisKey key : table.keys()) {
      keys.add(
          new RelationDescription.Key(
              key.name(),
              key.primary(),
              key.columns().stream().map(c -> table.columns().get(c).name()).toList()));
    }
    List<RelationDescription.Reference> references = new ArrayList<>();
    for (BasisForeignKey key : table.foreignKeys()) {
      references.add(
          new RelationDescription.Reference(
              key.name(),
              key.childColumns(),
              schemaOf(key.parent(), schema),
              key.parent().name(),
              key.parentColumns(),
              key.onUpdate(),
              key.onDelete()));
    }
    return new RelationDescription(
        schema.name(),
        relation.name(),
        table.store().isPresent() ? "TABLE" : "VIEW",
        "",
        columns,
        keys,
        references);
  }

  /** The name under which the schema of a stored table is known here. */
  private String schemaOf(TableId id, BasisSchema own) {
    return state.bases().stream()
        .filter(
            b ->
                b.relations().stream()
                    .anyMatch(r -> r.basis().filter(t -> t.id().equals(id)).isPresent()))
        .map(BasisSchema::name)
        .findFirst()
        .orElse(own.name());
  }

  private RelationDescription logical(DeployedSchema schema, LogicalTable table) {
    List<RelationDescription.Column> columns = new ArrayList<>();
    for (LogicalColumn column : table.columns()) {
      columns.add(
          new RelationDescription.Column(
              column.name(),
              column.type(),
              column.defaultValue().map(LensParsers::toSql),
              BasisColumn.Generation.NONE));
    }
    List<RelationDescription.Key> keys = new ArrayList<>();
    List<RelationDescription.Reference> references = new ArrayList<>();
    for (LogicalConstraint constraint : table.constraints()) {
      if (constraint instanceof LogicalConstraint.Key key && key.where().isEmpty()) {
        keys.add(
            new RelationDescription.Key(key.name(), key.primary(), names(table, key.columns())));
      } else if (constraint instanceof LogicalConstraint.ForeignKey key) {
        references.add(reference(table, key));
      }
    }
    return new RelationDescription(
        schema.name(),
        table.name(),
        "TABLE",
        "designed table, read through the lens for " + schema.name() + " over " + schema.basis(),
        columns,
        keys,
        references);
  }

  static List<String> names(LogicalTable table, List<Integer> ordinals) {
    return ordinals.stream().map(c -> table.columns().get(c).name()).toList();
  }

  private RelationDescription.Reference reference(
      LogicalTable table, LogicalConstraint.ForeignKey key) {
    return new RelationDescription.Reference(
        key.name(),
        names(table, key.columns()),
        key.referencedSchema(),
        key.referencedTable(),
        referencedColumns(state, key),
        key.onUpdate(),
        key.onDelete());
  }

  /** The referenced columns by name; those of the primary key where none are named. */
  static List<String> referencedColumns(CatalogState state, LogicalConstraint.ForeignKey key) {
    if (!key.referencedColumns().isEmpty()) {
      return key.referencedColumns();
    }
    return state
        .design(key.referencedSchema(), key.referencedTable())
        .flatMap(t -> t.primaryKey().map(k -> names(t, k.columns())))
        .orElse(List.of());
  }
}
