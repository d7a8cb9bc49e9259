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

import static java.util.Objects.requireNonNull;

import io.calcitelens.ddl.catalog.PlanCache;
import io.calcitelens.rules.DmlPlan;
import java.util.List;
import java.util.Set;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlNode;

/** A statement that is ready to run, any number of times. Immutable. */
sealed interface StatementPlan extends PlanCache.Plan {
  String sql();

  /** The types of the parameters, in order. */
  RelDataType parameterRowType();

  /** The columns of the rows that it gives; empty if it gives none. */
  List<ColumnMetaData> columns();

  /** The catalog's generation it was planned for; -1 if it depends on none. */
  default long generation() {
    return -1;
  }

  /** Whether it gives rows. */
  default boolean givesRows() {
    return !columns().isEmpty();
  }

  /**
   * A query.
   *
   * @param conversion from the rows of the compiled query to what {@code columns} tell
   */
  record Query(
      String sql,
      long generation,
      RelDataType parameterRowType,
      List<ColumnMetaData> columns,
      ClientQuery query,
      RowConversion conversion)
      implements StatementPlan {
    public Query {
      requireNonNull(query, "query");
      requireNonNull(conversion, "conversion");
      columns = List.copyOf(columns);
    }
  }

  /**
   * An insert, update, delete or merge.
   *
   * @param compared the parameters that are compared and not written
   */
  record Write(
      String sql,
      long generation,
      RelDataType parameterRowType,
      List<ColumnMetaData> columns,
      DmlPlan dml,
      Set<Integer> compared)
      implements StatementPlan {
    public Write {
      requireNonNull(dml, "dml");
      compared = Set.copyOf(compared);
      columns = List.copyOf(columns);
    }
  }

  /** Rows that are known already: the answer of {@code explain plan}. */
  record Known(
      String sql,
      long generation,
      RelDataType parameterRowType,
      List<ColumnMetaData> columns,
      List<Object[]> rows)
      implements StatementPlan {
    public Known {
      columns = List.copyOf(columns);
      rows = List.copyOf(rows);
    }
  }

  /** A change of the catalog, the transaction or the connection; it runs when executed only. */
  record Command(
      String sql, RelDataType parameterRowType, List<ColumnMetaData> columns, SqlNode statement)
      implements StatementPlan {
    public Command {
      requireNonNull(statement, "statement");
      columns = List.copyOf(columns);
    }
  }
}
