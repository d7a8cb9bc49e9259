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
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.StoreSession;
import io.calcitelens.adapters.StoreValue;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.apache.calcite.DataContext;

/**
 * Captured rows as a common table expression, with the writes beside it: one statement, hence one
 * snapshot. It goes as one message with the locks before it, whose counts it finds in settings of
 * the transaction; where a count is not what it must be it fails, so that nothing is written.
 */
final class QueryProgram implements SetProgram {
  /** The setting that holds the count of a lock, without its position. */
  private static final String LOCKED = "lens.locked";

  private final List<String> texts;
  private final String joined;
  private final String alone;
  private final List<StoreStatement.Parameter> parameters;

  private QueryProgram(List<String> texts, List<StoreStatement.Parameter> parameters) {
    this.texts = List.copyOf(texts);
    this.joined = OneMessage.joined(texts);
    this.alone = OneMessage.committed(texts);
    this.parameters = List.copyOf(parameters);
  }

  static QueryProgram of(
      List<Lock> locks,
      BasisTable buffer,
      StoreStatement capture,
      List<Step> steps,
      SetDialect dialect) {
    final List<String> texts = new ArrayList<>();
    final List<StoreStatement.Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < locks.size(); i++) {
      final JdbcSetStatement lock = (JdbcSetStatement) locks.get(i).statement();
      texts.add(locks.get(i).everyRow() ? keptCount(lock.sql(), i) : lock.sql());
      parameters.addAll(lock.parameters());
    }
    texts.add(new Text(locks, buffer, capture, steps, dialect, parameters).build());
    return new QueryProgram(texts, parameters);
  }

  /** A number, since a driver that expects results of any length waits for them. */
  private static String keptCount(String lock, int position) {
    return "SELECT CAST(set_config('"
        + LOCKED
        + position
        + "', CAST(("
        + lock
        + ") AS text), true) AS bigint)";
  }

  /** The statement that captures, writes, counts and judges. */
  private static final class Text {
    private final List<Lock> locks;
    private final List<Step> steps;
    private final SetDialect dialect;
    private final List<StoreStatement.Parameter> parameters;
    private final List<StoreStatement.Parameter> counted = new ArrayList<>();
    private final String rows;
    private final StringBuilder with;
    private final StringBuilder counts;

    Text(
        List<Lock> locks,
        BasisTable buffer,
        StoreStatement capture,
        List<Step> steps,
        SetDialect dialect,
        List<StoreStatement.Parameter> parameters) {
      this.locks = locks;
      this.steps = steps;
      this.dialect = dialect;
      this.parameters = parameters;
      this.rows = dialect.quote(buffer.id().name());
      this.with = new StringBuilder("WITH ").append(rows).append(" (");
      with.append(dialect.names(buffer.columns().stream().map(BasisColumn::name).toList()))
          .append(") AS MATERIALIZED (")
          .append(capture.sql())
          .append(')');
      this.counts =
          new StringBuilder("SELECT (SELECT COUNT(*) FROM ").append(rows).append(") AS n");
      parameters.addAll(capture.parameters());
    }

    String build() {
      for (int i = 0; i < steps.size(); i++) {
        add((JdbcSetStatement) steps.get(i).statement(), i);
      }
      parameters.addAll(counted);
      final String counted = dialect.quote("counted");
      // Computed once, whatever refers to it: hence the offset.
      final String judged =
          "SELECT CASE WHEN "
              + condition()
              + " THEN n ELSE n / (n - n) END FROM ("
              + counts
              + " OFFSET 0) AS "
              + counted;
      return with + " " + judged;
    }

    private void add(JdbcSetStatement step, int position) {
      if (step.kind() == JdbcSetStatement.Kind.WRITE) {
        final String part = dialect.quote("w" + position);
        with.append(", ").append(part).append(" AS (").append(step.sql()).append(" RETURNING 1)");
        counts.append(", (SELECT COUNT(*) FROM ").append(part).append(')');
        parameters.addAll(step.parameters());
      } else {
        counts.append(", (").append(step.sql()).append(')');
        counted.addAll(step.parameters());
      }
      counts.append(" AS c").append(position);
    }

    private String condition() {
      final StringBuilder expected = new StringBuilder();
      for (int i = 0; i < steps.size(); i++) {
        final Expectation expectation = steps.get(i).expectation();
        if (expectation instanceof Expectation.None) {
          expected.append(" AND c").append(i).append(" = 0");
        } else if (expectation instanceof Expectation.All) {
          expected.append(" AND c").append(i).append(" = n");
        } else if (expectation instanceof Expectation.AsStep as) {
          expected.append(" AND c").append(i).append(" = c").append(as.step());
        }
      }
      final StringBuilder condition = new StringBuilder();
      condition.append(expected.isEmpty() ? "TRUE" : "(n = 0 OR TRUE" + expected + ")");
      for (int i = 0; i < locks.size(); i++) {
        if (locks.get(i).everyRow()) {
          condition.append(" AND n <= CAST(current_setting('").append(LOCKED).append(i);
          condition.append("') AS bigint)");
        }
      }
      return condition.toString();
    }
  }

  @Override
  public List<String> sql() {
    return texts;
  }

  @Override
  public OptionalLong run(StoreSession session, DataContext context) {
    return judged(() -> session.number(joined, values(context)));
  }

  @Override
  public boolean isOneMessage() {
    return true;
  }

  @Override
  public OptionalLong runAlone(StoreSession session, DataContext context) {
    return judged(() -> session.number(alone, values(context)));
  }

  private List<StoreValue> values(DataContext context) {
    return StoreStatement.values(parameters, context, new Object[0]);
  }

  /** The failure of its own making says that a count is not what it must be. */
  private static OptionalLong judged(LongSupplier sending) {
    try {
      return OptionalLong.of(sending.getAsLong());
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.DIVISION_BY_ZERO) {
        return OptionalLong.empty();
      }
      throw e;
    }
  }
}
