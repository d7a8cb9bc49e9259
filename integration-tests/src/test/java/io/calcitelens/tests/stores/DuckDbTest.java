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
package io.calcitelens.tests.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.tests.jdbc.Lenses;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What DuckDB has of its own. */
class DuckDbTest {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private StoreUnderTest.Place place;
  private Connection past;
  private Connection first;
  private Connection second;

  @BeforeEach
  void open() throws SQLException {
    place = StoreUnderTest.DUCKDB.newDatabase();
    past = place.open();
    String url = "jdbc:lens:mem:duckdb" + DATABASES.incrementAndGet();
    first = DriverManager.getConnection(url);
    second = DriverManager.getConnection(url);
  }

  @AfterEach
  void close() throws SQLException {
    first.close();
    second.close();
    past.close();
  }

  private void declare(String tables) throws SQLException {
    Lenses.run(first, "declare schema Y " + place.using() + " { " + tables + "; }");
  }

  /** X.T over two tables, and both connections in a transaction. */
  private void deploy() throws SQLException {
    declare("table A (id int primary key, a varchar(20)); table B (id int primary key, n int)");
    Lenses.run(
        first,
        "declare logical schema X { table T (id int primary key, a varchar(20), n int); }",
        "declare lens for X over Y { view T as select id, a, n from A join B using (id); }",
        "apply schema X",
        "insert into X.T values (1, 'one', 1), (2, 'two', 2)");
    first.setAutoCommit(false);
    second.setAutoCommit(false);
  }

  private static SQLException refused(
      String state, String code, Connection connection, String sql) {
    SQLException e = assertThrows(SQLException.class, () -> Lenses.run(connection, sql), sql);
    assertEquals(state, e.getSQLState(), e.getMessage());
    assertTrue(e.getMessage().startsWith(code + ":"), e.getMessage());
    return e;
  }

  @Test
  void secondWriterOfARowIsToldAtItsStatement() throws SQLException {
    deploy();
    Lenses.run(first, "update X.T set n = n + 1 where id = 1");
    refused("40001", "lens.serialization", second, "update X.T set n = n + 1 where id = 1");
    second.rollback();
    first.commit();
    Lenses.run(second, "update X.T set n = n + 1 where id = 1");
    second.commit();
    assertEquals(List.of("1|3"), Lenses.rows(first, "select id, n from X.T where id = 1"));
  }

  @Test
  void secondRowWithAKeyIsToldAtTheCommit() throws SQLException {
    deploy();
    Lenses.run(first, "insert into X.T values (3, 'first', 3)");
    Lenses.run(second, "insert into X.T values (3, 'second', 3)");
    first.commit();
    SQLException e = assertThrows(SQLException.class, second::commit);
    assertEquals("40001", e.getSQLState(), e.getMessage());
    // The session goes on in transactions.
    Lenses.run(second, "insert into X.T values (4, 'four', 4)");
    second.rollback();
    assertEquals(List.of("1", "2", "3"), Lenses.rows(second, "select id from X.T order by id"));
  }

  @Test
  void failedStatementEndsItsTransaction() throws SQLException {
    deploy();
    Lenses.run(first, "update X.T set n = 7 where id = 1");
    refused("23505", "lens.unique", first, "insert into X.T values (2, 'again', 2)");
    refused("25P02", "lens.failed-transaction", first, "update X.T set n = 8 where id = 2");
    SQLException e = assertThrows(SQLException.class, first::commit);
    assertEquals("25P02", e.getSQLState(), e.getMessage());
    assertEquals(List.of("1|1", "2|2"), Lenses.rows(first, "select id, n from X.T order by id"));
  }

  @Test
  void savepointBeforeTheFirstWriteIsKept() throws SQLException {
    deploy();
    Lenses.run(first, "savepoint s_begin", "update X.T set n = 7", "rollback to s_begin");
    assertEquals(List.of("1|1", "2|2"), Lenses.rows(first, "select id, n from X.T order by id"));
    Lenses.run(first, "update X.T set n = 7 where id = 1");
    refused("0A000", "lens.not-supported", first, "savepoint s_late");
    first.commit();
    assertEquals(List.of("7", "2"), Lenses.rows(second, "select n from X.T order by id"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "table A (id int primary key); table B (id int primary key references A (id) on delete cascade)",
        "table A (id int generated by default as identity primary key)",
        "table A (id int primary key, c char(3))",
        "table A (id int primary key, b binary(3))"
      })
  void whatItHasNotIsRefusedBeforeAnythingIsMade(String tables) throws SQLException {
    declare(tables);
    refused("0A000", "lens.not-supported", first, "apply schema Y");
    assertEquals(
        List.of(), Lenses.rows(past, "select table_name from duckdb_tables() where not internal"));
  }

  @Test
  void columnThatIsNotNullComesToNoTableThatIsThere() throws SQLException {
    declare("table A (id int primary key)");
    Lenses.run(first, "apply schema Y");
    declare("table A (id int primary key, n int not null)");
    SQLException e = refused("0A000", "lens.not-supported", first, "apply schema Y");
    assertTrue(e.getMessage().contains("NOT NULL (n)"), e.getMessage());
  }

  @Test
  void whatOnlyItHasIsShownAndTextIsExact() throws SQLException {
    Lenses.run(
        past,
        "create table t (id int primary key, a varchar collate nocase, h hugeint, l int[], u uinteger)",
        "insert into t values (1, 'Ada', 170141183460469231731687303715884105727, [1, 2], 4294967295)");
    Properties properties = new Properties();
    properties.setProperty("model", place.model("Y", "main"));
    try (Connection mounted = DriverManager.getConnection("jdbc:lens:", properties)) {
      assertEquals(
          List.of("1|Ada|170141183460469231731687303715884105727|[1, 2]|4294967295"),
          Lenses.rows(mounted, "select * from Y.t"));
      assertEquals(List.of(), Lenses.rows(mounted, "select id from Y.t where a = 'ADA'"));
      assertEquals(List.of("1"), Lenses.rows(mounted, "select id from Y.t where a = 'Ada'"));
      assertEquals(0, Lenses.update(mounted, "delete from Y.t where a = 'ada'"));
    }
  }
}
