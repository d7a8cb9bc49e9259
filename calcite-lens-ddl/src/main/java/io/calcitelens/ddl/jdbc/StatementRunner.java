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

import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.ddl.catalog.Client;
import io.calcitelens.ddl.catalog.DdlResult;
import io.calcitelens.ddl.catalog.DdlSession;
import io.calcitelens.ddl.catalog.LensDatabase;
import io.calcitelens.ddl.parser.SqlTransactionControl;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.rules.BatchPlan;
import io.calcitelens.rules.DmlResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;

/** Runs statements that are ready, in the connection's transaction. */
final class StatementRunner {
  private final LensConnection connection;
  private final ConnectionTransaction transaction;
  private final LensDatabase database;

  StatementRunner(
      LensConnection connection, ConnectionTransaction transaction, LensDatabase database) {
    this.connection = connection;
    this.transaction = transaction;
    this.database = database;
  }

  /** Runs one statement. Faults are {@code LensException}s. */
  Outcome run(StatementPlan plan, ExecutionRequest request) {
    synchronized (connection) {
      return connection
          .presence()
          .running(() -> ErrorTranslation.translating(() -> dispatch(plan, request)));
    }
  }

  private Outcome dispatch(StatementPlan plan, ExecutionRequest request) {
    if (plan instanceof StatementPlan.Query query) {
      return query(query, request);
    }
    if (plan instanceof StatementPlan.Write write) {
      return transaction.write(t -> write(write, request, t));
    }
    if (plan instanceof StatementPlan.Known known) {
      return Outcome.rows(known.columns(), ResultRows.of(Linq4j.enumerator(known.rows())));
    }
    StatementPlan.Command command = (StatementPlan.Command) plan;
    return command(command);
  }

  private ParameterValues parameters(StatementPlan plan) {
    return new ParameterValues(
        connection.getTimeZone(),
        plan instanceof StatementPlan.Write write
            ? ordinal -> !write.compared().contains(ordinal)
            : ordinal -> false);
  }

  private DataContext context(
      StatementPlan plan, ExecutionRequest request, LensTransaction executing) {
    return new StatementContext(
        connection,
        parameters(plan).of(plan.parameterRowType(), request.values()),
        executing,
        request,
        () -> connection.createDataContext(Map.of(), connection.state().rootSchema()));
  }

  private Outcome query(StatementPlan.Query plan, ExecutionRequest request) {
    if (!transaction.autoCommit()) {
      return transaction.read(
          reading ->
              query(plan, request, reading, () -> {}, e -> transaction.failedFetch(reading, e)));
    }
    LensTransaction own = transaction.openForQuery(plan.query().use());
    return query(plan, request, own, own::close, e -> {});
  }

  private Outcome query(
      StatementPlan.Query plan,
      ExecutionRequest request,
      LensTransaction reading,
      Runnable release,
      Consumer<Throwable> failed) {
    try {
      ResultRows rows = plan.query().open(context(plan, request, reading));
      return Outcome.rows(
          plan.columns(),
          new ClosingRows(rows, plan.conversion(), request.maxRows(), release, failed).begun());
    } catch (RuntimeException | Error e) {
      release.run();
      throw e;
    }
  }

  private Outcome write(
      StatementPlan.Write plan, ExecutionRequest request, LensTransaction executing) {
    DmlResult result =
        plan.dml().execute(context(plan, request, executing), executing, request.keys().wanted());
    Optional<Outcome.Rows> rows =
        plan.givesRows()
            ? Optional.of(
                new Outcome.Rows(
                    plan.columns(), ResultRows.of(Linq4j.enumerator(result.returned()))))
            : Optional.empty();
    return new Outcome(rows, result.count(), result.generated());
  }

  /**
   * Runs the entries of a batch in order. In autocommit they are one transaction if all of them
   * write, so that a failing one takes back all.
   */
  BatchOutcome batch(List<BatchEntry> entries) {
    synchronized (connection) {
      return connection.presence().running(() -> runBatch(entries));
    }
  }

  private BatchOutcome runBatch(List<BatchEntry> entries) {
    boolean oneTransaction =
        transaction.autoCommit()
            && entries.stream().allMatch(e -> e.plan() instanceof StatementPlan.Write);
    BatchOutcome outcome = new BatchOutcome(entries.size());
    try {
      if (together(entries, outcome)) {
        return outcome;
      }
      if (oneTransaction) {
        transaction.writes(
            t -> {
              outcome.restart();
              for (BatchEntry entry : entries) {
                outcome.add(write((StatementPlan.Write) entry.plan(), entry.request(), t));
              }
              return outcome;
            });
      } else {
        for (BatchEntry entry : entries) {
          outcome.add(run(entry.plan(), entry.request()));
        }
      }
    } catch (RuntimeException | Error e) {
      outcome.fail(ErrorTranslation.toLens(e), oneTransaction);
    }
    return outcome;
  }

  /** Runs all entries as one write, if that has the same effect; false if nothing was done. */
  private boolean together(List<BatchEntry> entries, BatchOutcome outcome) {
    Optional<BatchPlan> batch = entries.size() < 2 ? Optional.empty() : batchPlan(entries);
    if (batch.isEmpty()) {
      return false;
    }
    try {
      long[] counts =
          transaction.writes(
              t ->
                  batch
                      .get()
                      .execute(
                          entries.stream().map(e -> context(e.plan(), e.request(), t)).toList(),
                          t));
      for (long count : counts) {
        outcome.add(Outcome.count(count));
      }
      return true;
    } catch (LensException e) {
      if (SqlExceptions.isRetryable(e) || e.code() == LensCode.CONNECTION_LOST) {
        throw e;
      }
      // Which entry fails, and with what, is known when they are run one by one.
      return false;
    }
  }

  private static Optional<BatchPlan> batchPlan(List<BatchEntry> entries) {
    StatementPlan first = entries.get(0).plan();
    boolean alike =
        entries.stream().allMatch(e -> e.plan() == first && !e.request().keys().wanted());
    return alike && first instanceof StatementPlan.Write write
        ? write.dml().together()
        : Optional.empty();
  }

  /** As above, for texts; each is planned when its turn comes unless all of them write. */
  BatchOutcome batch(List<String> texts, ExecutionRequest request) {
    synchronized (connection) {
      BatchOutcome outcome = new BatchOutcome(texts.size());
      try {
        if (texts.stream().allMatch(connection::isWrite)) {
          return batch(texts.stream().map(t -> entry(t, request)).toList());
        }
        for (String text : texts) {
          BatchEntry entry = entry(text, request);
          outcome.add(run(entry.plan(), entry.request()));
        }
      } catch (RuntimeException | Error e) {
        outcome.fail(ErrorTranslation.toLens(e), false);
      }
      return outcome;
    }
  }

  private BatchEntry entry(String text, ExecutionRequest request) {
    ReadyStatement ready = connection.ready(text);
    return new BatchEntry(ready.plan(), request.with(ready.values()));
  }

  private Outcome command(StatementPlan.Command command) {
    SqlNode statement = command.statement();
    if (statement instanceof SqlTransactionControl control) {
      transactionControl(control);
      return Outcome.count(0);
    }
    if (statement instanceof SqlSetOption option) {
      ConnectionOptions.set(connection, option);
      return Outcome.count(0);
    }
    DdlResult result = ddl(statement);
    if (!command.givesRows()) {
      return Outcome.count(0);
    }
    List<Object[]> rows = result.lines().stream().map(line -> new Object[] {line}).toList();
    return Outcome.rows(command.columns(), ResultRows.of(Linq4j.enumerator(rows)));
  }

  private DdlResult ddl(SqlNode statement) {
    if (transaction.isActive() && !transaction.hasWritten()) {
      // What was only read must not stand in the way of a change to its table.
      connection.endTransaction(transaction::end);
    }
    DdlResult result = database.execute(statement, new Session());
    connection.forgetState();
    return result;
  }

  private void transactionControl(SqlTransactionControl control) {
    switch (control.kind()) {
      case COMMIT -> connection.endTransaction(transaction::commit);
      case ROLLBACK -> connection.endTransaction(transaction::rollback);
      case SAVEPOINT -> transaction.savepoint(name(control));
      case ROLLBACK_TO -> transaction.rollbackTo(name(control));
      case RELEASE -> transaction.release(name(control));
      case SET_ISOLATION ->
          transaction.setTransaction(Optional.of(control.isolation()), Optional.empty());
      case SET_READ_ONLY -> transaction.setTransaction(Optional.empty(), Optional.of(true));
      case SET_READ_WRITE -> transaction.setTransaction(Optional.empty(), Optional.of(false));
      case SET_CONSTRAINTS_IMMEDIATE -> transaction.constraintsImmediate();
      case SET_CONSTRAINTS_DEFERRED -> transaction.constraintsDeferred();
    }
  }

  private static String name(SqlTransactionControl control) {
    return control
        .name()
        .map(SqlIdentifier::getSimple)
        .orElseThrow(() -> new AssertionError("no name in " + control));
  }

  /** What DDL sees of the connection. */
  private final class Session implements DdlSession {
    @Override
    public Client client() {
      return connection.presence().client();
    }

    @Override
    public List<String> defaultSchemaPath() {
      return connection.defaultSchemaPath();
    }

    @Override
    public boolean hasWritten() {
      return transaction.hasWritten();
    }

    @Override
    public void run(SqlNode statement) {
      connection.forgetState();
      StatementRunner.this.run(connection.plan(statement), ExecutionRequest.plain());
    }
  }
}
