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

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.ddl.parser.SqlExplainLens;
import io.calcitelens.ddl.parser.SqlLensDml;
import io.calcitelens.ddl.parser.SqlSchemaCommand;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.rules.DmlPlan;
import io.calcitelens.rules.DmlPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlExplain;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;
import org.apache.calcite.sql.validate.SqlValidator;

/** Makes statements ready to run: parsed, told apart, and planned if they read or write. */
final class Preparer {
  private final LensPlanning planning;
  private final DmlPlanner dmlPlanner;
  private final ResultColumns columns;

  Preparer(LensPlanning planning, DmlPlanner dmlPlanner) {
    this.planning = planning;
    this.dmlPlanner = dmlPlanner;
    this.columns = new ResultColumns(planning.typeFactory());
  }

  /** Makes one statement ready whose tree is given with its text. */
  StatementPlan prepare(String sql, SqlNode statement) {
    return ErrorTranslation.translating(() -> dispatch(sql, statement));
  }

  /** Makes a statement ready that is parsed already. */
  StatementPlan prepare(SqlNode statement) {
    return ErrorTranslation.translating(() -> dispatch("", statement));
  }

  /** Makes a query ready that is given as algebra. */
  StatementPlan prepare(RelNode rel) {
    return ErrorTranslation.translating(
        () ->
            new StatementPlan.Query(
                "",
                planning.generation(),
                noParameters(),
                columns.of(rel.getRowType()),
                planning.compile(rel),
                RowConversion.NONE));
  }

  static boolean isWrite(SqlNode statement) {
    return statement instanceof SqlLensDml || SqlKind.DML.contains(statement.getKind());
  }

  private StatementPlan dispatch(String sql, SqlNode statement) {
    if (statement instanceof SqlExplain explain) {
      return explain(sql, explain);
    }
    if (isWrite(statement)) {
      return write(sql, statement);
    }
    if (statement instanceof SqlSetOption || SqlKind.DDL.contains(statement.getKind())) {
      return new StatementPlan.Command(sql, noParameters(), answer(statement), statement);
    }
    if (!statement.getKind().belongsTo(SqlKind.QUERY)) {
      throw LensException.of(
          LensCode.NOT_SUPPORTED, RESOURCE.notSupported(statement.getKind().sql));
    }
    return query(sql, statement);
  }

  private List<ColumnMetaData> answer(SqlNode statement) {
    if (statement instanceof SqlExplainLens) {
      return columns.text("text");
    }
    return statement instanceof SqlSchemaCommand command
            && (command.kind() == SqlSchemaCommand.Kind.DIFF
                || command.kind() == SqlSchemaCommand.Kind.EXPORT)
        ? columns.text("ddl")
        : List.of();
  }

  private RelDataType noParameters() {
    return planning.typeFactory().builder().build();
  }

  private StatementPlan write(String sql, SqlNode statement) {
    Set<Integer> compared = WrittenMoments.comparedParameters(statement);
    DmlPlan dml = dmlPlanner.plan(statement, planning);
    return new StatementPlan.Write(
        sql,
        planning.generation(),
        dml.parameterRowType(),
        dml.returningType().map(columns::of).orElse(List.of()),
        dml,
        compared);
  }

  private StatementPlan query(String sql, SqlNode statement) {
    SqlValidator validator = planning.newValidator();
    SqlNode validated = validator.validate(statement);
    RelRoot root = planning.convertValidated(validated, validator);
    ClientQuery query = planning.compile(root);
    RelDataType rowType = validator.getValidatedNodeType(validated);
    List<RelDataType> planned =
        rowType.getFieldList().stream().map(RelDataTypeField::getType).toList();
    List<ResultColumns.Origin> origins = origins(validator.getFieldOrigins(validated), planned);
    List<RelDataType> told = new ArrayList<>(planned);
    for (int i = 0; i < told.size(); i++) {
      told.set(i, origins.get(i).client().map(ClientColumn::type).orElse(planned.get(i)));
    }
    return new StatementPlan.Query(
        sql,
        planning.generation(),
        validator.getParameterRowType(validated),
        columns.of(rowType, origins),
        query,
        RowConversion.of(planned, told));
  }

  private List<ResultColumns.Origin> origins(List<List<String>> paths, List<RelDataType> planned) {
    List<ResultColumns.Origin> result = new ArrayList<>();
    for (int i = 0; i < planned.size(); i++) {
      List<String> path = paths.get(i);
      result.add(
          path == null || path.size() < 2
              ? ResultColumns.Origin.NONE
              : origin(path).telling(planned.get(i)));
    }
    return result;
  }

  private ResultColumns.Origin origin(List<String> path) {
    int last = path.size() - 1;
    String column = path.get(last);
    return new ResultColumns.Origin(
        last >= 2 ? Optional.of(path.get(last - 2)) : Optional.empty(),
        Optional.of(path.get(last - 1)),
        Optional.of(column),
        clientColumn(path.subList(0, last), column));
  }

  private Optional<ClientColumn> clientColumn(List<String> tablePath, String column) {
    Prepare.PreparingTable table = planning.catalogReader().getTable(tablePath);
    if (table == null) {
      return Optional.empty();
    }
    RelDataTypeField field = table.getRowType().getField(column, false, false);
    if (field == null) {
      return Optional.empty();
    }
    Lens lens = table.unwrap(Lens.class);
    if (lens != null) {
      return Optional.of(clientColumn(lens, lens.columns().get(field.getIndex())));
    }
    BasisTable basis = table.unwrap(BasisTable.class);
    return basis == null
        ? Optional.empty()
        : basis.column(column).map(c -> clientColumn(basis, c, field.getType()));
  }

  private static ClientColumn clientColumn(Lens lens, LensColumn column) {
    return new ClientColumn(column.logical().type(), lens.isUpdatable(column), false);
  }

  private static ClientColumn clientColumn(
      BasisTable basis, BasisColumn column, RelDataType planned) {
    boolean counts =
        column.generation() == BasisColumn.Generation.IDENTITY_ALWAYS
            || column.generation() == BasisColumn.Generation.IDENTITY_BY_DEFAULT;
    return new ClientColumn(planned, basis.store().isPresent() && column.updatable(), counts);
  }

  private StatementPlan explain(String sql, SqlExplain explain) {
    SqlNode explained = explain.getExplicandum();
    String text =
        isWrite(explained)
            ? String.join(System.lineSeparator(), dmlPlanner.plan(explained, planning).explain())
            : explainQuery(explain);
    return new StatementPlan.Known(
        sql,
        planning.generation(),
        noParameters(),
        columns.text(AvaticaConnection.PLAN_COLUMN_NAME),
        List.<Object[]>of(new Object[] {text}));
  }

  private String explainQuery(SqlExplain explain) {
    SqlValidator validator = planning.newValidator();
    SqlNode validated = validator.validate(explain.getExplicandum());
    if (explain.getDepth() == SqlExplain.Depth.TYPE) {
      return RelOptUtil.dumpType(validator.getValidatedNodeType(validated));
    }
    RelRoot root = planning.convertValidated(validated, validator);
    RelRoot shown = explain.getDepth() == SqlExplain.Depth.LOGICAL ? root : planning.optimize(root);
    return RelOptUtil.dumpPlan("", shown.rel, explain.getFormat(), explain.getDetailLevel());
  }
}
