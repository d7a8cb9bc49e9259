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

import io.calcitelens.ddl.parser.DeclarationChecks;
import io.calcitelens.ddl.parser.SqlColumnDeclarationNode;
import io.calcitelens.ddl.parser.SqlDeclareLens;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.ddl.parser.SqlLensView;
import io.calcitelens.ddl.parser.SqlTableConstraint;
import io.calcitelens.ddl.parser.SqlTableDeclaration;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/** {@code declare}: records what is said, after checking what needs no other object. */
final class Declaring {
  private final CatalogDraft draft;

  Declaring(CatalogDraft draft) {
    this.draft = draft;
  }

  void declare(SqlDeclareSchema schema) {
    String name = schema.name().getSimple();
    List<LensException> faults = new ArrayList<>();
    DeclarationChecks.check(schema);
    requireFree(schema, name);
    checkTags(schema, faults);
    if (!faults.isEmpty()) {
      throw LensException.all(faults);
    }
    draft.declarations.put(name, schema.logical() ? schema : asStored(schema));
  }

  /**
   * A store tells spellings apart: a schema that is declared again keeps that of the first time.
   */
  private SqlDeclareSchema asStored(SqlDeclareSchema schema) {
    BasisSchema basis = draft.bases.get(schema.name().getSimple());
    if (basis == null || basis.name().equals(schema.name().getSimple())) {
      return schema;
    }
    return new SqlDeclareSchema(
        schema.getParserPosition(),
        false,
        new SqlIdentifier(basis.name(), schema.name().getParserPosition()),
        schema.using(),
        schema.items(),
        schema.tags());
  }

  void declare(SqlDeclareLens lens) {
    DeclarationChecks.check(lens);
    List<LensException> faults = new ArrayList<>();
    for (SqlLensView view : lens.views()) {
      TagRegistry.check(
          view.tags(), TagSite.VIEW, Site.table(lens.logicalSchema() + "." + view.name()), faults);
    }
    if (!faults.isEmpty()) {
      throw LensException.all(faults);
    }
    draft.lenses.put(lens.logicalSchema().getSimple(), lens);
  }

  /** A name is that of one kind of schema. */
  private void requireFree(SqlDeclareSchema schema, String name) {
    SqlDeclareSchema before = draft.declarations.get(name);
    BasisSchema basis = draft.bases.get(name);
    boolean otherKind = before != null && before.logical() != schema.logical();
    boolean other =
        basis != null && (schema.logical() || basis.origin() != BasisSchema.Origin.DECLARED);
    if (otherKind || other || name.equalsIgnoreCase(CatalogState.SYSTEM_SCHEMA)) {
      throw Faults.at(LensCode.DUPLICATE, schema.name(), RESOURCE.schemaExists(name));
    }
  }

  private static void checkTags(SqlDeclareSchema schema, List<LensException> faults) {
    boolean logical = schema.logical();
    TagRegistry.check(
        schema.tags(), logical ? TagSite.LOGICAL_SCHEMA : TagSite.BASIS_SCHEMA, Site.NONE, faults);
    for (SqlNode item : schema.items()) {
      if (item instanceof SqlTableDeclaration table) {
        checkTags(schema.name().getSimple() + "." + table.name(), table, logical, faults);
      }
    }
  }

  private static void checkTags(
      String name, SqlTableDeclaration table, boolean logical, List<LensException> faults) {
    TagRegistry.check(
        table.tags(),
        logical ? TagSite.LOGICAL_TABLE : TagSite.BASIS_TABLE,
        Site.table(name),
        faults);
    for (SqlColumnDeclarationNode column : table.columns()) {
      TagRegistry.check(
          column.tags(),
          logical ? TagSite.LOGICAL_COLUMN : TagSite.BASIS_COLUMN,
          Site.column(name, column.name().getSimple()),
          faults);
    }
    for (SqlTableConstraint constraint : table.constraints()) {
      TagRegistry.check(
          constraint.tags(),
          logical ? TagSite.LOGICAL_CONSTRAINT : TagSite.BASIS_CONSTRAINT,
          Site.table(name),
          faults);
    }
  }
}
