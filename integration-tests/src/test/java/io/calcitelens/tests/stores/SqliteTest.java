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

import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.StoreSession;
import io.calcitelens.adapters.jdbc.JdbcBasisTable;
import io.calcitelens.adapters.jdbc.JdbcSchemaReader;
import io.calcitelens.adapters.jdbc.JdbcStore;
import io.calcitelens.adapters.jdbc.StoredSchema;
import io.calcitelens.tests.jdbc.Lenses;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What SQLite has of its own: texts of declarations, words for types, one writer at a time. */
class SqliteTest {
  private StoreUnderTest.Place place;
  private Connection past;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    place = StoreUnderTest.SQLITE.newDatabase();
    past = place.open();
  }

  @AfterEach
  void close() throws SQLException {
    if (connection != null) {
      connection.close();
    }
    past.close();
  }

  private Connection mounted() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("model", place.model("Y", ""));
    connection = DriverManager.getConnection("jdbc:lens:", properties);
    return connection;
  }

  private BasisTable found(String name) {
    try (JdbcStore store = JdbcStore.connect("s", place.url(), "", "")) {
      List<JdbcBasisTable> tables =
          JdbcSchemaReader.read(store, new StoredSchema(Optional.empty(), Optional.empty()));
      return tables.stream().filter(t -> t.id().name().equals(name)).findFirst().orElseThrow();
    }
  }

  @Test
  void constraintsAreReadFromTheTextOfADeclaration() throws SQLException {
    Lenses.run(
        past,
        "create table p (a int, b int, primary key (a, b))",
        "create table \"odd, (name)\" ( -- check (no > 1)\n"
            + " [x y] int constraint \"x's\" check ([x y] <> ')' and [x y] > 0) unique,"
            + " /* constraint none check (1) */ t text default 'check (t)' collate nocase,"
            + " pa int, pb int, q int constraint to_p references p (a) on delete cascade,"
            + " check (pa > pb), constraint pab foreign key (pa, pb) references p,"
            + " constraint xt unique (t, [x y]))");
    BasisTable table = found("odd, (name)");
    assertEquals(
        List.of("x's|[x y] <> ')' and [x y] > 0", "pa > pb|pa > pb"),
        table.checks().stream().map(c -> c.name() + "|" + c.sql()).toList());
    assertEquals(
        List.of("to_p [q] [a]", "pab [pa, pb] [a, b]"),
        table.foreignKeys().stream().map(SqliteTest::text).toList());
    assertEquals(
        List.of("odd, (name)_x y_key [0]", "xt [1, 0]"),
        table.keys().stream().map(k -> k.name() + " " + k.columns()).toList());
    assertEquals(Optional.of("nocase"), table.column("t").orElseThrow().collation());
  }

  private static String text(BasisForeignKey key) {
    return key.name() + " " + key.childColumns() + " " + key.parentColumns();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "int | 5000000000 | lens.out-of-range",
        "int | 'text' | lens.bad-cast",
        "smallint | 1.5 | lens.bad-cast",
        "decimal(5, 2) | 1.234 | lens.out-of-range",
        "date | 1700000000000 | lens.bad-cast",
        "timestamp | 'yesterday' | lens.bad-cast",
        "boolean | 7 | lens.out-of-range",
        "text | x'00' | lens.bad-cast",
        "blob | 'text' | lens.bad-cast"
      })
  void aValueThatIsNotOfTheDeclaredTypeIsAnErrorNotAnotherValue(
      String type, String value, String code) throws SQLException {
    Lenses.run(
        past,
        "create table t (id int not null primary key, v " + type + ")",
        "insert into t values (1, " + value + ")");
    SQLException e =
        assertThrows(SQLException.class, () -> Lenses.rows(mounted(), "select v from Y.t"));
    assertTrue(e.getMessage().contains(code), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"numeric", "'decimal(20, 2)'", "json", "string", "''"})
  void columnsOfOtherTypesAreOnlyShown(String type) throws SQLException {
    Lenses.run(
        past,
        "create table t (id int not null primary key, v " + type + ", w int)",
        "insert into t values (1, 12.5, 1)");
    mounted();
    assertEquals(List.of("12.5"), Lenses.rows(connection, "select v from Y.t"));
    SQLException e =
        assertThrows(SQLException.class, () -> Lenses.run(connection, "update Y.t set v = '1'"));
    assertEquals("0A000", e.getSQLState(), e.getMessage());
    Lenses.run(connection, "update Y.t set w = 2");
    assertEquals(List.of("12.5|2"), Lenses.rows(past, "select v, w from t"));
  }

  @Test
  void textIsComparedAsItIsWhateverItsCollation() throws SQLException {
    Lenses.run(
        past,
        "create table t (id int not null primary key, v text collate nocase)",
        "insert into t values (1, 'a'), (2, 'A')");
    mounted();
    assertEquals(List.of("1"), Lenses.rows(connection, "select id from Y.t where v = 'a'"));
    assertEquals(
        List.of("1|2"),
        Lenses.rows(
            connection, "select x.id, y.id from Y.t x join Y.t y on x.v <> y.v where x.id = 1"));
    assertEquals(
        List.of("2"), Lenses.rows(connection, "select count(*) from (select distinct v from Y.t)"));
  }

  @ParameterizedTest
  @CsvSource({
    "v like 'A%', 2",
    "upper(v) = 'ÄX', 3",
    "n / 0 > 1, ",
    "n + 1 > 9223372036854775807, "
  })
  void whatSqliteComputesInItsOwnWayIsComputedHere(String condition, Integer id)
      throws SQLException {
    Lenses.run(
        past,
        "create table t (id int not null primary key, v text, n bigint)",
        "insert into t values (1, 'ax', 1), (2, 'Ax', 9223372036854775807), (3, 'äx', 3)");
    mounted();
    String query = "select id from Y.t where " + condition;
    if (id == null) {
      SQLException e = assertThrows(SQLException.class, () -> Lenses.rows(connection, query));
      assertTrue(e.getSQLState().startsWith("22"), e.getMessage());
    } else {
      assertEquals(List.of(id.toString()), Lenses.rows(connection, query));
    }
  }

  /** Foreign keys of the store hold though SQLite keeps them only for those who ask. */
  @Test
  void foreignKeysOfTheBasisHold() throws SQLException {
    Lenses.run(
        past,
        "create table p (id int not null primary key)",
        "create table c (id int not null primary key, p int, constraint c_p foreign key (p)"
            + " references p (id))",
        "insert into p values (1)",
        "insert into c values (1, 1)");
    mounted();
    for (String broken :
        List.of("insert into Y.c values (2, 9)", "update Y.c set p = 9", "delete from Y.p")) {
      SQLException e =
          assertThrows(SQLException.class, () -> Lenses.run(connection, broken), broken);
      assertEquals("23503", e.getSQLState(), e.getMessage());
      assertTrue(e.getMessage().startsWith("lens.foreign-key"), e.getMessage());
      assertTrue(e.getMessage().contains("c_p"), e.getMessage());
    }
  }

  @ParameterizedTest
  @CsvSource({"delete", "wal"})
  void aSecondWriterIsToldToTryAgainAndAReaderIsInNobodysWay(String journal) throws SQLException {
    Lenses.run(
        past,
        "pragma journal_mode = " + journal,
        "create table t (id int not null primary key, n int)",
        "insert into t values (1, 1), (2, 2)");
    mounted();
    try (Statement reading = connection.createStatement();
        ResultSet open = reading.executeQuery("select n from Y.t order by id")) {
      assertTrue(open.next());
      Lenses.run(connection, "update Y.t set n = n + 10");
      assertTrue(open.next());
      assertEquals(2, open.getInt(1));
    }
    past.setAutoCommit(false);
    Lenses.run(past, "update t set n = 0");
    SQLException e =
        assertThrows(SQLException.class, () -> Lenses.run(connection, "update Y.t set n = n + 1"));
    assertEquals("40001", e.getSQLState(), e.getMessage());
    past.rollback();
    Lenses.run(connection, "update Y.t set n = n + 1");
    past.setAutoCommit(true);
    assertEquals(List.of("12", "13"), Lenses.rows(past, "select n from t order by id"));
  }

  @Test
  void aSessionThatDidNothingLeavesNoLock() throws SQLException {
    Lenses.run(past, "create table t (id int)", "pragma busy_timeout = 100");
    try (JdbcStore store = JdbcStore.connect("s", place.url(), "", "")) {
      StoreSession session = store.open(SessionOptions.DEFAULT);
      session.close();
      Lenses.run(past, "insert into t values (1)");
    }
  }

  /** A primary key takes nulls in SQLite, but not from a lens. */
  @Test
  void primaryKeysAreNotNull() throws SQLException {
    Lenses.run(past, "create table t (id int primary key, a text)");
    mounted();
    Lenses.run(
        connection,
        "declare logical schema X { table T (id int primary key, a text); }",
        "declare lens for X over Y { view T as select id, a from t; }",
        "apply schema X",
        "insert into X.T values (1, 'y')",
        "update X.T set a = a || 'z'");
    for (String sql :
        List.of("insert into X.T values (null, 'x')", "insert into Y.t values (null, 'x')")) {
      SQLException e = assertThrows(SQLException.class, () -> Lenses.run(connection, sql), sql);
      assertEquals("23502", e.getSQLState(), e.getMessage());
    }
    assertEquals(List.of("1|yz"), Lenses.rows(past, "select id, a from t"));
    Lenses.run(past, "insert into t values (null, 'x')");
    SQLException e =
        assertThrows(SQLException.class, () -> Lenses.rows(connection, "select id from X.T"));
    assertTrue(e.getMessage().contains("holds null"), e.getMessage());
  }
}
