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

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.KeyedInsert;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.StoreCursor;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.StoreSavepoint;
import io.calcitelens.adapters.StoreSession;
import io.calcitelens.adapters.StoreValue;
import io.calcitelens.adapters.TableId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** One connection of a {@link JdbcStore}; it may be used again after it was closed. */
final class JdbcSession implements StoreSession {
  private static final int FETCH_SIZE = 1_000;

  /** A connection that was idle for longer is asked whether it still lives. */
  private static final long TRUSTED_NANOS = 1_000_000_000L;

  private static final int VALIDATION_SECONDS = 5;

  private final JdbcStore store;
  private final Connection connection;
  private final ConnectionSettings settings;
  private final StatementCache statements;
  private final Map<TableId, JdbcKeyedWriter> writers = new HashMap<>();
  private SessionOptions options = SessionOptions.DEFAULT;

  /** The cursors that fetch, in the order in which they were opened. */
  private final Set<JdbcCursor> cursors = new LinkedHashSet<>();

  private boolean begun;
  private int buffers;
  private boolean closed;
  private boolean spoiled;
  private long idleSince;

  private JdbcSession(JdbcStore store, Connection connection) throws SQLException {
    this.store = store;
    this.connection = connection;
    this.settings = new ConnectionSettings(connection, store.product());
    this.statements = new StatementCache(connection);
  }

  /** Takes the connection over: it is closed with the session, or at once if this fails. */
  static JdbcSession open(JdbcStore store, Connection connection, SessionOptions options)
      throws SQLException {
    try {
      final JdbcSession session = new JdbcSession(store, connection);
      session.start(options);
      return session;
    } catch (SQLException | RuntimeException e) {
      try {
        connection.close();
      } catch (SQLException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  private void start(SessionOptions wanted) throws SQLException {
    begun = settings.apply(connection, wanted);
    options = wanted;
    closed = false;
    spoiled = false;
  }

  /** Uses a session again that was idle; false if its connection is lost, which is closed then. */
  boolean reopen(SessionOptions wanted) {
    try {
      if (System.nanoTime() - idleSince < TRUSTED_NANOS || connection.isValid(VALIDATION_SECONDS)) {
        start(wanted);
        return true;
      }
    } catch (SQLException e) {
      // As lost as one that says so.
    }
    discard();
    return false;
  }

  /** The options with which it runs, or ran last. */
  SessionOptions options() {
    return options;
  }

  @Override
  public JdbcStore store() {
    return store;
  }

  /** The connection; whoever asks for it may begin a transaction. */
  Connection connection() {
    begun = true;
    return connection;
  }

  /** The prepared statements; whoever asks for them may begin a transaction. */
  StatementCache statements() {
    begun = true;
    return statements;
  }

  @Override
  public JdbcKeyedWriter writer(BasisTable table) {
    checkArgument(table.id().store().equals(store.name()), "%s is not of %s", table.id(), store);
    final JdbcKeyedWriter writer = writers.get(table.id());
    if (writer != null && writer.table() == table) {
      return writer;
    }
    final JdbcKeyedWriter made = new JdbcKeyedWriter(this, table);
    writers.put(table.id(), made);
    return made;
  }

  @Override
  public StoreCursor query(
      String sql, List<StoreValue> parameters, List<BasisColumn> columns, boolean streaming) {
    final ValueCodec[] codecs = new ValueCodec[columns.size()];
    for (int i = 0; i < codecs.length; i++) {
      codecs[i] = ValueCodec.of(columns.get(i).type(), columns.get(i).jdbcType(), store.product());
    }
    final JdbcCursor cursor = open(sql, parameters, codecs);
    if (!streaming) {
      readOut(cursor);
    }
    return cursor;
  }

  /** Whether a result that stays open would stand in another session's way. */
  private boolean readsOut() {
    return options.use() != SessionOptions.Use.TRANSACTION && store.product().resultsBlockCommits();
  }

  /** Reads a cursor out; it is closed if that fails. */
  private static void readOut(JdbcCursor cursor) {
    try {
      cursor.readOut();
    } catch (RuntimeException e) {
      cursor.close();
      throw e;
    }
  }

  /** Runs a query whose columns are read by codecs that the caller keeps. */
  JdbcCursor open(String sql, List<StoreValue> parameters, ValueCodec[] codecs) {
    PreparedStatement statement = null;
    try {
      statement = statements().take(sql);
      statement.setFetchSize(FETCH_SIZE);
      bind(statement, parameters);
      final ResultSet resultSet = statement.executeQuery();
      final JdbcCursor cursor = new JdbcCursor(this, sql, statement, resultSet, codecs);
      cursors.add(cursor);
      if (readsOut()) {
        readOut(cursor);
      }
      return cursor;
    } catch (SQLException e) {
      statements.discard(statement);
      store.forgetIdle();
      throw fault(e);
    }
  }

  @Override
  public long execute(String sql, List<StoreValue> parameters, BasisTable written) {
    PreparedStatement statement = null;
    try {
      statement = statements().take(sql);
      bind(statement, parameters);
      final long count = statement.executeUpdate();
      statements.put(sql, statement);
      return count;
    } catch (SQLException e) {
      statements.discard(statement);
      throw fault(e, written);
    }
  }

  @Override
  public long number(String message, List<StoreValue> parameters) {
    checkState(store.joinsStatements(), "%s takes one statement at a time", store);
    PreparedStatement statement = null;
    try {
      statement = statements().take(message);
      bind(statement, parameters);
      final long number = lastNumber(statement);
      statements.put(message, statement);
      return number;
    } catch (SQLException e) {
      statements.discard(statement);
      endAtOnce();
      throw fault(e);
    }
  }

  /** The number that the last result with rows holds. */
  private static long lastNumber(PreparedStatement statement) throws SQLException {
    long number = 0;
    boolean rows = statement.execute();
    while (rows || statement.getUpdateCount() >= 0) {
      if (rows) {
        try (ResultSet resultSet = statement.getResultSet()) {
          resultSet.next();
          number = resultSet.getLong(1);
        }
      }
      rows = statement.getMoreResults();
    }
    return number;
  }

  @Override
  public void insertAtOnce(List<KeyedInsert> inserts) {
    checkState(
        store.joinsStatements() && options.use() == SessionOptions.Use.ONE_WRITE,
        "%s takes one statement at a time",
        store);
    final List<String> texts = new ArrayList<>();
    for (KeyedInsert insert : inserts) {
      texts.addAll(
          Collections.nCopies(
              insert.rows().size(), writer(insert.table()).insertText(insert.columns())));
    }
    final String message = OneMessage.joined(texts);
    PreparedStatement statement = null;
    try {
      statement = statements().take(message);
      int index = 1;
      for (KeyedInsert insert : inserts) {
        index = writer(insert.table()).bind(statement, index, insert);
      }
      statement.execute();
      statements.put(message, statement);
    } catch (SQLException e) {
      statements.discard(statement);
      endAtOnce();
      throw fault(e);
    }
  }

  /** A message that begins a transaction and fails leaves it open. */
  private void endAtOnce() {
    if (options.use() == SessionOptions.Use.ONE_WRITE) {
      try (Statement end = connection.createStatement()) {
        end.execute("ROLLBACK");
      } catch (SQLException e) {
        // The connection is lost: the failure that led here says so.
        store.forgetIdle();
      }
    }
  }

  private void bind(PreparedStatement statement, List<StoreValue> parameters) throws SQLException {
    for (int i = 0; i < parameters.size(); i++) {
      final StoreValue parameter = parameters.get(i);
      ValueCodec.of(parameter.type(), Types.NULL, store.product())
          .write(statement, i + 1, parameter.value());
    }
  }

  StoreException fault(SQLException e) {
    return lost(e) ? loss(e) : store.fault(e, Optional.empty());
  }

  /** The fault of a write to a table. */
  StoreException fault(SQLException e, BasisTable written) {
    return lost(e)
        ? loss(e)
        : TableFaults.locate(store.product().fault(StoreProduct.root(e)), written, e);
  }

  /** Whether a fault means that there is no connection any longer. */
  private boolean lost(SQLException e) {
    final StoreException.Kind kind = store.product().fault(StoreProduct.root(e)).kind();
    return kind == StoreException.Kind.CONNECTION
        || kind == StoreException.Kind.OTHER && isClosed();
  }

  private boolean isClosed() {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  /** The store rolls back what it has not committed. */
  private StoreException loss(SQLException e) {
    spoil();
    store.forgetLost();
    return exception(
        options.use() == SessionOptions.Use.ONE_WRITE
            ? StoreException.Kind.COMMIT_UNKNOWN
            : StoreException.Kind.CONNECTION,
        e);
  }

  private StoreException exception(StoreException.Kind kind, SQLException e) {
    return new StoreException(kind, store.name(), Optional.empty(), List.of(), Optional.empty(), e);
  }

  @Override
  public StoreSavepoint savepoint() {
    try {
      return new JdbcSavepoint(connection().setSavepoint(), Set.copyOf(cursors));
    } catch (SQLException e) {
      throw fault(e);
    }
  }

  @Override
  public void rollbackTo(StoreSavepoint savepoint) {
    try {
      final JdbcSavepoint point = (JdbcSavepoint) savepoint;
      keepCursors(point);
      connection.rollback(point.savepoint);
      if (store.product().savepointEndsWithRollback()) {
        point.savepoint = connection.setSavepoint();
      }
    } catch (SQLException e) {
      throw fault(e);
    }
  }

  /** What was opened since a savepoint goes with it in some stores: it is read out before. */
  private void keepCursors(JdbcSavepoint savepoint) {
    if (store.product().savepointsEndCursors()) {
      cursors.stream()
          .filter(cursor -> !savepoint.open.contains(cursor))
          .toList()
          .forEach(JdbcCursor::keep);
    }
  }

  /** A cursor fetches no longer. */
  void forget(JdbcCursor cursor) {
    cursors.remove(cursor);
  }

  @Override
  public void release(StoreSavepoint savepoint) {
    try {
      connection.releaseSavepoint(((JdbcSavepoint) savepoint).savepoint);
    } catch (SQLException e) {
      throw fault(e);
    }
  }

  @Override
  public int nextBuffer() {
    return buffers++;
  }

  @Override
  public void commit() {
    try {
      connection.commit();
      releaseBuffers();
      begun = false;
    } catch (SQLException e) {
      final StoreException fault = fault(e);
      throw fault.kind() == StoreException.Kind.CONNECTION
          ? exception(StoreException.Kind.COMMIT_UNKNOWN, e)
          : fault;
    }
  }

  @Override
  public void rollback() {
    buffers = 0;
    try {
      rollBack();
      begun = false;
    } catch (SQLException e) {
      throw fault(e);
    }
  }

  private void rollBack() throws SQLException {
    try {
      connection.rollback();
    } catch (SQLException e) {
      if (!store.product().isWithoutTransaction(e)) {
        throw e;
      }
      // What follows would be committed statement by statement.
      spoil();
    }
  }

  @Override
  public Optional<XAResource> branch() {
    return store.product().branches().map(sql -> new SessionBranch(this, sql));
  }

  /** What was committed took the buffers with it. */
  private void releaseBuffers() throws SQLException {
    if (buffers > 0 && store.product().locksWhenBuffersGo()) {
      connection.rollback();
    }
    buffers = 0;
  }

  /** Prepares the open transaction under a name. */
  void prepare(BranchSql sql, Xid xid) throws SQLException {
    PreparedBranches.run(connection, sql.prepare(), xid);
  }

  /** Ends what was prepared, and with it the session's transaction. */
  void endPrepared(BranchSql sql, String template, Xid xid) throws SQLException {
    if (sql.bound()) {
      PreparedBranches.run(connection, template, xid);
    } else {
      // Work that was never prepared must not be committed by the change of mode.
      connection.rollback();
      connection.setAutoCommit(true);
      try {
        PreparedBranches.run(connection, template, xid);
      } finally {
        connection.setAutoCommit(false);
      }
    }
    releaseBuffers();
    begun = false;
  }

  /** Expects no more of the connection than that it can be closed. */
  void spoil() {
    spoiled = true;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    cursors.clear();
    statements.release();
    try {
      if (begun && !spoiled && !settings.autoCommit()) {
        buffers = 0;
        rollBack();
      }
    } catch (SQLException e) {
      store.forgetIdle();
      final StoreException fault = fault(e);
      discard();
      if (fault.kind() == StoreException.Kind.CONNECTION) {
        // A store that has lost a connection has rolled back its transaction.
        return;
      }
      throw fault;
    }
    if (spoiled) {
      store.forgetIdle();
      discard();
      return;
    }
    idleSince = System.nanoTime();
    if (!store.keep(this)) {
      end();
    }
  }

  /** Ends a session that is closed: the connection goes back as it came. */
  private void end() {
    statements.close();
    try (Connection last = connection) {
      settings.restore(last);
    } catch (SQLException e) {
      throw fault(e);
    }
  }

  /** Ends a session of which nothing is expected any longer. */
  void discard() {
    try {
      end();
    } catch (RuntimeException e) {
      // Nobody waits for what it has to say; some drivers say it with a null pointer.
    }
  }

  private static final class JdbcSavepoint implements StoreSavepoint {
    private Savepoint savepoint;
    private final Set<JdbcCursor> open;

    JdbcSavepoint(Savepoint savepoint, Set<JdbcCursor> open) {
      this.savepoint = savepoint;
      this.open = open;
    }
  }
}
