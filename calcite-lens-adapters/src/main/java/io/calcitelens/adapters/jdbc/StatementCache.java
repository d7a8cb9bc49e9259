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

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The prepared statements of one session: taken by whoever runs one, and put back afterwards. */
final class StatementCache implements AutoCloseable {
  private static final int CAPACITY = 64;

  private final Connection connection;
  private final Map<Key, PreparedStatement> idle = new LinkedHashMap<>(16, 0.75f, true);
  private final Set<PreparedStatement> taken = Collections.newSetFromMap(new IdentityHashMap<>());

  StatementCache(Connection connection) {
    this.connection = connection;
  }

  private record Key(String sql, List<String> generated) {}

  /** An idle statement of this text, or a new one. It is the caller's until it is put back. */
  PreparedStatement take(String sql) throws SQLException {
    return take(sql, List.of());
  }

  PreparedStatement take(String sql, List<String> generated) throws SQLException {
    PreparedStatement statement = idle.remove(new Key(sql, generated));
    if (statement == null) {
      statement =
          generated.isEmpty()
              ? connection.prepareStatement(sql)
              : connection.prepareStatement(sql, generated.toArray(new String[0]));
    }
    taken.add(statement);
    return statement;
  }

  void put(String sql, PreparedStatement statement) throws SQLException {
    put(sql, List.of(), statement);
  }

  void put(String sql, List<String> generated, PreparedStatement statement) throws SQLException {
    if (!taken.remove(statement)) {
      return; // the session ended first, and closed it
    }
    final PreparedStatement other = idle.put(new Key(sql, generated), statement);
    if (other != null) {
      other.close();
    }
    if (idle.size() > CAPACITY) {
      final Iterator<PreparedStatement> oldest = idle.values().iterator();
      final PreparedStatement evicted = oldest.next();
      oldest.remove();
      evicted.close();
    }
  }

  /** Closes a statement that failed, which is not used again; the failure is what counts. */
  void discard(PreparedStatement statement) {
    if (statement != null) {
      taken.remove(statement);
      try {
        statement.close();
      } catch (SQLException ignored) {
        // The statement's own failure is on its way to the caller.
      }
    }
  }

  /** Closes the statements that were not put back. */
  void release() {
    if (taken.isEmpty()) {
      return;
    }
    for (PreparedStatement statement : new ArrayList<>(taken)) {
      discard(statement);
    }
  }

  @Override
  public void close() {
    release();
    for (PreparedStatement statement : idle.values()) {
      discard(statement);
    }
    idle.clear();
  }
}
