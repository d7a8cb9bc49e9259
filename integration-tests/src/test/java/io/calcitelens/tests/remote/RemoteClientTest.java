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
package io.calcitelens.tests.remote;

import static io.calcitelens.tests.remote.Remote.fails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.ddl.server.LensServer;
import io.calcitelens.ddl.server.ServerSettings;
import io.calcitelens.tests.jdbc.Lenses;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All that the protocol carries, in both of its forms. */
class RemoteClientTest {
  private LensServer server;

  @BeforeEach
  void start() {
    server = LensServer.start(ServerSettings.local("jdbc:lens:"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Connection connect(String serialization) throws SQLException {
    return DriverManager.getConnection(Remote.url(server, serialization));
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void statementsAndTheirCounts(String serialization) throws SQLException {
    try (Connection connection = connect(serialization)) {
      Remote.deploy(connection, "X", "Y");
      assertEquals(2, Lenses.update(connection, "insert into X.T values (1, 'x', 1), (2, 'y', 2)"));
      assertEquals(
          List.of("1|2", "2|3"),
          Lenses.rows(connection, "update X.T set n = n + 1 returning id, n"));
      assertEquals(1, Lenses.update(connection, "delete from X.T where id = 2"));
      assertEquals(List.of("1|x|2"), Lenses.rows(connection, "select * from X.T"));
      assertEquals(
          List.of("T_pk|id"),
          Lenses.rows(connection, "select constraint_name, logical_column from lens.keys"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void preparedStatementsAndBatches(String serialization) throws SQLException {
    try (Connection connection = connect(serialization)) {
      Remote.deploy(connection, "X", "Y");
      try (PreparedStatement insert =
          connection.prepareStatement("insert into X.T values (?, ?, ?)")) {
        for (int i = 1; i <= 3; i++) {
          insert.setInt(1, i);
          insert.setString(2, "a" + i);
          insert.setInt(3, i);
          insert.addBatch();
        }
        assertArrayEquals(new int[] {1, 1, 1}, insert.executeBatch());
        insert.setInt(1, 4);
        insert.setNull(2, Types.VARCHAR);
        insert.setInt(3, 4);
        assertEquals(1, insert.executeUpdate());
      }
      try (Statement batch = connection.createStatement()) {
        batch.addBatch("update X.T set n = 9 where id > 2");
        batch.addBatch("delete from X.T where id = 1");
        assertArrayEquals(new int[] {2, 1}, batch.executeBatch());
      }
      try (PreparedStatement select =
          connection.prepareStatement("select a, n from X.T where id = ?")) {
        select.setInt(1, 4);
        assertEquals(List.of("null|9"), Lenses.rows(select.executeQuery()));
        select.setInt(1, 2);
        assertEquals(List.of("a2|2"), Lenses.rows(select.executeQuery()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void aFailedBatchLeavesNothing(String serialization) throws SQLException {
    try (Connection connection = connect(serialization)) {
      Remote.deploy(connection, "X", "Y");
      try (PreparedStatement insert =
          connection.prepareStatement("insert into X.T values (?, 'a', ?)")) {
        for (int n : new int[] {1, -1}) {
          insert.setInt(1, n + 5);
          insert.setInt(2, n);
          insert.addBatch();
        }
        fails("23514", "lens.check", insert::executeBatch);
      }
      assertEquals(List.of(), Lenses.rows(connection, "select * from X.T"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void faultsCarrySqlStateAndCode(String serialization) throws SQLException {
    try (Connection connection = connect(serialization)) {
      Remote.deploy(connection, "X", "Y");
      Lenses.run(connection, "insert into X.T values (1, 'x', 1)");
      fails(
          "23505",
          "lens.unique",
          () -> Lenses.run(connection, "insert into X.T values (1, 'x', 1)"));
      fails("42703", "lens.unknown-column", () -> Lenses.rows(connection, "select nope from X.T"));
      fails("42P01", "lens.unknown-table", () -> Lenses.rows(connection, "select * from X.Nope"));
      SQLException preparing =
          assertThrows(SQLException.class, () -> connection.prepareStatement("selec"));
      assertEquals("42601", preparing.getSQLState(), "the client leaves out the server's message");
      fails("25P01", "lens.no-transaction", connection::commit);
      try (PreparedStatement update =
          connection.prepareStatement("update X.T set n = ? where id = 1")) {
        update.setInt(1, -1);
        fails("23514", "lens.check", update::executeUpdate);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void transactionsByCallAndByStatement(String serialization) throws SQLException {
    try (Connection connection = connect(serialization);
        Connection other = connect(serialization)) {
      Remote.deploy(connection, "X", "Y");
      connection.setAutoCommit(false);
      Lenses.run(connection, "insert into X.T values (1, 'x', 1)");
      connection.rollback();
      Lenses.run(
          connection,
          "insert into X.T values (2, 'y', 2)",
          "savepoint s",
          "delete from X.T",
          "rollback to savepoint s",
          "release savepoint s");
      assertEquals(List.of(), Lenses.rows(other, "select * from X.T"));
      connection.commit();
      assertEquals(List.of("2|y|2"), Lenses.rows(other, "select * from X.T"));
      Lenses.run(connection, "set transaction read only");
      fails("25006", "lens.read-only-transaction", () -> Lenses.run(connection, "delete from X.T"));
      Lenses.run(
          connection,
          "rollback",
          "set transaction isolation level serializable",
          "set constraints all immediate",
          "update X.T set n = 5",
          "commit");
      assertEquals(List.of("2|y|5"), Lenses.rows(other, "select * from X.T"));
      other.setReadOnly(true);
      fails("25006", "lens.read-only-transaction", () -> Lenses.run(other, "delete from X.T"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void closingRollsBack(String serialization) throws SQLException {
    try (Connection connection = connect(serialization)) {
      Remote.deploy(connection, "X", "Y");
      try (Connection closing = connect(serialization)) {
        closing.setAutoCommit(false);
        Lenses.run(closing, "insert into X.T values (1, 'x', 1)");
      }
      assertEquals(List.of(), Lenses.rows(connection, "select * from X.T"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void largeResultsComeInPiecesAndSeveralAreOpenAtOnce(String serialization) throws SQLException {
    try (Connection connection = connect(serialization)) {
      Remote.deploy(connection, "X", "Y");
      try (PreparedStatement insert =
          connection.prepareStatement("insert into X.T values (?, 'a', 1)")) {
        for (int i = 0; i < 2_500; i++) {
          insert.setInt(1, i);
          insert.addBatch();
        }
        insert.executeBatch();
      }
      connection.setAutoCommit(false);
      try (Statement first = connection.createStatement();
          PreparedStatement second = connection.prepareStatement("select id from X.T order by id");
          Statement writes = connection.createStatement()) {
        first.setFetchSize(300);
        ResultSet down = first.executeQuery("select id from X.T order by id desc");
        ResultSet up = second.executeQuery();
        for (int i = 0; i < 2_500; i++) {
          assertTrue(down.next());
          assertTrue(up.next());
          assertEquals(2_499 - i, down.getInt(1));
          assertEquals(i, up.getInt(1));
          if (i == 700) {
            assertEquals(1, writes.executeUpdate("delete from X.T where id = 1"));
          }
        }
        assertFalse(down.next());
        assertFalse(up.next());
      }
      connection.rollback();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void aResultEndsWithTheTransaction(String serialization) throws SQLException {
    try (Connection connection = connect(serialization)) {
      Lenses.run(connection, "create table N (id int primary key)");
      try (PreparedStatement insert = connection.prepareStatement("insert into N values (?)")) {
        for (int i : IntStream.range(0, 500).toArray()) {
          insert.setInt(1, i);
          insert.addBatch();
        }
        insert.executeBatch();
      }
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        ResultSet rows = statement.executeQuery("select id from N order by id");
        assertTrue(rows.next());
        connection.commit();
        fails(
            "HY010",
            "lens.wrong-call",
            () -> {
              while (rows.next()) {
                assertTrue(rows.getInt(1) < 500);
              }
            });
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "protobuf"})
  void metadata(String serialization) throws SQLException {
    try (Connection connection = connect(serialization)) {
      Remote.deploy(connection, "X", "Y");
      try (ResultSet tables = connection.getMetaData().getTables(null, "X", "%", null)) {
        assertTrue(tables.next());
        assertEquals("T", tables.getString("TABLE_NAME"));
        assertEquals("TABLE", tables.getString("TABLE_TYPE"));
        assertFalse(tables.next());
      }
      StringBuilder columns = new StringBuilder();
      try (ResultSet rows = connection.getMetaData().getColumns(null, "X", "T", null)) {
        while (rows.next()) {
          columns
              .append(rows.getString("COLUMN_NAME"))
              .append(' ')
              .append(rows.getInt("DATA_TYPE"))
              .append(';');
        }
      }
      assertEquals("id 4;a 12;n 4;", columns.toString());
      assertEquals(
          Connection.TRANSACTION_READ_COMMITTED,
          connection.getMetaData().getDefaultTransactionIsolation());
      try (ResultSet schemas = connection.getMetaData().getSchemas()) {
        assertTrue(Lenses.rows(schemas).stream().anyMatch(row -> row.startsWith("X|")));
      }
      assertEquals(
          List.of("1"),
          Lenses.rows(
              connection, "select open_statements from lens.sessions where kind = 'remote'"),
          "metadata leaves no statement open");
    }
  }
}
