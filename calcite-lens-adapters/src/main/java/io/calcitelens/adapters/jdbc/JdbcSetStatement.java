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

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.SetStatement;
import io.calcitelens.adapters.StoreCursor;
import io.calcitelens.adapters.StoreSession;
import io.calcitelens.adapters.StoreValue;
import java.sql.Types;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.DataContext;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A statement over a set of rows.
 *
 * @param kind how its count is learned
 * @param sql the text
 * @param parameters what each {@code ?} takes, in the order of the text
 * @param table the table that it writes or locks; empty where it only counts
 */
record JdbcSetStatement(
    Kind kind, String sql, List<StoreStatement.Parameter> parameters, Optional<BasisTable> table)
    implements SetStatement {
  JdbcSetStatement {
    requireNonNull(kind, "kind");
    requireNonNull(sql, "sql");
    requireNonNull(table, "table");
    parameters = List.copyOf(parameters);
  }

  /** How the number of rows is learned. */
  enum Kind {
    /** The statement writes, and the driver tells the number. */
    WRITE,
    /** The statement gives one row with the number. */
    NUMBER
  }

  static final BasisColumn COUNT =
      new BasisColumn(
          0,
          "n",
          LensTypes.FACTORY.createSqlType(SqlTypeName.BIGINT),
          Types.BIGINT,
          BasisColumn.Generation.NONE,
          Optional.empty());

  @Override
  public long run(StoreSession session, DataContext context) {
    final List<StoreValue> values = StoreStatement.values(parameters, context, new Object[0]);
    if (kind == Kind.WRITE) {
      return session.execute(sql, values, table.orElseThrow());
    }
    try (StoreCursor cursor = session.query(sql, values, List.of(COUNT), true)) {
      cursor.next();
      return ((Number) cursor.row()[0]).longValue();
    }
  }
}
