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
package io.calcitelens.adapters.transaction;

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.BeforeCommit;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.StoreSavepoint;
import io.calcitelens.adapters.StoreSession;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A transaction whose work is local to each store until it ends. One that wrote to one store
 * commits on that store's own connection; else a coordinator makes what each store holds a branch.
 * After a commit or rollback it begins anew with the next session that is asked for.
 */
public final class LocalTransaction implements LensTransaction {
  private final SessionOptions options;
  private final Coordinator coordinator;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Store, StoreSession> sessions = new LinkedHashMap<>();
  private final List<BeforeCommit> pending = new ArrayList<>();
  private final List<SessionMark> marks = new ArrayList<>();
  private Set<Store> writers = Set.of();

  /** What one query uses is used by one thread at a time. */
  private boolean ofOneQuery() {
    return options.use() == SessionOptions.Use.ONE_QUERY
        || options.use() == SessionOptions.Use.FEW_ROWS;
  }

  /** A write that is not one message is a transaction as any other. */
  private SessionOptions ofSeveralMessages() {
    return options.use() == SessionOptions.Use.ONE_WRITE
        ? options.with(SessionOptions.Use.TRANSACTION)
        : options;
  }

  private LocalTransaction(SessionOptions options, Coordinator coordinator) {
    this.options = requireNonNull(options, "options");
    this.coordinator = requireNonNull(coordinator, "coordinator");
  }

  /** Begins a transaction that writes to one store, whose sessions run as the options say. */
  public static LocalTransaction begin(SessionOptions options) {
    return new LocalTransaction(options, Coordinator.NONE);
  }

  /** Begins a transaction that a coordinator commits if it has written to several stores. */
  public static LocalTransaction begin(SessionOptions options, Coordinator coordinator) {
    return new LocalTransaction(options, coordinator);
  }

  @Override
  public StoreSession session(Store store, boolean forWrite) {
    return locked(
        () -> {
          if (forWrite) {
            admitWriter(store);
          }
          StoreSession session = sessions.get(store);
          if (session == null) {
            session =
                ofOneQuery()
                    ? store.open(options)
                    : new LockedSession(store.open(ofSeveralMessages()), lock);
            sessions.put(store, session);
          }
          return session;
        });
  }

  @Override
  public boolean admitsAtOnce() {
    return locked(
        () ->
            options.use() == SessionOptions.Use.ONE_WRITE
                && sessions.isEmpty()
                && pending.isEmpty());
  }

  @Override
  public Optional<StoreSession> atOnce(Store store) {
    return locked(
        () -> {
          if (!admitsAtOnce()) {
            return Optional.empty();
          }
          if (options.readOnly()) {
            throw refusal(StoreException.Kind.READ_ONLY, store);
          }
          return Optional.of(store.open(options));
        });
  }

  private void admitWriter(Store store) {
    if (options.readOnly()) {
      throw refusal(StoreException.Kind.READ_ONLY, store);
    }
    if (writers.contains(store)) {
      return;
    }
    final Set<Store> more = new LinkedHashSet<>(writers);
    more.add(store);
    if (!coordinator.admits(more)) {
      throw refusal(StoreException.Kind.SECOND_WRITER, store);
    }
    writers = more;
  }

  private static StoreException refusal(StoreException.Kind kind, Store store) {
    return new StoreException(
        kind, store.name(), Optional.empty(), List.of(), Optional.empty(), null);
  }

  @Override
  public boolean hasWritten() {
    return locked(() -> !writers.isEmpty());
  }

  @Override
  public boolean failedStatementAborts() {
    return locked(
        () -> sessions.keySet().stream().anyMatch(s -> s.capabilities().failedStatementAborts()));
  }

  @Override
  public boolean isReadOnly() {
    return options.readOnly();
  }

  @Override
  public void beforeCommit(BeforeCommit judgement) {
    locked(() -> pending.add(requireNonNull(judgement, "judgement")));
  }

  @Override
  public void judgePending() {
    locked(
        () -> {
          // By index: a judgement may add another.
          for (int i = 0; i < pending.size(); i++) {
            pending.get(i).judge(this);
          }
          pending.clear();
          return null;
        });
  }

  @Override
  public Mark mark() {
    return mark(false);
  }

  @Override
  public Mark markQuery() {
    return mark(true);
  }

  private Mark mark(boolean query) {
    return locked(
        () -> {
          final Map<Store, StoreSavepoint> savepoints = new IdentityHashMap<>();
          sessions.forEach(
              (store, session) -> {
                if (!options.readOnly()
                    && store.capabilities().savepoints()
                    && (!query || losesByFailedQuery(store))) {
                  savepoints.put(store, session.savepoint());
                }
              });
          final SessionMark mark =
              new SessionMark(query, savepoints, List.copyOf(pending), writers);
          marks.add(mark);
          return mark;
        });
  }

  /** A transaction that wrote nothing, and reads each time anew, may as well begin again. */
  private boolean losesByFailedQuery(Store store) {
    return store.capabilities().failedStatementAborts()
        && (writers.contains(store) || options.isolation() > Connection.TRANSACTION_READ_COMMITTED);
  }

  @Override
  public boolean comesBackTo(Mark mark) {
    return locked(
        () -> {
          final SessionMark found = marks.get(position(mark));
          return sessions.keySet().stream().noneMatch(store -> loses(found, store));
        });
  }

  /** Whether a store can only go back to where it was before what it wrote before the mark. */
  private static boolean loses(SessionMark mark, Store store) {
    return mark.writers.contains(store) && !store.capabilities().savepoints();
  }

  @Override
  public void rollbackTo(Mark mark) {
    locked(
        () -> {
          final int position = position(mark);
          final SessionMark found = marks.get(position);
          sessions.forEach((store, session) -> rollbackTo(found, store, session));
          marks.subList(position + 1, marks.size()).clear();
          pending.clear();
          pending.addAll(found.pending);
          writers = found.writers;
          for (Store store : sessions.keySet()) {
            if (loses(found, store)) {
              throw refusal(StoreException.Kind.FAILED_TRANSACTION, store);
            }
          }
          return null;
        });
  }

  /** A session that was enlisted after the mark goes back to its beginning. */
  private void rollbackTo(SessionMark mark, Store store, StoreSession session) {
    if (mark.query && !store.capabilities().failedStatementAborts()) {
      return;
    }
    final StoreSavepoint savepoint = mark.savepoints.get(store);
    if (savepoint != null) {
      session.rollbackTo(savepoint);
    } else if (mark.query || !options.readOnly()) {
      session.rollback();
    }
  }

  @Override
  public void release(Mark mark) {
    locked(
        () -> {
          final int position = position(mark);
          final SessionMark found = marks.get(position);
          sessions.forEach(
              (store, session) -> {
                final StoreSavepoint savepoint = found.savepoints.get(store);
                if (savepoint != null) {
                  session.release(savepoint);
                }
              });
          marks.subList(position, marks.size()).clear();
          return null;
        });
  }

  private int position(Mark mark) {
    for (int i = marks.size() - 1; i >= 0; i--) {
      if (marks.get(i) == mark) {
        return i;
      }
    }
    throw new IllegalStateException("mark is not of this transaction, or no longer");
  }

  @Override
  public void commit() {
    locked(
        () -> {
          judgePending();
          try {
            commitWritten();
          } catch (RuntimeException | Error e) {
            endAfter(e);
            throw e;
          }
          end();
          return null;
        });
  }

  /** A store that was only read has nothing to commit: one writer is committed in one phase. */
  private void commitWritten() {
    final List<StoreSession> written =
        writers.stream().map(sessions::get).filter(Objects::nonNull).toList();
    if (written.size() == 1) {
      written.get(0).commit();
    } else if (!written.isEmpty()) {
      coordinator.commit(written);
    }
  }

  @Override
  public void rollback() {
    locked(
        () -> {
          end();
          return null;
        });
  }

  @Override
  public void close() {
    rollback();
  }

  /** Ends, where what went wrong before is told. */
  private void endAfter(Throwable told) {
    try {
      end();
    } catch (RuntimeException e) {
      told.addSuppressed(e);
    }
  }

  /** Gives all sessions back; closing one rolls back what it has not committed. */
  private void end() {
    RuntimeException failure = null;
    for (StoreSession session : sessions.values()) {
      try {
        session.close();
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    sessions.clear();
    pending.clear();
    marks.clear();
    writers = Set.of();
    if (failure != null) {
      throw failure;
    }
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  /** What a rollback to here brings back. */
  private static final class SessionMark implements Mark {
    private final boolean query;
    private final Map<Store, StoreSavepoint> savepoints;
    private final List<BeforeCommit> pending;
    private final Set<Store> writers;

    SessionMark(
        boolean query,
        Map<Store, StoreSavepoint> savepoints,
        List<BeforeCommit> pending,
        Set<Store> writers) {
      this.query = query;
      this.savepoints = savepoints;
      this.pending = pending;
      this.writers = writers;
    }
  }
}
