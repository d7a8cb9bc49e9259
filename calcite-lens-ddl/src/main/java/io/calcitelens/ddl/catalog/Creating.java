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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.jdbc.JdbcBasisTable;
import io.calcitelens.adapters.schema.ColumnDefinition;
import io.calcitelens.adapters.schema.TableDefinition;
import io.calcitelens.ddl.deploy.BodyPlanner;
import io.calcitelens.ddl.parser.DeclarationChecks;
import io.calcitelens.ddl.parser.SqlCreateTableNode;
import io.calcitelens.ddl.parser.SqlCreateViewNode;
import io.calcitelens.ddl.parser.SqlTableDeclaration;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.ddl.SqlCreateFunction;
import org.apache.calcite.sql.ddl.SqlCreateSchema;
import org.apache.calcite.sql.ddl.SqlCreateType;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code create}, over a draft of the catalog. */
final class Creating {
  private final CatalogDraft draft;
  private final PhysicalSchemas physical;
  private final SchemaNames names;

  Creating(CatalogDraft draft, PhysicalSchemas physical, SchemaNames names) {
    this.draft = draft;
    this.physical = physical;
    this.names = names;
  }

  static String objectKey(String kind, String name) {
    return kind + " " + name;
  }

  void createSchema(SqlCreateSchema create) {
    String name = Faults.last(create.name);
    if (draft.bases.containsKey(name)
        || draft.declarations.containsKey(name)
        || name.equalsIgnoreCase(CatalogState.SYSTEM_SCHEMA)) {
      if (create.ifNotExists) {
        return;
      }
      throw Faults.at(LensCode.DUPLICATE, create.name, RESOURCE.schemaExists(name));
    }
    draft.bases.put(
        name,
        new BasisSchema(
            name, BasisSchema.Origin.CREATED, List.of(), Optional.empty(), Optional.empty()));
  }

  /**
   * Makes a table.
   *
   * @return the insert that fills it, if it is made from a query
   */
  Optional<SqlInsert> createTable(SqlCreateTableNode create) {
    SqlTableDeclaration declaration = create.declaration();
    DeclarationChecks.check(declaration);
    SchemaNames.Qualified target = names.resolve(declaration.name());
    BasisSchema basis = schemaForTable(declaration, target);
    Optional<BasisRelation> existing = basis.relation(target.name());
    if (existing.isPresent() || isView(target)) {
      if (create.ifNotExists()) {
        return Optional.empty();
      }
      if (!create.replace() || isView(target)) {
        throw Faults.at(
            LensCode.DUPLICATE, declaration.name(), RESOURCE.relationExists(target.toString()));
      }
      replace(basis, existing.get(), declaration);
    }
    List<BasisRelation> relations = new ArrayList<>();
    for (BasisRelation relation : basis.relations()) {
      if (!relation.name().equalsIgnoreCase(target.name())) {
        relations.add(relation);
      }
    }
    physical.create(basis.name(), declaration, definition(create, target)).stream()
        .filter(r -> r.name().equalsIgnoreCase(target.name()))
        .forEach(relations::add);
    draft.bases.put(basis.name(), basis.withRelations(relations));
    return create.query().map(query -> insert(basis.name(), target.name(), query));
  }

  private BasisSchema schemaForTable(
      SqlTableDeclaration declaration, SchemaNames.Qualified target) {
    BasisSchema basis = draft.bases.get(target.schema());
    if (basis != null && basis.origin() != BasisSchema.Origin.MODEL) {
      return basis;
    }
    if (basis != null) {
      throw Faults.at(
          LensCode.NOT_SUPPORTED, declaration.name(), RESOURCE.modelSchema(basis.name()));
    }
    throw draft.deployed.containsKey(target.schema())
        ? Faults.at(
            LensCode.NOT_SUPPORTED,
            declaration.name(),
            RESOURCE.tableInDesign(target.toString(), target.schema()))
        : Faults.at(
            LensCode.UNKNOWN_TABLE, declaration.name(), RESOURCE.unknownSchema(target.schema()));
  }

  private boolean isView(SchemaNames.Qualified target) {
    return draft.views.containsKey(CatalogState.viewKey(target.schema(), target.name()));
  }

  private void replace(BasisSchema basis, BasisRelation existing, SqlTableDeclaration declaration) {
    Dependents dependents = Dependents.ofRelation(draft.freeze(0), basis.name(), existing.name());
    if (!dependents.isEmpty()) {
      throw Faults.at(
          LensCode.DEPENDENTS,
          declaration.name(),
          RESOURCE.dependents(
              "the table " + basis.name() + "." + existing.name(), dependents.words()));
    }
    if (existing.table() instanceof JdbcBasisTable table) {
      physical.drop(basis.name(), table);
    }
  }

  private TableDefinition definition(SqlCreateTableNode create, SchemaNames.Qualified target) {
    List<LensException> faults = new ArrayList<>();
    CatalogState state = draft.freeze(0);
    SqlTableDeclaration declaration = create.declaration();
    TableDefinition definition =
        DefinitionReader.read(
            target.schema(),
            target.name(),
            declaration,
            List.of(),
            new BodyPlanner(state.rootSchema()).validator(),
            faults);
    if (!faults.isEmpty()) {
      throw LensException.all(faults);
    }
    if (create.query().isEmpty() || !definition.columns().isEmpty()) {
      return definition;
    }
    RelDataType type =
        new BodyPlanner(state.rootSchema(), names.path())
            .plan(create.query().get(), Site.table(target.toString()))
            .project()
            .getRowType();
    List<ColumnDefinition> columns = new ArrayList<>();
    for (RelDataTypeField field : type.getFieldList()) {
      columns.add(
          new ColumnDefinition(
              field.getName(),
              field.getType(),
              Optional.empty(),
              BasisColumn.Generation.NONE,
              Optional.empty()));
    }
    return new TableDefinition(
        target.name(),
        columns,
        definition.primaryKey(),
        definition.uniques(),
        definition.checks(),
        definition.foreignKeys(),
        List.of());
  }

  private static SqlInsert insert(String schema, String table, SqlNode query) {
    SqlParserPos pos = query.getParserPosition();
    return new SqlInsert(
        pos, SqlNodeList.EMPTY, new SqlIdentifier(List.of(schema, table), pos), query, null);
  }

  void createView(SqlCreateViewNode create) {
    SchemaNames.Qualified target = names.resolve(create.name());
    BasisSchema basis = draft.bases.get(target.schema());
    if (basis == null) {
      throw Faults.at(
          LensCode.UNKNOWN_TABLE, create.name(), RESOURCE.unknownSchema(target.schema()));
    }
    String key = CatalogState.viewKey(target.schema(), target.name());
    if (basis.relation(target.name()).isPresent()
        || draft.views.containsKey(key) && !create.replace()) {
      throw Faults.at(
          LensCode.DUPLICATE, create.name(), RESOURCE.relationExists(target.toString()));
    }
    PlainView view =
        new PlainView(
            basis.name(),
            target.name(),
            create.columns().stream().map(SqlIdentifier::getSimple).toList(),
            create.query(),
            names.path(),
            false);
    draft.views.remove(key);
    requireCompiles(view, key);
  }

  private void requireCompiles(PlainView view, String key) {
    draft.views.put(key, view);
    RootSchemas compiled = draft.freeze(0).compiled();
    Optional<LensException> fault = compiled.fault(view);
    if (fault.isPresent()) {
      throw fault.get();
    }
    for (PlainView other : draft.views.values()) {
      compiled
          .fault(other)
          .ifPresent(
              e -> {
                throw e;
              });
    }
  }

  void createType(SqlCreateType create) {
    put("type", create.name, create, create.getReplace());
    CatalogState state = draft.freeze(0);
    String name = Faults.last(create.name);
    state.rootSchema().getType(name, false).getType().apply(LensTypes.FACTORY);
  }

  void createFunction(SqlCreateFunction create) {
    CreatedObjects.function(create);
    put("function", (SqlIdentifier) create.getOperandList().get(2), create, create.getReplace());
  }

  private void put(String kind, SqlIdentifier name, SqlNode statement, boolean replace) {
    String key = objectKey(kind, Faults.last(name));
    if (draft.objects.containsKey(key) && !replace) {
      throw Faults.at(LensCode.DUPLICATE, name, RESOURCE.relationExists(Faults.last(name)));
    }
    draft.objects.put(key, statement);
  }
}
