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
package io.calcitelens.ddl.mapper;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LogicalColumn;
import io.calcitelens.prover.LogicalTable;
import io.calcitelens.prover.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;

/**
 * Makes one effective body of an override and what it leaves out. An override is a patch by output
 * name: a column that it does not cover is filled from the basis relations in its FROM, by name.
 * One merger serves one body.
 */
final class OverrideMerger {
  private final LogicalTable table;
  private final MapperBasis basis;
  private final BodyQualifier bodies;
  private final List<Output> outputs = new ArrayList<>();
  private FromScope scope = FromScope.EMPTY;
  private BodyQualifier.Names inside = BodyQualifier.Names.NONE;
  private List<ColumnSource> sources = List.of();

  OverrideMerger(LogicalTable table, MapperBasis basis) {
    this.table = table;
    this.basis = basis;
    this.bodies = new BodyQualifier(basis, table.qualifiedName());
  }

  /** A term of the authored list, a star written out. */
  private record Output(String name, SqlNode expression) {}

  EffectiveBody merge(SqlNode body, List<EffectiveBody.ColumnDefault> defaults) {
    SqlNode query = compose(body, BodyQualifier.Names.NONE);
    return new EffectiveBody(query, SqlTrees.text(query), sources, defaults, false);
  }

  private SqlNode compose(SqlNode node, BodyQualifier.Names names) {
    if (node instanceof SqlWith with) {
      BodyQualifier.WithItems items = bodies.withItems(with, names);
      return new SqlWith(with.getParserPosition(), items.list(), compose(with.body, items.names()));
    }
    if (node instanceof SqlOrderBy order) {
      SqlNode query = compose(order.query, names);
      return new SqlOrderBy(
          order.getParserPosition(), query, orderList(order.orderList), order.offset, order.fetch);
    }
    if (node instanceof SqlSelect select) {
      return composeSelect(select, names);
    }
    throw bodies.invalid(node, RESOURCE.bodyNotSelect());
  }

  private SqlNode composeSelect(SqlSelect select, BodyQualifier.Names names) {
    SqlSelect result = (SqlSelect) select.clone(select.getParserPosition());
    if (select.getFrom() != null) {
      FromQualifier.From from =
          new FromQualifier(basis, bodies, true).rewrite(select.getFrom(), names);
      result.setFrom(from.node());
      scope = from.scope();
    }
    inside = names.within(scope);
    readOutputs(select.getSelectList());
    bodies.clauses(select, result, inside);
    result.setSelectList(projection(select));
    return result;
  }

  private void readOutputs(SqlNodeList list) {
    for (SqlNode item : list) {
      if (item instanceof SqlIdentifier star && star.isStar()) {
        for (FromScope.Visible column : starred(star)) {
          addOutput(item, column.name(), SqlTrees.copy(column.expression()));
        }
        continue;
      }
      Optional<String> name = BodyQualifier.outputName(item);
      if (name.isEmpty()) {
        throw bodies.invalid(item, RESOURCE.unaliasedTerm(SqlTrees.text(item)));
      }
      SqlNode term = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
      addOutput(item, name.get(), bodies.expression(term, inside));
    }
  }

  private List<FromScope.Visible> starred(SqlIdentifier star) {
    if (star.names.size() == 1) {
      if (scope.opaque()) {
        throw bodies.invalid(star, RESOURCE.opaqueStar());
      }
      return scope.columns();
    }
    SqlIdentifier qualified = (SqlIdentifier) bodies.expression(star, inside);
    String alias = qualified.names.get(0);
    FromScope.Source source =
        scope
            .source(alias)
            .orElseThrow(() -> bodies.invalid(star, RESOURCE.unknownStar(star.toString())));
    if (source.columns().isEmpty()) {
      throw bodies.invalid(star, RESOURCE.opaqueStar());
    }
    return FromScope.of(source).columns();
  }

  private void addOutput(SqlNode at, String name, SqlNode expression) {
    if (output(name).isPresent()) {
      throw bodies.invalid(at, RESOURCE.duplicateOutput(name));
    }
    outputs.add(new Output(name, expression));
  }

  private Optional<Output> output(String name) {
    return outputs.stream().filter(o -> o.name().equalsIgnoreCase(name)).findFirst();
  }

  private SqlNodeList projection(SqlSelect select) {
    SqlNodeList list = new SqlNodeList(select.getSelectList().getParserPosition());
    List<ColumnSource> found = new ArrayList<>();
    List<LensException> faults = new ArrayList<>();
    for (LogicalColumn column : table.columns()) {
      Optional<Output> output = output(column.name());
      if (output.isPresent()) {
        list.add(SqlTrees.as(output.get().expression(), column.name()));
        found.add(ColumnSource.OVERRIDE);
        continue;
      }
      try {
        list.add(SqlTrees.as(gap(column, select), column.name()));
        found.add(ColumnSource.DEFAULT);
      } catch (LensException e) {
        faults.add(e);
      }
    }
    if (!faults.isEmpty()) {
      throw LensException.all(faults);
    }
    sources = found;
    return list;
  }

  private SqlNode gap(LogicalColumn column, SqlSelect select) {
    List<FromScope.Visible> found =
        scope.find(column.name()).stream().filter(FromScope.Visible::stored).toList();
    if (found.isEmpty()) {
      String from =
          String.join(
              ", ",
              scope.sources().stream()
                  .flatMap(s -> s.relation().stream())
                  .map(MapperBasis.Relation::name)
                  .toList());
      throw uncovered(column, RESOURCE.uncoveredColumn(column.name(), from));
    }
    if (found.size() > 1 && !equated(found, select)) {
      String where =
          String.join(", ", found.stream().map(v -> SqlTrees.text(v.expression())).toList());
      throw uncovered(column, RESOURCE.ambiguousColumn(column.name(), where));
    }
    return SqlTrees.copy(found.get(0).expression());
  }

  /** Whether the FROM's conditions equate all of these columns with the first. */
  private static boolean equated(List<FromScope.Visible> columns, SqlSelect select) {
    EquatedColumns equated = new EquatedColumns();
    if (select.getFrom() != null) {
      equated.addJoins(select.getFrom());
    }
    equated.addCondition(select.getWhere());
    return columns.stream()
        .allMatch(c -> equated.same(columns.get(0).expression(), c.expression()));
  }

  private LensException uncovered(LogicalColumn column, Resources.Inst sentence) {
    return LensException.of(
        LensCode.UNCOVERED_COLUMN, Site.column(table.qualifiedName(), column.name()), sentence);
  }

  private SqlNodeList orderList(SqlNodeList authored) {
    SqlNodeList list = new SqlNodeList(authored.getParserPosition());
    for (SqlNode key : authored) {
      list.add(orderKey(key));
    }
    return list;
  }

  private SqlNode orderKey(SqlNode key) {
    switch (key.getKind()) {
      case DESCENDING:
      case NULLS_FIRST:
      case NULLS_LAST:
        SqlCall call = (SqlCall) key;
        return call.getOperator().createCall(call.getParserPosition(), orderKey(call.operand(0)));
      default:
        break;
    }
    Optional<Output> output = Optional.empty();
    if (key instanceof SqlIdentifier identifier && identifier.isSimple()) {
      output = output(identifier.getSimple());
    } else if (key instanceof SqlNumericLiteral literal && literal.isInteger()) {
      int ordinal = ((SqlLiteral) literal).intValue(true);
      if (ordinal >= 1 && ordinal <= outputs.size()) {
        output = Optional.of(outputs.get(ordinal - 1));
      }
    }
    if (output.isPresent()) {
      return SqlTrees.copy(output.get().expression());
    }
    return bodies.expression(key, inside);
  }
}
