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
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Maps a logical table onto a basis. An override has the first word; without one, a basis table of
 * the same name serves; else a set of basis tables with the same key, if there is no doubt which.
 */
public final class DefaultMapper {
  private final MapperBasis basis;

  public DefaultMapper(MapperBasis basis) {
    this.basis = basis;
  }

  /**
   * Makes the effective body of a table.
   *
   * @param override the authored body of the lens block
   * @param defaults what its {@code with defaults} says
   * @throws LensException naming each column that the basis does not back, or the fault of the body
   */
  public EffectiveBody map(
      LogicalTable table, Optional<SqlNode> override, List<EffectiveBody.ColumnDefault> defaults) {
    if (override.isPresent()) {
      return new OverrideMerger(table, basis).merge(override.get(), defaults);
    }
    Optional<MapperBasis.Relation> named = basis.relation(table.name());
    if (named.isPresent() && missing(table, named.get()).isEmpty()) {
      return single(table, named.get());
    }
    StitchMapper.Outcome outcome = new StitchMapper(basis).stitch(table);
    if (outcome.body().isPresent()) {
      return outcome.body().get();
    }
    throw unmapped(table, named, outcome);
  }

  private static List<LogicalColumn> missing(LogicalTable table, MapperBasis.Relation relation) {
    return table.columns().stream().filter(c -> relation.column(c.name()).isEmpty()).toList();
  }

  private EffectiveBody single(LogicalTable table, MapperBasis.Relation relation) {
    SqlNodeList list = new SqlNodeList(SqlParserPos.ZERO);
    for (LogicalColumn column : table.columns()) {
      String stored = relation.column(column.name()).orElseThrow().name();
      list.add(
          SqlTrees.as(
              SqlTrees.identifier(SqlParserPos.ZERO, relation.name(), stored), column.name()));
    }
    return body(table, list, source(basis, relation), false);
  }

  /** A relation of the basis, qualified and aliased by its own name. */
  static SqlNode source(MapperBasis basis, MapperBasis.Relation relation) {
    List<String> path = new ArrayList<>(basis.path());
    path.add(relation.name());
    return SqlTrees.as(new SqlIdentifier(path, SqlParserPos.ZERO), relation.name());
  }

  /** A generated body: every column comes from the default mapping. */
  static EffectiveBody body(LogicalTable table, SqlNodeList list, SqlNode from, boolean stitched) {
    SqlSelect select =
        new SqlSelect(
            SqlParserPos.ZERO,
            SqlNodeList.EMPTY,
            list,
            from,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    List<ColumnSource> sources = table.columns().stream().map(c -> ColumnSource.DEFAULT).toList();
    return new EffectiveBody(select, SqlTrees.text(select), sources, List.of(), stitched);
  }

  private LensException unmapped(
      LogicalTable table, Optional<MapperBasis.Relation> named, StitchMapper.Outcome outcome) {
    if (named.isPresent() && outcome.candidates().size() < 2) {
      List<LensException> faults = new ArrayList<>();
      for (LogicalColumn column : missing(table, named.get())) {
        faults.add(
            LensException.of(
                LensCode.UNCOVERED_COLUMN,
                Site.column(table.qualifiedName(), column.name()),
                RESOURCE.uncoveredColumn(column.name(), named.get().name())));
      }
      return LensException.all(faults);
    }
    String candidates =
        String.join(
            ", ",
            (outcome.candidates().isEmpty() ? basis.relations() : outcome.candidates())
                .stream()
                    .map(r -> r.name() + " (" + String.join(", ", r.columnNames()) + ")")
                    .toList());
    if (outcome.doubtful().isPresent()) {
      return LensException.of(
          LensCode.UNCOVERED_COLUMN,
          Site.column(table.qualifiedName(), outcome.doubtful().get().column()),
          outcome.doubtful().get().places().isEmpty()
              ? RESOURCE.noTableBacks(
                  outcome.doubtful().get().column(), table.name(), basis.name(), candidates)
              : RESOURCE.severalTablesBack(
                  outcome.doubtful().get().column(), table.name(), basis.name(), candidates));
    }
    return LensException.of(
        LensCode.UNCOVERED_COLUMN,
        Site.table(table.qualifiedName()),
        RESOURCE.noTableFor(table.name(), basis.name(), candidates));
  }
}
