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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.jdbc.JdbcSchemaReader;
import io.calcitelens.adapters.jdbc.JdbcStore;
import io.calcitelens.adapters.jdbc.StoredSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions over sessions of one and of two stores. */
class LocalTransactionTest {
  private final List<JdbcStore> stores = new ArrayList<>();

  @BeforeEach
  void none() {
    stores.clear();
  }

  @AfterEach
  void close() {
    stores.forEach(JdbcStore::close);
  }

  private JdbcStore open(String product, String name) throws SQLException {
    final JdbcStore store =
        product.equals("h2")
            ? JdbcStore.ownMemory(name)
            : JdbcStore.connect(name, "jdbc:hsqldb:mem:" + UUID.randomUUID(), "SA", "");
    stores.add(store);
    try (Connection connection = store.dataSource().getConnection();
        var statement = connection.createStatement()) {
      if (product.equals("hsqldb")) {
        // With table locks the reader of another connection would wait.
        statement.execute("set database transaction control mvcc");
      }
      statement.execute("create schema \"s\"");
      statement.execute("create table \"s\".\"t\" (\"a\" integer primary key)");
    }
    return store;
  }

  private static BasisTable table(JdbcStore store) {
    return JdbcSchemaReader.read(store, StoredSchema.of("s")).get(0);
  }

  private static void insert(LensTransaction transaction, JdbcStore store, int value) {
    final BasisTable table = table(store);
    transaction
        .session(store, true)
        .writer(table)
        .insert(table.columns(), List.<Object[]>of(new Object[] {value}), List.of());
  }

  private static List<Integer> read(LensTransaction transaction, JdbcStore store) {
    final List<Integer> values = new ArrayList<>();
    final String sql = "select \"a\" from \"s\".\"t\" order by \"a\"";
    try (var cursor =
        transaction.session(store, false).query(sql, List.of(), table(store).columns(), true)) {
      while (cursor.next()) {
        values.add((Integer) cursor.row()[0]);
      }
    }
    return values;
  }

  private static List<Integer> committed(JdbcStore store) {
    try (LensTransaction transaction = LocalTransaction.begin(SessionOptions.READ_ONLY)) {
      return read(transaction, store);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "hsqldb"})
  void readsOwnWritesAndCommits(String product) throws SQLException {
    final JdbcStore store = open(product, "x");
    try (LensTransaction transaction = LocalTransaction.begin(SessionOptions.DEFAULT)) {
      assertFalse(transaction.hasWritten());
      insert(transaction, store, 1);
      assertTrue(transaction.hasWritten());
      assertEquals(List.of(1), read(transaction, store));
      assertEquals(List.of(), committed(store));
      transaction.commit();
      assertFalse(transaction.hasWritten());
      insert(transaction, store, 2);
    }
    assertEquals(List.of(1), committed(store), "closing rolls back");
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "hsqldb"})
  void marksTakeBackWritesAndJudgements(String product) throws SQLException {
    final JdbcStore store = open(product, "x");
    final List<String> judged = new ArrayList<>();
    try (LensTransaction transaction = LocalTransaction.begin(SessionOptions.DEFAULT)) {
      final LensTransaction.Mark start = transaction.mark();
      insert(transaction, store, 1);
      transaction.beforeCommit(t -> judged.add("first"));
      final LensTransaction.Mark mark = transaction.mark();
      insert(transaction, store, 2);
      transaction.beforeCommit(t -> judged.add("second"));
      transaction.rollbackTo(mark);
      assertEquals(List.of(1), read(transaction, store));
      insert(transaction, store, 3);
      transaction.rollbackTo(mark);
      assertEquals(List.of(1), read(transaction, store), "the mark stays valid");
      assertTrue(transaction.hasWritten());
      transaction.release(mark);
      assertThrows(IllegalStateException.class, () -> transaction.rollbackTo(mark));
      transaction.judgePending();
      assertEquals(List.of("first"), judged);
      transaction.rollbackTo(start);
      assertEquals(List.of(), read(transaction, store), "enlisted after the mark");
      assertFalse(transaction.hasWritten());
      insert(transaction, store, 4);
      transaction.commit();
      assertEquals(List.of("first"), judged, "taken back with the mark");
    }
    assertEquals(List.of(4), committed(store));
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "hsqldb"})
  void aJudgementKeepsFromCommitting(String product) throws SQLException {
    final JdbcStore store = open(product, "x");
    try (LensTransaction transaction = LocalTransaction.begin(SessionOptions.DEFAULT)) {
      insert(transaction, store, 1);
      transaction.beforeCommit(
          t -> {
            throw new IllegalStateException("no");
          });
      assertThrows(IllegalStateException.class, transaction::commit);
      transaction.rollback();
    }
    assertEquals(List.of(), committed(store));
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "hsqldb"})
  void oneStoreIsWrittenAndOthersAreRead(String product) throws SQLException {
    final JdbcStore first = open(product, "x");
    final JdbcStore second = open("h2", "y");
    try (LensTransaction transaction = LocalTransaction.begin(SessionOptions.DEFAULT)) {
      assertEquals(List.of(), read(transaction, second));
      insert(transaction, first, 1);
      final StoreException e =
          assertThrows(StoreException.class, () -> transaction.session(second, true));
      assertEquals(StoreException.Kind.SECOND_WRITER, e.kind());
      assertEquals("y", e.store());
      transaction.commit();
      insert(transaction, second, 2);
      transaction.commit();
    }
    assertEquals(List.of(1), committed(first));
    assertEquals(List.of(2), committed(second));
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "hsqldb"})
  void readOnlyRefusesWriters(String product) throws SQLException {
    final JdbcStore store = open(product, "x");
    try (LensTransaction transaction = LocalTransaction.begin(SessionOptions.READ_ONLY)) {
      assertTrue(transaction.isReadOnly());
      assertEquals(
          StoreException.Kind.READ_ONLY,
          assertThrows(StoreException.class, () -> transaction.session(store, true)).kind());
    }
    // The connection of the read-only session went back as it came.
    try (LensTransaction transaction = LocalTransaction.begin(SessionOptions.DEFAULT)) {
      insert(transaction, store, 1);
      transaction.commit();
    }
    assertEquals(List.of(1), committed(store));
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "hsqldb"})
  void isolationIsSetAndTakenBack(String product) throws SQLException {
    final JdbcStore store = open(product, "x");
    final SessionOptions serializable =
        new SessionOptions(false, Connection.TRANSACTION_SERIALIZABLE);
    final int before;
    try (Connection connection = store.dataSource().getConnection()) {
      before = connection.getTransactionIsolation();
    }
    try (LensTransaction transaction = LocalTransaction.begin(serializable)) {
      insert(transaction, store, 1);
      transaction.commit();
    }
    try (Connection connection = store.dataSource().getConnection()) {
      assertEquals(before, connection.getTransactionIsolation());
      assertTrue(connection.getAutoCommit());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "hsqldb"})
  void oneKeyInTwoTransactionsIsAFaultOfTheSecond(String product) throws SQLException {
    final JdbcStore store = open(product, "x");
    try (LensTransaction first = LocalTransaction.begin(SessionOptions.DEFAULT);
        LensTransaction second = LocalTransaction.begin(SessionOptions.DEFAULT)) {
      insert(first, store, 1);
      final Thread other = new Thread(first::commit);
      other.start();
      final StoreException e = assertThrows(StoreException.class, () -> insert(second, store, 1));
      assertTrue(
          e.kind() == StoreException.Kind.UNIQUE || e.kind() == StoreException.Kind.SERIALIZATION,
          () -> e.kind().name());
    }
  }
}
