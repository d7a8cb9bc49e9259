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

import static io.calcitelens.prover.LensResource.RESOURCE;
import static java.util.Objects.requireNonNull;

import com.google.common.base.Throwables;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The transaction of a connection: none between statements in autocommit, else one that begins with
 * the first statement and ends with commit or rollback.
 */
final class ConnectionTransaction {
  private static final int MAX_ATTEMPTS = 10;
  private static final long MAX_RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Function<SessionOptions, LensTransaction> opener;
  private final List<NamedMark> savepoints = new ArrayList<>();
  private boolean autoCommit = true;
  private boolean readOnly;
  private boolean readOnlyOnce;
  private int isolation = Connection.TRANSACTION_NONE;
  private int isolationOnce = Connection.TRANSACTION_NONE;
  private boolean failed;

  /** Whether it is lost: no savepoint brings it back. */
  private boolean dead;

  private boolean immediate;
  private Optional<LensTransaction> current = Optional.empty();

  ConnectionTransaction(Function<SessionOptions, LensTransaction> opener) {
    this.opener = requireNonNull(opener, "opener");
  }

  boolean autoCommit() {
    return autoCommit;
  }

  boolean readOnly() {
    return readOnly;
  }

  /** The isolation that was asked for; NONE for the stores' default. */
  int isolation() {
    return isolation;
  }

  /** Whether a transaction is open that holds stores or may do so. */
  boolean isActive() {
    return current.isPresent();
  }

  /** Whether only a rollback is left to it. */
  boolean hasFailed() {
    return failed;
  }

  boolean hasWritten() {
    return current.map(LensTransaction::hasWritten).orElse(false);
  }

  /** Turning autocommit on commits what is open. */
  void setAutoCommit(boolean autoCommit) {
    if (autoCommit && !this.autoCommit && isActive()) {
      commit();
    }
    this.autoCommit = autoCommit;
  }

  void setReadOnly(boolean readOnly) {
    if (isActive()) {
      throw LensException.of(
          LensCode.ACTIVE_TRANSACTION, RESOURCE.notWithinTransaction("read-only"));
    }
    this.readOnly = readOnly;
  }

  void setIsolation(int isolation) {
    if (isActive()) {
      throw LensException.of(
          LensCode.ACTIVE_TRANSACTION, RESOURCE.notWithinTransaction("the isolation level"));
    }
    this.isolation = isolation;
  }

  /** The statement {@code set transaction}: for the next transaction only. */
  void setTransaction(Optional<Integer> isolation, Optional<Boolean> readOnly) {
    requireTransaction("set transaction");
    if (isActive()) {
      throw LensException.of(
          LensCode.ACTIVE_TRANSACTION, RESOURCE.notWithinTransaction("the transaction's mode"));
    }
    isolation.ifPresent(level -> isolationOnce = level);
    readOnly.ifPresent(only -> readOnlyOnce = only);
  }

  private SessionOptions options(boolean onlyReads) {
    return new SessionOptions(
        onlyReads || readOnly || readOnlyOnce,
        isolationOnce != Connection.TRANSACTION_NONE ? isolationOnce : isolation);
  }

  /** A transaction of a query's own, which the caller closes with its result. */
  LensTransaction openForQuery(SessionOptions.Use use) {
    return opener.apply(options(true).with(use));
  }

  /** The connection's transaction, begun if there is none. */
  LensTransaction open() {
    if (failed) {
      throw LensException.of(LensCode.FAILED_TRANSACTION, RESOURCE.failedTransaction());
    }
    if (current.isEmpty()) {
      current = Optional.of(opener.apply(options(false)));
    }
    return current.get();
  }

  /**
   * Runs writes: alone in their transaction in autocommit, where they are tried again when another
   * transaction was in the way, else so that only they are taken back if they fail.
   */
  <T> T writes(Function<LensTransaction, T> work) {
    return write(SessionOptions.Use.TRANSACTION, work);
  }

  /** As {@link #writes}, for one write and nothing else. */
  <T> T write(Function<LensTransaction, T> work) {
    return write(SessionOptions.Use.ONE_WRITE, work);
  }

  private <T> T write(SessionOptions.Use use, Function<LensTransaction, T> work) {
    if (readOnly || readOnlyOnce) {
      throw LensException.of(LensCode.READ_ONLY_TRANSACTION, RESOURCE.readOnlyTransaction());
    }
    return autoCommit ? alone(use, work) : within(work);
  }

  private <T> T alone(SessionOptions.Use use, Function<LensTransaction, T> work) {
    long deadline = System.nanoTime() + MAX_RETRY_NANOS;
    for (int attempt = 1; ; attempt++) {
      try (LensTransaction transaction = opener.apply(options(false).with(use))) {
        T result = work.apply(transaction);
        transaction.commit();
        return result;
      } catch (RuntimeException | Error e) {
        LensException fault = ErrorTranslation.toLens(e);
        if (!SqlExceptions.isRetryable(fault)
            || attempt >= MAX_ATTEMPTS
            || System.nanoTime() > deadline) {
          throw fault;
        }
        pause(attempt);
      }
    }
  }

  private static void pause(int attempt) {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(1, 2L + 8L * attempt));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw LensException.of(LensCode.CANCELLED, RESOURCE.cancelled());
    }
  }

  /** Runs a query in the open transaction, which goes on as it was if the query fails. */
  <T> T read(Function<LensTransaction, T> work) {
    LensTransaction transaction = open();
    return marked(transaction, mark(transaction::markQuery), work);
  }

  private LensTransaction.Mark mark(Supplier<LensTransaction.Mark> marking) {
    try {
      return marking.get();
    } catch (RuntimeException e) {
      LensException fault = ErrorTranslation.toLens(e);
      fail(fault);
      throw fault;
    }
  }

  /** Says that rows of an open result cannot be fetched. */
  void failedFetch(LensTransaction transaction, Throwable thrown) {
    LensException fault = ErrorTranslation.toLens(thrown);
    boolean ofStore =
        Throwables.getCausalChain(thrown).stream().anyMatch(StoreException.class::isInstance);
    if (current.filter(transaction::equals).isPresent()
        && (endsTransaction(fault) || ofStore && transaction.failedStatementAborts())) {
      fail(fault);
    }
  }

  private static boolean endsTransaction(LensException fault) {
    return fault.code() == LensCode.SERIALIZATION || fault.code() == LensCode.CONNECTION_LOST;
  }

  private void fail(LensException fault) {
    failed = true;
    dead |= fault.code() == LensCode.CONNECTION_LOST;
  }

  private <T> T within(Function<LensTransaction, T> work) {
    LensTransaction transaction = open();
    return marked(
        transaction,
        mark(transaction::mark),
        t -> {
          T result = work.apply(t);
          if (immediate) {
            t.judgePending();
          }
          return result;
        });
  }

  /** Takes back what was done since a mark if the work fails. */
  private <T> T marked(
      LensTransaction transaction, LensTransaction.Mark mark, Function<LensTransaction, T> work) {
    try {
      T result = work.apply(transaction);
      transaction.release(mark);
      return result;
    } catch (RuntimeException | Error e) {
      LensException fault = ErrorTranslation.toLens(e);
      takeBack(transaction, mark, fault);
      throw fault;
    }
  }

  private void takeBack(
      LensTransaction transaction, LensTransaction.Mark mark, LensException fault) {
    if (endsTransaction(fault)) {
      fail(fault);
      return;
    }
    try {
      transaction.rollbackTo(mark);
      transaction.release(mark);
    } catch (RuntimeException e) {
      fail(ErrorTranslation.toLens(e));
      fault.addSuppressed(e);
    }
  }

  void commit() {
    requireTransaction("commit");
    if (failed) {
      rollback();
      throw LensException.of(LensCode.FAILED_TRANSACTION, RESOURCE.failedTransaction());
    }
    Optional<LensTransaction> ending = current;
    forget();
    // A failed judgement or commit leaves nothing: close rolls back.
    ending.ifPresent(
        transaction -> {
          try (transaction) {
            transaction.commit();
          }
        });
  }

  void rollback() {
    requireTransaction("rollback");
    end();
  }

  /** Ends what is open without keeping it, in any mode. */
  void end() {
    Optional<LensTransaction> ending = current;
    forget();
    ending.ifPresent(
        transaction -> {
          try (transaction) {
            transaction.rollback();
          }
        });
  }

  private void forget() {
    current = Optional.empty();
    savepoints.clear();
    failed = false;
    dead = false;
    immediate = false;
    readOnlyOnce = false;
    isolationOnce = Connection.TRANSACTION_NONE;
  }

  /** Judges now what waits for the commit, and from now on with each statement. */
  void constraintsImmediate() {
    requireTransaction("set constraints");
    open().judgePending();
    immediate = true;
  }

  /** Lets the commit judge again what may wait for it. */
  void constraintsDeferred() {
    requireTransaction("set constraints");
    immediate = false;
  }

  /** Marks a point; a name that exists already moves. */
  void savepoint(String name) {
    requireTransaction("savepoint");
    LensTransaction transaction = open();
    LensTransaction.Mark mark = mark(transaction::mark);
    if (!transaction.comesBackTo(mark)) {
      transaction.release(mark);
      throw LensException.of(LensCode.NOT_SUPPORTED, RESOURCE.noSavepoints());
    }
    savepoints.removeIf(s -> s.name().equalsIgnoreCase(name));
    savepoints.add(new NamedMark(name, mark));
  }

  /** Takes back everything since a point, which stays. */
  void rollbackTo(String name) {
    int at = find(name);
    NamedMark savepoint = savepoints.get(at);
    if (dead) {
      throw LensException.of(LensCode.FAILED_TRANSACTION, RESOURCE.failedTransaction());
    }
    try {
      current.orElseThrow().rollbackTo(savepoint.mark());
    } catch (RuntimeException e) {
      LensException fault = ErrorTranslation.toLens(e);
      fail(fault);
      throw fault;
    }
    savepoints.subList(at + 1, savepoints.size()).clear();
    failed = false;
  }

  /** Forgets a point and those after it. */
  void release(String name) {
    int at = find(name);
    NamedMark savepoint = savepoints.get(at);
    open().release(savepoint.mark());
    savepoints.subList(at, savepoints.size()).clear();
  }

  private int find(String name) {
    requireTransaction("a savepoint");
    for (int i = savepoints.size() - 1; i >= 0; i--) {
      if (savepoints.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    throw LensException.of(LensCode.UNKNOWN_SAVEPOINT, RESOURCE.unknownSavepoint(name));
  }

  private void requireTransaction(String what) {
    if (autoCommit) {
      throw LensException.of(LensCode.NO_TRANSACTION, RESOURCE.needsTransaction(what));
    }
  }

  private record NamedMark(String name, LensTransaction.Mark mark) {}
}
