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

import io.calcitelens.ddl.mapper.DefaultMapper;
import io.calcitelens.ddl.mapper.EffectiveBody;
import io.calcitelens.ddl.mapper.MapperBasis;
import io.calcitelens.ddl.parser.SqlLensView;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensAnalyzer;
import io.calcitelens.prover.LensCatalog;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LensProver;
import io.calcitelens.prover.LogicalColumn;
import io.calcitelens.prover.LogicalTable;
import io.calcitelens.prover.NullabilityConformance;
import io.calcitelens.prover.Site;
import io.calcitelens.prover.TypeConformance;
import io.calcitelens.rules.LensTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Deploys the tables of one logical schema: all of them, or none and every fault. */
public final class Deployer {
  private final BodyPlanner planner;
  private final DefaultMapper mapper;
  private final LensCatalog others;
  private final List<LensException> faults = new ArrayList<>();

  /**
   * Creates a deployer.
   *
   * @param root resolves the basis
   * @param basis what the mapper aligns with
   * @param others finds lenses of other schemas
   */
  public Deployer(CalciteSchema root, MapperBasis basis, LensCatalog others) {
    this.planner = new BodyPlanner(root);
    this.mapper = new DefaultMapper(basis);
    this.others = others;
  }

  /** A table on its way: what is known before the rules are proved. */
  private record Draft(EffectiveBody body, RelNode rel, Lens lens) {}

  /**
   * Deploys.
   *
   * @param views the overrides of the lens block
   * @throws LensException with every fault of every table
   */
  public List<DeployedTable> deploy(List<LogicalTable> design, List<SqlLensView> views) {
    Map<String, SqlLensView> overrides = overrides(design, views);
    Map<LogicalTable, Draft> drafts = new LinkedHashMap<>();
    for (LogicalTable table : design) {
      try {
        drafts.put(table, draft(table, Optional.ofNullable(overrides.get(table.name()))));
      } catch (LensException e) {
        fault(e);
      }
    }
    LensCatalog catalog = (schema, name) -> find(drafts, schema, name);
    List<DeployedTable> tables = new ArrayList<>();
    drafts.forEach((table, draft) -> tables.add(prove(table, draft, catalog)));
    throwFaults();
    return tables;
  }

  private Optional<Lens> find(Map<LogicalTable, Draft> drafts, String schema, String name) {
    Optional<Lens> own =
        drafts.entrySet().stream()
            .filter(e -> e.getKey().schema().equalsIgnoreCase(schema))
            .filter(e -> e.getKey().name().equalsIgnoreCase(name))
            .map(e -> e.getValue().lens())
            .findFirst();
    return own.isPresent() ? own : others.lens(schema, name);
  }

  private Map<String, SqlLensView> overrides(List<LogicalTable> design, List<SqlLensView> views) {
    Map<String, SqlLensView> overrides = new HashMap<>();
    for (SqlLensView view : views) {
      String name = view.name().getSimple();
      Optional<LogicalTable> table =
          design.stream().filter(t -> t.name().equalsIgnoreCase(name)).findFirst();
      if (table.isPresent()) {
        overrides.put(table.get().name(), view);
      } else {
        SqlParserPos pos = view.name().getParserPosition();
        fault(
            LensException.of(
                LensCode.INVALID_DECLARATION,
                Site.at(pos.getLineNum(), pos.getColumnNum()),
                RESOURCE.viewOfNoTable(name)));
      }
    }
    return overrides;
  }

  private Draft draft(LogicalTable table, Optional<SqlLensView> override) {
    List<EffectiveBody.ColumnDefault> defaults =
        override.map(v -> defaults(table, v)).orElse(List.of());
    EffectiveBody body = mapper.map(table, override.map(SqlLensView::query), defaults);
    RelNode rel = planner.plan(body.query(), Site.table(table.qualifiedName())).project();
    faults.addAll(TypeConformance.check(table, rel.getRowType()));
    faults.addAll(NullabilityConformance.check(table, rel));
    Map<Integer, SqlNode> byOrdinal = new HashMap<>();
    Map<SqlIdentifier, SqlNode> hidden = new LinkedHashMap<>();
    for (SqlNode node : override.map(SqlLensView::defaults).orElse(List.of())) {
      SqlIdentifier name = ((SqlCall) node).operand(0);
      SqlNode expression = ((SqlCall) node).operand(1);
      table
          .column(name.getSimple())
          .ifPresentOrElse(
              c -> byOrdinal.put(c.ordinal(), expression), () -> hidden.put(name, expression));
    }
    return new Draft(body, rel, LensAnalyzer.analyze(table, rel, byOrdinal, hidden));
  }

  private static List<EffectiveBody.ColumnDefault> defaults(LogicalTable table, SqlLensView view) {
    List<EffectiveBody.ColumnDefault> defaults = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (SqlNode node : view.defaults()) {
      SqlCall call = (SqlCall) node;
      SqlIdentifier column = call.operand(0);
      // A name that the design does not have is looked for in the basis.
      String name =
          table.column(column.getSimple()).map(LogicalColumn::name).orElse(column.getSimple());
      if (!seen.add(name.toLowerCase(Locale.ROOT))) {
        throw invalidDefault(table, column, RESOURCE.repeatedDefault(name));
      }
      defaults.add(new EffectiveBody.ColumnDefault(name, call.operand(1)));
    }
    return defaults;
  }

  private static LensException invalidDefault(
      LogicalTable table, SqlNode at, Resources.Inst sentence) {
    SqlParserPos pos = at.getParserPosition();
    return LensException.of(
        LensCode.INVALID_BODY,
        Site.table(table.qualifiedName()).withPosition(pos.getLineNum(), pos.getColumnNum()),
        sentence);
  }

  private DeployedTable prove(LogicalTable table, Draft draft, LensCatalog catalog) {
    LensProver.Proof proof = LensProver.prove(draft.lens(), draft.rel(), catalog);
    faults.addAll(proof.faults());
    LensTable lensTable =
        new LensTable(
            draft.lens(),
            draft.rel().getRowType(),
            draft.body().sql(),
            List.of(table.schema(), table.name()));
    return new DeployedTable(
        draft.body(), lensTable, proof.obligations(), ReadRelations.of(draft.rel()));
  }

  private void fault(LensException e) {
    if (e.faults().isEmpty()) {
      faults.add(e);
    } else {
      faults.addAll(e.faults());
    }
  }

  private void throwFaults() {
    if (!faults.isEmpty()) {
      throw LensException.all(faults);
    }
  }
}
