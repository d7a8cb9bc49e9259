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
package io.calcitelens.ddl.server;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.Service.ResultSetResponse;

/** A client's connection. Requests of one session may come on several threads. */
final class RemoteSession {
  private final String id;
  private final RemoteUser user;
  private final Connection connection;
  private final ServerLimits limits;
  private final AtomicInteger lastStatement = new AtomicInteger();
  private final Map<Integer, RemoteStatement> statements = new ConcurrentHashMap<>();

  // Guarded by this.
  private int working;
  private long restingSince = System.nanoTime();
  private boolean ended;

  RemoteSession(String id, RemoteUser user, Connection connection, ServerLimits limits) {
    this.id = id;
    this.user = user;
    this.connection = connection;
    this.limits = limits;
  }

  /** Whether it is that of a user; the address may change. */
  boolean isOf(RemoteUser other) {
    return user.name().equals(other.name());
  }

  Connection connection() {
    return connection;
  }

  // --- life

  /** Begins a request; false if the session is over. */
  synchronized boolean begin() {
    if (ended) {
      return false;
    }
    working++;
    return true;
  }

  /** Ends a request. */
  synchronized void end() {
    working--;
    restingSince = System.nanoTime();
  }

  /** Lets nothing begin any more, if nothing was asked for so long. */
  synchronized boolean expire(Duration idle) {
    if (ended || working > 0 || System.nanoTime() - restingSince < idle.toNanos()) {
      return false;
    }
    ended = true;
    return true;
  }

  /** Lets nothing begin any more; false if that was so before. */
  synchronized boolean retire() {
    boolean first = !ended;
    ended = true;
    return first;
  }

  synchronized boolean isWorking() {
    return working > 0;
  }

  void cancelAll() {
    for (RemoteStatement statement : statements.values()) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        // It ends by itself then, or with the connection.
        continue;
      }
    }
  }

  /** Closes the connection, which rolls back what is open. */
  void close() throws SQLException {
    statements.clear();
    connection.close();
  }

  // --- statements

  int create() throws SQLException {
    requireRoom();
    return keep(connection.createStatement());
  }

  Meta.StatementHandle prepare(String sql, long maxRows) throws SQLException {
    requireRoom();
    int number = keep(connection.prepareStatement(sql));
    try {
      RemoteStatement prepared = statement(number);
      prepared.limitRows(maxRows);
      return prepared.handle(sql);
    } catch (SQLException | RuntimeException e) {
      // The client learns no number by which it could close it.
      closeAfter(e, number);
      throw e;
    }
  }

  private void closeAfter(Exception fault, int number) {
    try {
      close(number);
    } catch (SQLException e) {
      fault.addSuppressed(e);
    }
  }

  private void requireRoom() {
    if (statements.size() >= limits.statements()) {
      throw LensException.of(
          LensCode.LIMIT_REACHED, RESOURCE.tooManyStatements(limits.statements()));
    }
  }

  private int keep(Statement statement) {
    int number = lastStatement.incrementAndGet();
    statements.put(number, new RemoteStatement(id, number, statement, limits.rows()));
    return number;
  }

  RemoteStatement statement(int number) {
    RemoteStatement statement = statements.get(number);
    if (statement == null) {
      throw RemoteFaults.wrongCall(RESOURCE.noStatement(number));
    }
    return statement;
  }

  void close(int number) throws SQLException {
    RemoteStatement statement = statements.remove(number);
    if (statement != null) {
      statement.close();
    }
  }

  /** A result of the connection's metadata. */
  ResultSetResponse metadata(ResultSet result) throws SQLException {
    return RemoteStatement.all(id, lastStatement.incrementAndGet(), result);
  }

  // --- modes

  /**
   * Sets what the client wants otherwise than it is, and answers what is. The client sends all that
   * it ever set, also what may not be set again within a transaction.
   */
  Meta.ConnectionProperties sync(Meta.ConnectionProperties wanted) throws SQLException {
    synchronized (connection) {
      if (wanted.isAutoCommit() != null && wanted.isAutoCommit() != connection.getAutoCommit()) {
        connection.setAutoCommit(wanted.isAutoCommit());
      }
      if (wanted.isReadOnly() != null && wanted.isReadOnly() != connection.isReadOnly()) {
        connection.setReadOnly(wanted.isReadOnly());
      }
      Integer isolation = wanted.getTransactionIsolation();
      if (isolation != null && isolation != connection.getTransactionIsolation()) {
        connection.setTransactionIsolation(isolation);
      }
      if (wanted.getSchema() != null
          && !Objects.equals(wanted.getSchema(), connection.getSchema())) {
        connection.setSchema(wanted.getSchema());
      }
      ConnectionPropertiesImpl actual = new ConnectionPropertiesImpl(connection);
      actual.setDirty(false);
      return actual;
    }
  }
}
