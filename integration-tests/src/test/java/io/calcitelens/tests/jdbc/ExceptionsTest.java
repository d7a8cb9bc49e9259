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
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.prover.LensException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exceptions are of the class that frameworks test for, with a state, a code and a sentence. */
class ExceptionsTest {
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:lens:");
    Lenses.deploy(connection);
    Lenses.run(
        connection,
        "declare logical schema W { table V (id int primary key, up varchar(10)); }",
        "declare lens for W over Y { view V as select id, upper(a) as up from A; }",
        "apply schema W",
        "insert into X.T values (1, 'one', 1)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "insert into X.T values (1, 'x', 1); 23505; lens.unique",
        "insert into X.T values (2, 'x', -1); 23514; lens.check",
        "insert into X.T (a) values ('x'); 23502; lens.",
        "update X.T set id = null; 23502; lens.not-null",
      })
  void violatedRules(String sql, String state, String code) {
    check(SQLIntegrityConstraintViolationException.class, sql, state, code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "selec 1; 42601; lens.syntax",
        "select nope from X.T; 42703; lens.unknown-column",
        "update X.T set nope = 1; 42703; lens.unknown-column",
        "select * from X.Nope; 42P01; lens.unknown-table",
        "insert into X.T (id, n) values (2, 'x'); 42804; lens.type-mismatch",
      })
  void wrongText(String sql, String state, String code) {
    check(SQLSyntaxErrorException.class, sql, state, code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "insert into X.T values (2, 'longer than ten', 1); 22001; lens.value-too-long",
        "update X.T set n = 1 / (n - n); 22012; lens.division-by-zero",
        "select 1 / (n - n) from X.T; 22012; lens.division-by-zero",
        "select cast(a as int) from X.T; 22018; lens.bad-cast",
      })
  void wrongData(String sql, String state, String code) {
    check(SQLDataException.class, sql, state, code);
  }

  @Test
  void whatCannotBeWritten() {
    check(
        SQLFeatureNotSupportedException.class,
        "update W.V set up = 'X'",
        "0A000",
        "lens.no-inverse");
  }

  @Test
  void preparedStatementsSayTheSame() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into X.T values (?, ?, ?)")) {
      insert.setInt(1, 1);
      insert.setString(2, "x");
      insert.setInt(3, 1);
      SQLException e = assertThrows(SQLException.class, insert::executeUpdate);
      assertInstanceOf(SQLIntegrityConstraintViolationException.class, e);
      insert.setInt(1, 2);
      assertEquals(1, insert.executeUpdate());
    }
  }

  @Test
  void preparedStatementNeverBuffersABlock() {
    SQLException e =
        assertThrows(
            SQLException.class,
            () -> connection.prepareStatement("declare logical schema Z { table T (id int);"));
    assertEquals("42601", e.getSQLState(), e.getMessage());
  }

  @Test
  void blockMayComeInPieces() throws SQLException {
    Lenses.run(
        connection,
        "declare logical schema Z { table P (id int primary key, a varchar(10))",
        "-- a comment\ntable Q (id int primary key, n int)",
        "}",
        "declare lens for Z over Y { view P as select id, a from A",
        "view Q as select id, n from B }",
        "apply schema Z");
    assertEquals(1, Lenses.rows(connection, "select * from Z.P").size());
    assertEquals(1, Lenses.rows(connection, "select * from Z.Q").size());
  }

  @Test
  void blockThatIsLeftOpenIsToldAndEnds() throws SQLException {
    Lenses.run(connection, "declare logical schema Z { table P (id int primary key)");
    SQLException e =
        assertThrows(SQLException.class, () -> Lenses.run(connection, "select * from X.T"));
    assertEquals("42601", e.getSQLState(), e.getMessage());
    assertEquals(1, Lenses.rows(connection, "select * from X.T").size());
  }

  @Test
  void ddlRunsWhenExecutedNotWhenPrepared() throws SQLException {
    try (PreparedStatement create =
        connection.prepareStatement("create table later (id int primary key)")) {
      assertThrows(SQLException.class, () -> Lenses.rows(connection, "select * from later"));
      create.execute();
    }
    assertEquals(0, Lenses.rows(connection, "select * from later").size());
  }

  private void check(Class<? extends SQLException> type, String sql, String state, String code) {
    SQLException e = assertThrows(SQLException.class, () -> Lenses.run(connection, sql));
    assertEquals(state, e.getSQLState(), e.getMessage());
    assertInstanceOf(type, e);
    assertTrue(e.getMessage().startsWith(code), e.getMessage());
    Throwable cause = e;
    while (cause != null && !(cause instanceof LensException)) {
      cause = cause.getCause();
    }
    assertInstanceOf(LensException.class, cause, "no LensException in the chain");
  }
}
