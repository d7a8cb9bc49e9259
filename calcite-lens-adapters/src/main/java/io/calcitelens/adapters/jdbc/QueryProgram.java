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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.SetProgram;
import io.calcitelens.adapters.StoreCursor;
import io.calcitelens.adapters.StoreSession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.DataContext;

/**
 * Captured rows as a common table expression, with the writes beside it: one statement, hence one
 * snapshot and one round trip.
 */
final class QueryProgram implements SetProgram {
  private final String sql;
  private final List<StoreStatement.Parameter> parameters;
  private final int width;

  private QueryProgram(String sql, List<StoreStatement.Parameter> parameters, int width) {
    this.sql = sql;
    this.parameters = List.copyOf(parameters);
    this.width = width;
  }

  static QueryProgram of(
      BasisTable buffer, StoreStatement capture, List<JdbcSetStatement> steps, SetDialect dialect) {
    final String name = dialect.quote(buffer.id().name());
    final StringBuilder with = new StringBuilder("WITH ").append(name).append(" (");
    with.append(dialect.names(buffer.columns().stream().map(BasisColumn::name).toList()))
        .append(") AS MATERIALIZED (")
        .append(capture.sql())
        .append(')');
    final StringBuilder counts =
        new StringBuilder("SELECT (SELECT COUNT(*) FROM ").append(name).append(')');
    final List<StoreStatement.Parameter> written = new ArrayList<>(capture.parameters());
    final List<StoreStatement.Parameter> counted = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      final JdbcSetStatement step = steps.get(i);
      if (step.kind() == JdbcSetStatement.Kind.WRITE) {
        final String part = dialect.quote("w" + i);
        with.append(", ").append(part).append(" AS (").append(step.sql());
        with.append(" RETURNING 1)");
        counts.append(", (SELECT COUNT(*) FROM ").append(part).append(')');
        written.addAll(step.parameters());
      } else {
        counts.append(", (").append(step.sql()).append(')');
        counted.addAll(step.parameters());
      }
    }
    written.addAll(counted);
    return new QueryProgram(with + " " + counts, written, steps.size() + 1);
  }

  @Override
  public List<String> sql() {
    return List.of(sql);
  }

  @Override
  public long[] run(StoreSession session, DataContext context) {
    final long[] counts = new long[width];
    try (StoreCursor cursor =
        session.query(
            sql,
            StoreStatement.values(parameters, context, new Object[0]),
            Collections.nCopies(width, JdbcSetStatement.COUNT),
            false)) {
      cursor.next();
      for (int i = 0; i < width; i++) {
        counts[i] = ((Number) cursor.row()[i]).longValue();
      }
    }
    return counts;
  }
}
