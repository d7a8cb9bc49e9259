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

import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.StoreCursor;
import io.calcitelens.adapters.jdbc.StorePlans;
import io.calcitelens.adapters.jdbc.StoreQuery;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlExplainFormat;
import org.apache.calcite.sql.SqlExplainLevel;

/**
 * A query that is one statement of one store: clients read the store's result itself, and no code
 * is generated for it.
 */
final class StoreCompiledQuery implements ClientQuery {
  private final RelNode physical;
  private final RelDataType rowType;
  private final StoreQuery query;
  private final int[] fields;
  private final SessionOptions.Use use;

  private StoreCompiledQuery(RelRoot root, StoreQuery query) {
    this.physical = root.rel;
    this.query = requireNonNull(query, "query");
    this.rowType = root.isRefTrivial() ? physical.getRowType() : root.validatedRowType;
    this.fields = root.fields.leftList().stream().mapToInt(Integer::intValue).toArray();
    this.use = StorePlans.use(physical);
  }

  /** The query if it is one of a store alone. */
  static Optional<ClientQuery> of(RelRoot root) {
    return StorePlans.soleQuery(root.rel).map(query -> new StoreCompiledQuery(root, query));
  }

  @Override
  public RelDataType rowType() {
    return rowType;
  }

  @Override
  public SessionOptions.Use use() {
    return use;
  }

  @Override
  public ResultRows open(DataContext context) {
    return new Rows(context);
  }

  @Override
  public Enumerable<Object[]> rows(DataContext context) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object[]> enumerator() {
        return new Arrays(new Rows(context));
      }
    };
  }

  @Override
  public String plan() {
    return RelOptUtil.dumpPlan(
        "", physical, SqlExplainFormat.TEXT, SqlExplainLevel.EXPPLAN_ATTRIBUTES);
  }

  /** The rows of one execution. */
  private final class Rows implements ResultRows {
    private final StoreCursor cursor;
    private final AtomicBoolean cancelled;

    Rows(DataContext context) {
      this.cursor = query.open(context);
      this.cancelled = (AtomicBoolean) context.get(DataContext.Variable.CANCEL_FLAG.camelName);
    }

    @Override
    public boolean next() {
      if (cancelled != null && cancelled.get()) {
        close();
        throw query.cancelled();
      }
      return cursor.next();
    }

    @Override
    public Object value(int column) {
      return cursor.value(fields[column]);
    }

    @Override
    public void close() {
      cursor.close();
    }
  }

  /** The same rows as arrays. */
  private final class Arrays implements Enumerator<Object[]> {
    private final Rows rows;

    Arrays(Rows rows) {
      this.rows = rows;
    }

    @Override
    public Object[] current() {
      Object[] row = new Object[fields.length];
      for (int i = 0; i < row.length; i++) {
        row[i] = rows.value(i);
      }
      return row;
    }

    @Override
    public boolean moveNext() {
      return rows.next();
    }

    @Override
    public void reset() {
      throw new UnsupportedOperationException("rows of a store are read once");
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
