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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.prover.LensException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries, faults and transaction control over a connection without stores. */
class DriverTest {
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:lens:");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static LensException lens(Throwable e) {
    for (Throwable at = e; at != null; at = at.getCause()) {
      if (at instanceof LensException lens) {
        return lens;
      }
    }
    throw new AssertionError("no LensException", e);
  }

  private SQLException refused(String sql) {
    return assertThrows(
        SQLException.class,
        () -> {
          try (Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
              try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                  rows.getObject(1);
                }
              }
            }
          }
        });
  }

  private void assertRefused(String sql, String sqlState, String start) {
    SQLException e = refused(sql);
    assertEquals(sqlState, e.getSQLState(), e.getMessage());
    assertTrue(e.getMessage().startsWith(start), e.getMessage());
    assertEquals(sqlState, lens(e).sqlState());
  }

  @Test
  void valuesAreRead() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select x, upper(y) as u from (values (1, 'a'), (2, 'bü')) as t(x, y) order by x desc;")) {
      assertEquals("x", rows.getMetaData().getColumnLabel(1));
      assertEquals("u", rows.getMetaData().getColumnLabel(2));
      assertTrue(rows.next());
      assertEquals(2, rows.getInt("X"));
      assertEquals("BÜ", rows.getString(2));
      assertTrue(rows.next());
      assertFalse(rows.next());
    }
  }

  @Test
  void parametersAreConvertedByTheirTypes() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "select cast(? as integer) + 1, cast(? as date), cast(? as varchar)")) {
      assertEquals(3, statement.getParameterMetaData().getParameterCount());
      statement.setString(1, "41");
      statement.setObject(2, java.time.LocalDate.of(2024, 2, 29));
      statement.setNull(3, java.sql.Types.VARCHAR);
      try (ResultSet rows = statement.executeQuery()) {
        assertTrue(rows.next());
        assertEquals(42, rows.getInt(1));
        assertEquals(
            java.time.LocalDate.of(2024, 2, 29), rows.getObject(2, java.time.LocalDate.class));
        assertEquals(java.sql.Date.valueOf("2024-02-29"), rows.getDate(2));
        assertEquals(null, rows.getString(3));
        assertTrue(rows.wasNull());
      }
      statement.clearParameters();
      assertEquals(
          "07002", assertThrows(SQLException.class, statement::executeQuery).getSQLState());
      statement.setString(1, "forty");
      statement.setNull(2, java.sql.Types.DATE);
      statement.setNull(3, java.sql.Types.VARCHAR);
      SQLException e = assertThrows(SQLDataException.class, statement::executeQuery);
      assertEquals("22018", e.getSQLState());
    }
  }

  @Test
  void faultsHaveCodesAndPlaces() {
    assertRefused(
        "select nope from (values 1) as t(x)", "42703", "lens.unknown-column: line 1, column 8");
    assertRefused("select t.nope from (values 1) as t(x)", "42703", "lens.unknown-column");
    assertRefused("select * from nope", "42P01", "lens.unknown-table: line 1, column 15");
    assertRefused("select * frm x", "42601", "lens.syntax: line 1, column");
    assertRefused("select nope(1)", "42883", "lens.unknown-function");
    assertRefused("", "42601", "lens.syntax");
    assertRefused("select x from (values 1) as t(x) where x", "42804", "lens.type-mismatch");
    assertRefused("select 1 / x from (values 0) as t(x)", "22012", "lens.division-by-zero");
    assertRefused("select cast(x as integer) from (values 'a') as t(x)", "22018", "lens.bad-cast");
    assertTrue(refused("select * from nope") instanceof SQLSyntaxErrorException);
    assertTrue(refused("select 1 / x from (values 0) as t(x)") instanceof SQLDataException);
  }

  @Test
  void queriesAndUpdatesAreCalledByTheirOwnMethods() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      SQLException e = assertThrows(SQLException.class, () -> statement.executeUpdate("select 1"));
      assertEquals("HY010", e.getSQLState());
      assertThrows(SQLException.class, () -> statement.executeQuery("set schema = 'x'"));
      assertEquals(0, statement.executeUpdate("set schema = 'x'"));
      assertEquals("x", connection.getSchema());
    }
  }

  @Test
  void transactionsAreControlledByMethodsAndStatements() throws SQLException {
    assertTrue(connection.getAutoCommit());
    assertRefused("savepoint s", "25P01", "lens.no-transaction");
    assertEquals("25P01", assertThrows(SQLException.class, connection::commit).getSQLState());
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      assertFalse(statement.execute("savepoint s"));
      assertEquals(0, statement.getUpdateCount());
      statement.execute("rollback to savepoint S");
      statement.execute("release savepoint s");
      assertRefused("rollback to s", "3B001", "lens.unknown-savepoint");
      statement.execute("commit");
      statement.execute("set transaction isolation level serializable");
    }
    java.sql.Savepoint savepoint = connection.setSavepoint();
    connection.rollback(savepoint);
    connection.releaseSavepoint(savepoint);
    SQLException active = assertThrows(SQLException.class, () -> connection.setReadOnly(true));
    assertEquals("25001", active.getSQLState());
    connection.rollback();
    connection.setReadOnly(true);
    assertTrue(connection.isReadOnly());
  }

  @Test
  void resultsEndWithTheTransaction() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      ResultSet rows = statement.executeQuery("values 1, 2");
      assertTrue(rows.next());
      connection.commit();
      assertTrue(rows.isClosed());
    }
  }

  @Test
  void aBlockThatIsGivenUpIsSaidAndTheNextTextRuns() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertFalse(statement.execute("declare logical schema X { table T (id int primary key)"));
      assertEquals(0, statement.getUpdateCount());
      assertRefused("set schema = 'y'", "42601", "lens.syntax: line 1, column 26");
      assertEquals("y", connection.getSchema());
      assertEquals(0, statement.executeUpdate("set schema = 'z'"));
    }
  }

  @Test
  void preparedTextsAreNoPiecesOfABlock() {
    SQLException e =
        assertThrows(
            SQLException.class,
            () -> connection.prepareStatement("declare logical schema X { table T (id int)"));
    assertEquals("42601", e.getSQLState());
  }

  @Test
  void plansAreShown() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "explain plan excluding attributes for select x from (values 1, 2) as t(x)")) {
      assertTrue(rows.next());
      assertTrue(rows.getString("PLAN").startsWith("Enumerable"), rows.getString(1));
      assertFalse(rows.next());
    }
  }

  @Test
  void metadataTellsWhatTheDriverCanDo() throws SQLException {
    java.sql.DatabaseMetaData data = connection.getMetaData();
    assertEquals("Calcite Lens", data.getDatabaseProductName());
    assertTrue(data.supportsTransactions());
    assertTrue(data.supportsSavepoints());
    assertTrue(data.supportsGetGeneratedKeys());
    assertEquals(Connection.TRANSACTION_READ_COMMITTED, data.getDefaultTransactionIsolation());
    try (ResultSet rows = data.getTables(null, null, "%", new String[] {"NONE"})) {
      assertEquals("TABLE_SCHEM", rows.getMetaData().getColumnName(2));
      assertFalse(rows.next());
    }
    try (ResultSet rows = data.getTypeInfo()) {
      assertTrue(rows.next());
    }
  }

  @Test
  void urlsAreTakenApart() {
    assertEquals("", DatabaseUrl.parse("jdbc:lens:", new java.util.Properties()).database());
    assertEquals(
        "mem:a=b", DatabaseUrl.parse("jdbc:lens:mem:a=b", new java.util.Properties()).database());
    DatabaseUrl path =
        DatabaseUrl.parse(
            "jdbc:lens:/tmp/x;schema=S;quoting=BACK_TICK", new java.util.Properties());
    assertEquals("/tmp/x", path.database());
    assertEquals("S", path.properties().getProperty("schema"));
    assertEquals("BACK_TICK", path.properties().getProperty("quoting"));
    DatabaseUrl only = DatabaseUrl.parse("jdbc:lens:fun=oracle", new java.util.Properties());
    assertEquals("", only.database());
    assertEquals("oracle", only.properties().getProperty("fun"));
    assertEquals("UNCHANGED", only.properties().getProperty("unquotedCasing"));
  }

  @Test
  void aWrongModelIsSaid() {
    SQLException e =
        assertThrows(
            SQLException.class,
            () -> DriverManager.getConnection("jdbc:lens:;model=inline:{version: 1"));
    assertEquals("08001", e.getSQLState());
  }
}
