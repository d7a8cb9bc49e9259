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

import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.SetProgram;
import io.calcitelens.adapters.StoreSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.calcite.DataContext;

/** Captured rows in a temporary table, and one statement after the other. */
final class BufferProgram implements SetProgram {
  private final List<Lock> locks;
  private final BasisTable buffer;
  private final String create;
  private final JdbcSetStatement fill;
  private final List<Step> steps;

  private BufferProgram(
      List<Lock> locks, BasisTable buffer, String create, JdbcSetStatement fill, List<Step> steps) {
    this.locks = List.copyOf(locks);
    this.buffer = buffer;
    this.create = create;
    this.fill = fill;
    this.steps = List.copyOf(steps);
  }

  static BufferProgram of(
      List<Lock> locks,
      BasisTable buffer,
      StoreStatement capture,
      List<Step> steps,
      SetDialect dialect,
      StoreProduct product) {
    final String name = dialect.quote(buffer.id().name());
    final List<String> columns =
        buffer.columns().stream()
            .map(c -> dialect.quote(c.name()) + " " + product.typeName(c.type(), false))
            .toList();
    final JdbcSetStatement fill =
        new JdbcSetStatement(
            JdbcSetStatement.Kind.WRITE,
            dialect.insert(
                name,
                buffer.columns().stream().map(c -> c.name()).toList(),
                new SetDialect.Source(capture.sql(), List.of())),
            capture.parameters(),
            Optional.of(buffer));
    return new BufferProgram(locks, buffer, create(name, columns), fill, steps);
  }

  /** Makes a table that only the session sees and that goes with the transaction. */
  private static String create(String name, List<String> columns) {
    return "CREATE LOCAL TEMPORARY TABLE IF NOT EXISTS "
        + name
        + " ("
        + String.join(", ", columns)
        + ") ON COMMIT DROP TRANSACTIONAL";
  }

  @Override
  public List<String> sql() {
    final List<String> texts = new ArrayList<>();
    locks.forEach(lock -> texts.add(lock.statement().sql()));
    texts.add(create);
    texts.add(fill.sql());
    steps.forEach(step -> texts.add(step.statement().sql()));
    return texts;
  }

  @Override
  public OptionalLong run(StoreSession session, DataContext context) {
    final long[] locked = new long[locks.size()];
    for (int i = 0; i < locked.length; i++) {
      locked[i] = locks.get(i).statement().run(session, context);
    }
    final int number = session.nextBuffer();
    session.execute(numbered(create, number), List.of(), buffer);
    final long[] counts = new long[steps.size() + 1];
    counts[0] = numbered(fill, number).run(session, context);
    if (counts[0] > 0) {
      for (int i = 0; i < steps.size(); i++) {
        counts[i + 1] =
            numbered((JdbcSetStatement) steps.get(i).statement(), number).run(session, context);
      }
    }
    return Counts.hold(locks, locked, steps, counts)
        ? OptionalLong.of(counts[0])
        : OptionalLong.empty();
  }

  @Override
  public boolean isOneMessage() {
    return false;
  }

  @Override
  public OptionalLong runAlone(StoreSession session, DataContext context) {
    throw new IllegalStateException("a program of several messages");
  }

  private JdbcSetStatement numbered(JdbcSetStatement statement, int number) {
    return number == 0
        ? statement
        : new JdbcSetStatement(
            statement.kind(),
            numbered(statement.sql(), number),
            statement.parameters(),
            statement.table());
  }

  /** Only the first buffer of a transaction has the plain name, so its texts are used again. */
  private String numbered(String sql, int number) {
    final String name = buffer.id().name();
    return number == 0 ? sql : sql.replace(name, name + "_" + number);
  }
}
