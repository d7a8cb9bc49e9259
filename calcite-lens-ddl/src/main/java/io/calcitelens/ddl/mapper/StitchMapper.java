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

import io.calcitelens.prover.LogicalColumn;
import io.calcitelens.prover.LogicalConstraint;
import io.calcitelens.prover.LogicalTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Joins basis tables that have the logical key as a key of their own and together hold every
 * column, each in one table. The joins are inner: without being told, the mapper takes every table
 * to be mandatory.
 */
final class StitchMapper {
  private final MapperBasis basis;

  StitchMapper(MapperBasis basis) {
    this.basis = basis;
  }

  /**
   * What came of it.
   *
   * @param candidates the tables that have the key
   * @param doubtful the first column that no candidate, or more than one, holds
   */
  record Outcome(
      Optional<EffectiveBody> body,
      List<MapperBasis.Relation> candidates,
      Optional<Doubt> doubtful) {}

  /** A column that is not in exactly one candidate. */
  record Doubt(String column, List<String> places) {}

  Outcome stitch(LogicalTable table) {
    Optional<LogicalConstraint.Key> key = table.primaryKey();
    if (key.isEmpty()) {
      return new Outcome(Optional.empty(), List.of(), Optional.empty());
    }
    List<String> keyColumns =
        key.get().columns().stream().map(c -> table.columns().get(c).name()).toList();
    List<MapperBasis.Relation> candidates =
        basis.relations().stream()
            .filter(r -> hasKey(r, keyColumns))
            .filter(r -> holdsSome(r, table, keyColumns))
            .toList();
    if (candidates.size() < 2 || !sameKeyTypes(candidates, keyColumns)) {
      return new Outcome(Optional.empty(), candidates, Optional.empty());
    }
    Map<String, MapperBasis.Relation> homes = new LinkedHashMap<>();
    for (LogicalColumn column : table.columns()) {
      if (keyColumns.contains(column.name())) {
        continue;
      }
      List<MapperBasis.Relation> places =
          candidates.stream().filter(r -> r.column(column.name()).isPresent()).toList();
      if (places.size() != 1) {
        List<String> names = places.stream().map(MapperBasis.Relation::name).toList();
        return new Outcome(
            Optional.empty(), candidates, Optional.of(new Doubt(column.name(), names)));
      }
      homes.put(column.name(), places.get(0));
    }
    return new Outcome(
        Optional.of(body(table, keyColumns, homes, order(table, candidates))),
        candidates,
        Optional.empty());
  }

  private static boolean hasKey(MapperBasis.Relation relation, List<String> key) {
    return relation.keys().stream()
        .anyMatch(
            k ->
                k.size() == key.size()
                    && k.stream().allMatch(c -> key.stream().anyMatch(c::equalsIgnoreCase)));
  }

  private static boolean holdsSome(
      MapperBasis.Relation relation, LogicalTable table, List<String> key) {
    return table.columns().stream()
        .anyMatch(c -> !key.contains(c.name()) && relation.column(c.name()).isPresent());
  }

  private static boolean sameKeyTypes(List<MapperBasis.Relation> candidates, List<String> key) {
    for (String column : key) {
      RelDataType first = candidates.get(0).column(column).orElseThrow().type();
      for (MapperBasis.Relation candidate : candidates) {
        RelDataType type = candidate.column(column).orElseThrow().type();
        if (type.getSqlTypeName() != first.getSqlTypeName()) {
          return false;
        }
      }
    }
    return true;
  }

  /** The table of the same name first, if it takes part; the others as the basis lists them. */
  private static List<MapperBasis.Relation> order(
      LogicalTable table, List<MapperBasis.Relation> candidates) {
    List<MapperBasis.Relation> ordered = new ArrayList<>(candidates);
    ordered.sort(
        (a, b) ->
            Boolean.compare(
                b.name().equalsIgnoreCase(table.name()), a.name().equalsIgnoreCase(table.name())));
    return ordered;
  }

  private EffectiveBody body(
      LogicalTable table,
      List<String> key,
      Map<String, MapperBasis.Relation> homes,
      List<MapperBasis.Relation> members) {
    MapperBasis.Relation anchor = members.get(0);
    SqlNode from = DefaultMapper.source(basis, anchor);
    for (MapperBasis.Relation member : members.subList(1, members.size())) {
      SqlNode condition = null;
      for (String column : key) {
        SqlNode equality =
            SqlTrees.equal(reference(anchor, column), reference(member, column), SqlParserPos.ZERO);
        condition =
            condition == null
                ? equality
                : SqlStdOperatorTable.AND.createCall(SqlParserPos.ZERO, condition, equality);
      }
      if (condition == null) {
        condition = SqlLiteral.createBoolean(true, SqlParserPos.ZERO);
      }
      from =
          new SqlJoin(
              SqlParserPos.ZERO,
              from,
              SqlLiteral.createBoolean(false, SqlParserPos.ZERO),
              JoinType.INNER.symbol(SqlParserPos.ZERO),
              DefaultMapper.source(basis, member),
              JoinConditionType.ON.symbol(SqlParserPos.ZERO),
              condition);
    }
    SqlNodeList list = new SqlNodeList(SqlParserPos.ZERO);
    for (LogicalColumn column : table.columns()) {
      MapperBasis.Relation home = homes.getOrDefault(column.name(), anchor);
      list.add(SqlTrees.as(reference(home, column.name()), column.name()));
    }
    return DefaultMapper.body(table, list, from, true);
  }

  private static SqlNode reference(MapperBasis.Relation relation, String column) {
    return SqlTrees.identifier(
        SqlParserPos.ZERO, relation.name(), relation.column(column).orElseThrow().name());
  }
}
