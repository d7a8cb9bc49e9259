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
package io.calcitelens.adapters.jdbc;

import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hashing;
import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.SetProgram;
import io.calcitelens.adapters.SetStatement;
import io.calcitelens.adapters.SetStatements;
import io.calcitelens.adapters.TableId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.prepare.RelOptTableImpl;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/** Statements over sets of rows of a {@link JdbcStore}. */
final class JdbcSets implements SetStatements {
  private final JdbcStore store;
  private final SetDialect dialect;

  JdbcSets(JdbcStore store, SetDialect dialect) {
    this.store = store;
    this.dialect = dialect;
  }

  @Override
  public boolean computes(RexNode expression) {
    return new StoreExpressions(store.product()).computes(expression);
  }

  /** Fixed-length text would lose or gain its padding. */
  @Override
  public boolean keeps(RelDataType rowType) {
    return rowType.getFieldList().stream().allMatch(f -> keepsValue(f.getType()));
  }

  private static boolean keepsValue(RelDataType type) {
    switch (type.getSqlTypeName()) {
      case BOOLEAN:
      case TINYINT:
      case SMALLINT:
      case INTEGER:
      case BIGINT:
      case DECIMAL:
      case REAL:
      case FLOAT:
      case DOUBLE:
      case VARCHAR:
      case VARBINARY:
      case DATE:
      case TIME:
      case TIMESTAMP:
      case UUID:
        return true;
      default:
        return false;
    }
  }

  @Override
  public Optional<RelNode> within(RelNode physical) {
    return physical instanceof StoreToEnumerableConverter converter
            && converter.getInput().getConvention() == store.convention()
        ? Optional.of(converter.getInput())
        : Optional.empty();
  }

  @Override
  public RelNode scan(RelOptCluster cluster, BasisTable table) {
    final JdbcBasisTable jdbcTable = (JdbcBasisTable) table;
    return new BasisScan(
        cluster,
        store.convention(),
        RelOptTableImpl.create(
            null,
            jdbcTable.getRowType(cluster.getTypeFactory()),
            jdbcTable,
            ImmutableList.copyOf(table.id().path())),
        jdbcTable);
  }

  @Override
  public BasisTable buffer(RelDataType rowType) {
    final List<BasisColumn> columns = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      columns.add(
          new BasisColumn(
              field.getIndex(),
              "c" + field.getIndex(),
              field.getType(),
              field.getType().getSqlTypeName().getJdbcOrdinal(),
              BasisColumn.Generation.NONE,
              Optional.empty()));
    }
    // One name for one list of types, so that texts and tables are used again.
    final StringBuilder types = new StringBuilder();
    columns.forEach(c -> types.append(c.type().getFullTypeString()).append(';'));
    final String name =
        "lens_rows_" + Hashing.murmur3_128().hashString(types, StandardCharsets.UTF_8);
    return new JdbcBasisTable(
        store,
        new TableId(store.name(), List.of(name)),
        new JdbcBasisTable.Facts(
            false,
            false,
            columns,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Set.of(),
            OptionalDouble.empty()));
  }

  private StoreStatement statement(RelNode source) {
    return StoreStatement.of(source, store.product());
  }

  private static SetDialect.Source source(StoreStatement statement, RelNode rel) {
    return new SetDialect.Source(statement.sql(), rel.getRowType().getFieldNames());
  }

  private String name(BasisTable table) {
    return KeyedSql.name(store.dialect(), table.id().path());
  }

  private static List<String> names(List<BasisColumn> columns) {
    return columns.stream().map(BasisColumn::name).toList();
  }

  private static JdbcSetStatement write(String sql, StoreStatement statement, BasisTable table) {
    return new JdbcSetStatement(
        JdbcSetStatement.Kind.WRITE, sql, statement.parameters(), Optional.of(table));
  }

  @Override
  public SetStatement insert(BasisTable table, List<BasisColumn> columns, RelNode source) {
    final StoreStatement statement = statement(source);
    return write(
        dialect.insert(name(table), names(columns), source(statement, source)), statement, table);
  }

  @Override
  public SetStatement update(
      BasisTable table, List<BasisColumn> key, List<BasisColumn> set, RelNode source) {
    final StoreStatement statement = statement(source);
    return write(
        dialect.update(name(table), names(key), names(set), source(statement, source)),
        statement,
        table);
  }

  @Override
  public SetStatement delete(BasisTable table, List<BasisColumn> key, RelNode source) {
    final StoreStatement statement = statement(source);
    return write(
        dialect.delete(name(table), names(key), source(statement, source)), statement, table);
  }

  @Override
  public SetStatement updateWhere(
      BasisTable table,
      List<BasisColumn> set,
      RelNode source,
      List<BasisColumn> key,
      Optional<RelNode> among) {
    final StoreStatement statement =
        StoreStatement.ofUpdate(
            source, table.id().path(), names(set), names(key), among, store.product());
    return write(statement.sql(), statement, table);
  }

  @Override
  public SetStatement deleteWhere(BasisTable table, RelNode source) {
    final StoreStatement statement =
        StoreStatement.ofDelete(source, table.id().path(), store.product());
    return write(statement.sql(), statement, table);
  }

  @Override
  public SetStatement lock(BasisTable table, List<BasisColumn> key, RelNode source) {
    final StoreStatement statement = statement(source);
    return new JdbcSetStatement(
        dialect.locksByWriting() ? JdbcSetStatement.Kind.WRITE : JdbcSetStatement.Kind.NUMBER,
        dialect.lock(
            name(table),
            names(key),
            KeyedSql.touched(table, key).name(),
            source(statement, source)),
        statement.parameters(),
        Optional.of(table));
  }

  @Override
  public SetStatement count(RelNode source) {
    final RelNode rows = source.getInput(0);
    final AggregateCall count =
        AggregateCall.create(
            SqlStdOperatorTable.COUNT,
            false,
            false,
            false,
            ImmutableList.of(),
            ImmutableList.of(),
            -1,
            null,
            RelCollations.EMPTY,
            JdbcSetStatement.COUNT.type(),
            "n");
    final StoreStatement statement =
        statement(
            LogicalAggregate.create(
                rows, ImmutableList.of(), ImmutableBitSet.of(), null, ImmutableList.of(count)));
    return new JdbcSetStatement(
        JdbcSetStatement.Kind.NUMBER, statement.sql(), statement.parameters(), Optional.empty());
  }

  @Override
  public SetProgram program(
      List<SetProgram.Lock> locks,
      BasisTable buffer,
      RelNode capture,
      List<SetProgram.Step> steps) {
    return dialect.program(locks, buffer, statement(capture), steps, store.product());
  }

  @Override
  public boolean programsAreOneMessage() {
    return dialect.programsAreOneMessage();
  }
}
