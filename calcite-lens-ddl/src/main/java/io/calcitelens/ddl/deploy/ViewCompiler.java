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
package io.calcitelens.ddl.deploy;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensAnalyzer;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LogicalColumn;
import io.calcitelens.prover.LogicalTable;
import io.calcitelens.prover.Site;
import io.calcitelens.rules.LensTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlNode;

/** Makes tables of plain views: a view is read and written as a lens without rules of its own. */
public final class ViewCompiler {
  private ViewCompiler() {}

  /** A view that the planner can use, and the relations that it reads. */
  public record CompiledView(LensTable table, List<List<String>> reads) {
    public CompiledView {
      reads = List.copyOf(reads);
    }
  }

  /**
   * Compiles a view.
   *
   * @param path the view's own name, from the root
   * @param columns names for the columns; empty to keep the query's
   * @param sql the query's text
   * @param schemaPath where names without a schema are looked for
   * @throws LensException with code INVALID_BODY
   */
  public static CompiledView compile(
      CalciteSchema root,
      List<String> path,
      List<String> columns,
      SqlNode query,
      String sql,
      List<String> schemaPath) {
    String name = String.join(".", path);
    Site site = Site.table(name);
    RelNode rel = new BodyPlanner(root, schemaPath).plan(query, site).project();
    List<String> names = columns.isEmpty() ? rel.getRowType().getFieldNames() : columns;
    if (names.size() != rel.getRowType().getFieldCount()) {
      throw LensException.of(
          LensCode.INVALID_BODY,
          site,
          RESOURCE.viewColumns(name, names.size(), rel.getRowType().getFieldCount()));
    }
    requireDistinct(names, site);
    List<LogicalColumn> logical = new ArrayList<>();
    for (RelDataTypeField field : rel.getRowType().getFieldList()) {
      logical.add(
          new LogicalColumn(
              field.getIndex(),
              names.get(field.getIndex()),
              field.getType(),
              Optional.empty(),
              Map.of()));
    }
    String schema = String.join(".", path.subList(0, path.size() - 1));
    LogicalTable table =
        new LogicalTable(schema, path.get(path.size() - 1), logical, List.of(), Map.of());
    Lens lens = LensAnalyzer.analyze(table, rel, Map.of());
    RelDataType rowType =
        rel.getCluster()
            .getTypeFactory()
            .createStructType(
                rel.getRowType().getFieldList().stream().map(RelDataTypeField::getType).toList(),
                names);
    return new CompiledView(
        new LensTable(lens, rowType, sql, schemaPath, path), ReadRelations.of(rel));
  }

  private static void requireDistinct(List<String> names, Site site) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name.toLowerCase(Locale.ROOT))) {
        throw LensException.of(LensCode.INVALID_BODY, site, RESOURCE.duplicateOutput(name));
      }
    }
  }
}
