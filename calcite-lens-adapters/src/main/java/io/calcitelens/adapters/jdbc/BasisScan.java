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
import java.util.List;
import org.apache.calcite.adapter.jdbc.JdbcImplementor;
import org.apache.calcite.adapter.jdbc.JdbcRel;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A scan of a basis table by its own store. */
final class BasisScan extends TableScan implements JdbcRel {
  private final JdbcBasisTable basisTable;

  BasisScan(
      RelOptCluster cluster,
      BasisConvention convention,
      RelOptTable table,
      JdbcBasisTable basisTable) {
    super(cluster, cluster.traitSetOf(convention), ImmutableList.of(), table);
    this.basisTable = basisTable;
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new BasisScan(getCluster(), (BasisConvention) getConvention(), table, basisTable);
  }

  @Override
  public JdbcImplementor.Result implement(JdbcImplementor implementor) {
    final SqlNode name = new SqlIdentifier(basisTable.id().path(), SqlParserPos.ZERO);
    return basisTable.hiddenColumns()
        ? implementor.result(
            shown(name),
            ImmutableList.of(JdbcImplementor.Clause.FROM, JdbcImplementor.Clause.SELECT),
            this,
            null)
        : implementor.result(name, ImmutableList.of(JdbcImplementor.Clause.FROM), this, null);
  }

  /** A select of the shown columns alone. */
  private SqlNode shown(SqlNode name) {
    final SqlNodeList columns = new SqlNodeList(SqlParserPos.ZERO);
    for (String column : getRowType().getFieldNames()) {
      columns.add(new SqlIdentifier(column, SqlParserPos.ZERO));
    }
    return new SqlSelect(
        SqlParserPos.ZERO,
        null,
        columns,
        name,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
