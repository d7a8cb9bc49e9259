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

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.SessionOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The settings of a connection: as they were, and as they are, so that only changes are sent. */
final class ConnectionSettings {
  private final StoreProduct product;
  private final Settings original;
  private final List<String> restoring;
  private Settings current;

  private record Settings(
      boolean autoCommit, boolean readOnly, int isolation, boolean streamsResults) {
    Settings committingEach() {
      return new Settings(true, readOnly, isolation, streamsResults);
    }
  }

  ConnectionSettings(Connection connection, StoreProduct product) throws SQLException {
    this.product = requireNonNull(product, "product");
    this.original =
        new Settings(
            connection.getAutoCommit(),
            connection.isReadOnly(),
            connection.getTransactionIsolation(),
            false);
    this.current = original;
    // What is set within a transaction would go with its rollback.
    connection.setAutoCommit(true);
    this.restoring = product.prepare(connection);
    connection.setAutoCommit(original.autoCommit());
  }

  boolean autoCommit() {
    return current.autoCommit();
  }

  /**
   * Makes the connection ready for a session; no transaction may be open.
   *
   * @return whether a transaction has begun by that
   */
  boolean apply(Connection connection, SessionOptions options) throws SQLException {
    final boolean streams = options.use() == SessionOptions.Use.ONE_QUERY;
    int isolation = product.isolation(options.isolation());
    if (streams) {
      isolation = atLeast(isolation, product.streamingIsolation());
    } else if (options.use() == SessionOptions.Use.QUERIES) {
      isolation = atLeast(isolation, product.snapshotIsolation());
    }
    change(
        connection,
        new Settings(
            commitsEach(options.use()) || streams && product.resultsBlockCommits(),
            options.readOnly() && product.takesReadOnly(),
            isolation == Connection.TRANSACTION_NONE ? original.isolation() : isolation,
            streams));
    final boolean begins =
        options.use() == SessionOptions.Use.TRANSACTION
            && !options.readOnly()
            && !product.beginWriting().isEmpty();
    if (begins) {
      run(connection, product.beginWriting());
    }
    return begins;
  }

  private static int atLeast(int isolation, int least) {
    return least == Connection.TRANSACTION_NONE ? isolation : Math.max(isolation, least);
  }

  private static boolean commitsEach(SessionOptions.Use use) {
    return use == SessionOptions.Use.FEW_ROWS || use == SessionOptions.Use.ONE_WRITE;
  }

  /** Leaves the connection as it was found. */
  void restore(Connection connection) throws SQLException {
    if (!restoring.isEmpty()) {
      connection.setAutoCommit(true);
      run(connection, restoring);
      current = current.committingEach();
    }
    change(connection, original);
  }

  private static void run(Connection connection, List<String> statements) throws SQLException {
    if (statements.isEmpty()) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private void change(Connection connection, Settings wanted) throws SQLException {
    if (wanted.equals(current)) {
      return;
    }
    if (wanted.readOnly() != current.readOnly()) {
      connection.setReadOnly(wanted.readOnly());
    }
    if (wanted.isolation() != current.isolation()) {
      connection.setTransactionIsolation(wanted.isolation());
    }
    if (wanted.streamsResults() != current.streamsResults()) {
      product.streamResults(connection, wanted.streamsResults());
    }
    if (wanted.autoCommit() != current.autoCommit()) {
      connection.setAutoCommit(wanted.autoCommit());
    }
    current = wanted;
  }
}
