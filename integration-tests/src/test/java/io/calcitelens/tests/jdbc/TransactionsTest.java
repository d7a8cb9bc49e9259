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
package io.calcitelens.tests.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions of a connection (T3), batches (P9), and what stays readable. */
class TransactionsTest {
  private final String url = "jdbc:lens:mem:" + UUID.randomUUID();
  private Connection connection;
  private Connection other;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection(url);
    other = DriverManager.getConnection(url);
    Lenses.deploy(connection);
    Lenses.run(connection, "insert into X.T values (1, 'one', 1), (2, 'two', 2)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    other.close();
  }

  @Test
  void startsInAutocommit() throws SQLException {
    assertTrue(connection.getAutoCommit());
    assertEquals(List.of("1", "2"), Lenses.rows(other, "select id from X.T order by id"));
    connection.setAutoCommit(false);
    assertFalse(connection.getAutoCommit());
  }

  @Test
  void otherSessionsSeeWhatIsCommitted() throws SQLException {
    connection.setAutoCommit(false);
    Lenses.run(connection, "update X.T set n = 10, a = 'ten' where id = 1");
    assertEquals(List.of("ten|10"), Lenses.rows(connection, "select a, n from X.T where id = 1"));
    assertEquals(List.of("one|1"), Lenses.rows(other, "select a, n from X.T where id = 1"));
    connection.commit();
    assertEquals(List.of("ten|10"), Lenses.rows(other, "select a, n from X.T where id = 1"));
  }

  @Test
  void switchingToAutocommitCommits() throws SQLException {
    connection.setAutoCommit(false);
    Lenses.run(connection, "delete from X.T where id = 1");
    connection.setAutoCommit(true);
    assertEquals(List.of("2"), Lenses.rows(other, "select id from X.T"));
  }

  @Test
  void closingRollsBack() throws SQLException {
    connection.setAutoCommit(false);
    Lenses.run(connection, "delete from X.T");
    connection.close();
    assertEquals(2, Lenses.rows(other, "select id from X.T").size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update X.T set n = 10 where id = 1",
        "update X.T set n = 10",
        "update X.T set n = 10, a = 'ten' where id = 1",
        "delete from X.T where id = 1",
        "insert into X.T values (3, 'three', 3)",
        "insert into X.T select id + 10, a, n from X.T"
      })
  void aTransactionOfOneWriteIsTakenBack(String write) throws SQLException {
    List<String> before = Lenses.rows(connection, "select * from X.T order by id");
    connection.setAutoCommit(false);
    Lenses.run(connection, write);
    connection.rollback();
    assertEquals(before, Lenses.rows(other, "select * from X.T order by id"));
    assertEquals(before, Lenses.rows(connection, "select * from X.T order by id"));
  }

  /** The rows of both are captured in temporary tables, which the commits drop. */
  @Test
  void aCommitLeavesNothingInTheWayOfAnother() throws SQLException {
    connection.setAutoCommit(false);
    other.setAutoCommit(false);
    assertEquals(2, Lenses.rows(other, "select * from X.T").size());
    Lenses.run(connection, "update X.T set n = n + 1, a = 'more'");
    connection.commit();
    other.commit();
    Lenses.run(other, "update X.T set n = n + 1, a = 'most'");
    other.commit();
    assertEquals(List.of("most", "most"), Lenses.rows(connection, "select a from X.T"));
  }

  @Test
  void whatTheStoreDoesInOneStatementIsRolledBack() throws SQLException {
    connection.setAutoCommit(false);
    Lenses.run(connection, "update X.T set a = 'all'");
    connection.rollback();
    assertEquals(List.of("one", "two"), Lenses.rows(connection, "select a from X.T order by id"));
    connection.commit();
    assertEquals(List.of("one", "two"), Lenses.rows(other, "select a from X.T order by id"));
  }

  @Test
  void savepointsNest() throws SQLException {
    connection.setAutoCommit(false);
    Lenses.run(connection, "insert into X.T values (3, 'three', 3)");
    Savepoint first = connection.setSavepoint("first");
    Lenses.run(connection, "insert into X.T values (4, 'four', 4)");
    Savepoint second = connection.setSavepoint();
    Lenses.run(connection, "delete from X.T");
    connection.rollback(second);
    assertEquals(4, Lenses.rows(connection, "select id from X.T").size());
    connection.rollback(first);
    connection.releaseSavepoint(first);
    assertThrows(SQLException.class, () -> connection.rollback(first));
    connection.commit();
    assertEquals(List.of("1", "2", "3"), Lenses.rows(other, "select id from X.T order by id"));
  }

  @Test
  void failedStatementTakesBackItsOwnEffectsOnly() throws SQLException {
    connection.setAutoCommit(false);
    Lenses.run(connection, "insert into X.T values (3, 'three', 3)");
    assertThrows(
        SQLException.class,
        () -> Lenses.run(connection, "insert into X.T values (4, 'four', 4), (1, 'dup', 1)"));
    connection.commit();
    assertEquals(List.of("1", "2", "3"), Lenses.rows(other, "select id from X.T order by id"));
  }

  @Test
  void failingBatchIsTakenBackWhole() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into X.T (id, a, n) values (?, ?, ?)")) {
      for (int id : new int[] {3, 4, 1, 5}) {
        insert.setInt(1, id);
        insert.setString(2, "b");
        insert.setInt(3, id);
        insert.addBatch();
      }
      BatchUpdateException e =
          assertThrows(BatchUpdateException.class, () -> insert.executeBatch());
      assertEquals("23505", e.getSQLState(), e.getMessage());
    }
    assertEquals(List.of("1", "2"), Lenses.rows(other, "select id from X.T order by id"));
  }

  @Test
  void batchOfStatementsRunsInOrder() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.addBatch("insert into X.T values (3, 'c', 3)");
      statement.addBatch("update X.T set n = n + 1 where id >= 2");
      statement.addBatch("delete from X.T where n = 4");
      assertEquals("[1, 2, 1]", java.util.Arrays.toString(statement.executeBatch()));
    }
    assertEquals(List.of("1|1", "2|3"), Lenses.rows(other, "select id, n from X.T order by id"));
  }

  @Test
  void openResultStaysReadable() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement();
        ResultSet open = statement.executeQuery("select id, a from X.T order by id")) {
      assertTrue(open.next());
      Lenses.run(connection, "update X.T set a = 'changed'");
      assertEquals(2, Lenses.rows(connection, "select * from X.T").size());
      assertTrue(open.next());
      assertEquals(2, open.getInt(1));
      assertFalse(open.next());
    }
  }

  @Test
  void readOnlyConnectionRefusesWrites() throws SQLException {
    connection.setReadOnly(true);
    SQLException e =
        assertThrows(SQLException.class, () -> Lenses.run(connection, "delete from X.T"));
    assertEquals("25006", e.getSQLState(), e.getMessage());
    connection.setReadOnly(false);
    assertEquals(2, Lenses.update(connection, "delete from X.T"));
  }

  @Test
  void metadataSaysWhatThereIs() throws SQLException {
    assertTrue(connection.getMetaData().supportsTransactions());
    assertTrue(connection.getMetaData().supportsSavepoints());
    try (ResultSet tables = connection.getMetaData().getTables(null, "X", "T", null)) {
      assertTrue(tables.next());
      assertEquals("TABLE", tables.getString("TABLE_TYPE"));
    }
  }
}
