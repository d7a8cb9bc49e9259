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
package io.calcitelens.ddl;

import static io.calcitelens.ddl.ModelSchemasTest.execute;
import static io.calcitelens.ddl.ModelSchemasTest.rows;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables, views, types and functions that are created outside a declaration. */
class CreateTest {
  /** A function for {@code create function}. */
  public static final class Twice {
    /** Called by name. */
    public static int eval(int n) {
      return 2 * n;
    }
  }

  private static void refused(Connection connection, String sqlState, String sql) {
    SQLException fault = assertThrows(SQLException.class, () -> execute(connection, sql), sql);
    assertEquals(sqlState, fault.getSQLState(), sql + ": " + fault.getMessage());
  }

  @Test
  void tablesAndViews() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:lens:")) {
      execute(
          connection,
          "create table Emp (id int primary key, name varchar(20), pay int)",
          "insert into Emp values (1, 'ada', 10), (2, 'lin', 20)",
          "create table Rich as select id, name from Emp where pay > 10",
          "create view Names (nr, who) as select id, name from Emp",
          "create view Short as select nr, who from Names where who like 'a%'",
          "update Names set who = 'Ada' where nr = 1",
          "create schema S",
          "create table S.T (id int primary key)",
          "insert into S.T select id from Emp");
      assertEquals(List.of("2|lin"), rows(connection, "select * from Rich"));
      assertEquals(List.of("Ada"), rows(connection, "select name from main.Emp where id = 1"));
      assertEquals(List.of("2"), rows(connection, "select count(*) from S.T"));
      refused(connection, "22012", "create table Bad as select 1 / (id - id) as n from Emp");
      refused(connection, "42P01", "select * from Bad");
      refused(connection, "42710", "create table Emp (id int primary key)");
      execute(connection, "create table if not exists Emp (id int primary key)");
      refused(connection, "2BP01", "drop table Emp");
      refused(connection, "2BP01", "drop view Names");
      refused(connection, "42P01", "drop table Nowhere");
      execute(
          connection,
          "drop table if exists Nowhere",
          "drop view Short",
          "drop view Names",
          "drop table Emp",
          "drop schema S");
      refused(connection, "42P01", "select * from Emp");
      refused(connection, "42P01", "select * from S.T");
    }
  }

  @Test
  void typesAndFunctions() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:lens:")) {
      execute(
          connection,
          "create type money as decimal(10, 2)",
          "create function twice as '" + Twice.class.getName() + "'");
      assertEquals(List.of("42"), rows(connection, "select twice(21)"));
      assertEquals(List.of("1.50"), rows(connection, "select cast(1.5 as money)"));
      refused(connection, "42710", "create type money as int");
      refused(connection, "42000", "create function nothing as 'no.such.Class'");
      execute(connection, "drop function twice", "drop type money");
      assertThrows(SQLException.class, () -> rows(connection, "select twice(21)"));
    }
  }

  @Test
  void theCatalogDoesNotChangeWithinATransactionThatHasWritten() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:lens:")) {
      execute(connection, "create table Emp (id int primary key)");
      connection.setAutoCommit(false);
      execute(connection, "insert into Emp values (1)");
      refused(connection, "25001", "create table Other (id int primary key)");
      refused(connection, "25001", "drop table Emp");
      execute(connection, "declare schema Y { table T (id int primary key) }");
      connection.rollback();
      execute(connection, "create table Other (id int primary key)");
    }
  }
}
