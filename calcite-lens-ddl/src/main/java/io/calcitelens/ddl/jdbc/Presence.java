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

import io.calcitelens.ddl.catalog.Client;
import io.calcitelens.ddl.catalog.Sessions;
import java.sql.SQLException;
import java.time.Instant;
import java.util.function.Supplier;

/** A connection as {@code lens.sessions} shows it. Read by any thread, without waiting. */
final class Presence implements Sessions.Session {
  private static final int NOT_ENTERED = -1;

  private final LensConnection connection;
  private final Client client;
  private final Instant since = Instant.now();
  private volatile Instant lastUsed = since;
  private volatile int running;
  private volatile int id = NOT_ENTERED;

  Presence(LensConnection connection, Client client) {
    this.connection = connection;
    this.client = client;
  }

  void enter() {
    id = connection.database().sessions().enter(this);
  }

  void leave() {
    if (id != NOT_ENTERED) {
      connection.database().sessions().leave(id);
    }
  }

  /** Runs a statement; the connection's lock is held, so that counting needs no other. */
  @SuppressWarnings("NonAtomicOperationOnVolatileField")
  <T> T running(Supplier<T> statement) {
    lastUsed = Instant.now();
    running++;
    try {
      return statement.get();
    } finally {
      running--;
    }
  }

  @Override
  public Client client() {
    return client;
  }

  @Override
  public String schema() {
    try {
      String schema = connection.getSchema();
      return schema == null ? "" : schema;
    } catch (SQLException e) {
      return "";
    }
  }

  @Override
  public String state() {
    if (running > 0) {
      return "running";
    }
    ConnectionTransaction transaction = connection.transaction();
    if (transaction.hasFailed()) {
      return "failed transaction";
    }
    return transaction.isActive() ? "in transaction" : "idle";
  }

  @Override
  public int statements() {
    return connection.statementMap.size();
  }

  @Override
  public Instant since() {
    return since;
  }

  @Override
  public Instant lastUsed() {
    return lastUsed;
  }
}
