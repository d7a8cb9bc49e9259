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
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of MariaDB as they stand: its own types, keys, defaults and engines. */
@EnabledIf("available")
class MariaDbTypesTest {
  private Connection store;
  private Connection connection;

  static boolean available() {
    return StoreUnderTest.MARIADB.available();
  }

  @BeforeEach
  void open() throws SQLException {
    StoreUnderTest.Place place = StoreUnderTest.MARIADB.newDatabase();
    store = place.open();
    Lenses.run(
        store,
        "create table t (id int auto_increment primary key, tiny tinyint unsigned,"
            + " small smallint unsigned, medium mediumint unsigned, whole int unsigned,"
            + " big bigint unsigned, money decimal(10, 2) unsigned, flag boolean, bit1 bit(1),"
            + " bits bit(8), mood enum('sad', 'glad'), tags set('a', 'b'), born year, single float,"
            + " doc json, address inet6, place point, clock datetime(3), moment timestamp(3) null,"
            + " doubled int generated always as (small * 2) stored, sum double default (1 + 2),"
            + " word varchar(20) not null default 'x', unique key t_word (word),"
            + " constraint t_whole check (whole < 100))",
        "insert into t (id, tiny, small, medium, whole, big, money, flag, bit1, bits, mood, tags,"
            + " born, single, doc, address, place, clock, moment, word) values (1, 255, 65535,"
            + " 16777215, 99, 18446744073709551615, 1.5, true, b'1', b'101', 'glad', 'a,b', 2021,"
            + " 1.5, '{}', '::1', point(1, 2), '2021-03-14 02:30:00.123',"
            + " '2021-03-14 02:30:00', 'one')",
        "create table child (id int primary key, parent int, constraint child_parent foreign key"
            + " (parent) references t (id) on delete cascade)",
        "create table log (id int primary key, line varchar(20)) engine = MyISAM");
    Properties model = new Properties();
    model.setProperty("model", place.model("B", ""));
    connection = DriverManager.getConnection("jdbc:lens:", model);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    store.close();
  }

  @Test
  void areReadAsTheyAre() throws SQLException {
    assertEquals(
        List.of(
            "1|255|65535|16777215|99|18446744073709551615|1.50|true|true|131070|3.0|one"
                + "|2021-03-14 02:30:00.123"),
        Lenses.rows(
            connection,
            "select id, tiny, small, medium, whole, big, money, flag, bit1, doubled, \"sum\", word,"
                + " clock from B.t"));
  }

  @ParameterizedTest
  @CsvSource({"mood,glad", "tags,'a,b'", "born,2021", "single,1.5", "address,::1"})
  void valuesThatAreOnlyShown(String column, String text) throws SQLException {
    assertEquals(List.of(text), Lenses.rows(connection, "select " + column + " from B.t"));
    SQLException refused =
        assertThrows(
            SQLException.class,
            () -> Lenses.run(connection, "update B.t set " + column + " = null"));
    assertEquals("0A000", refused.getSQLState(), refused.getMessage());
    assertTrue(refused.getMessage().startsWith("lens.read-only"), refused.getMessage());
  }

  @Test
  void rowsWithValuesThatAreOnlyShownAreWritten() throws SQLException {
    Lenses.run(
        connection,
        "insert into B.t (small, flag, moment) values (7, false,"
            + " timestamp with local time zone '2021-03-14 02:30:00.5')",
        "update B.t set big = 18446744073709551614, money = 2.25, bit1 = false where id = 1");
    assertEquals(
        List.of("2|7|0|14|3|x|null"),
        Lenses.rows(store, "select id, small, flag, doubled, sum, word, mood from t where id > 1"));
    assertEquals(
        List.of("18446744073709551614|2.25|0|glad"),
        Lenses.rows(store, "select big, money, bit1 + 0, mood from t where id = 1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "insert into B.t (tiny, word) values (256, 'y'); 22003; lens.out-of-range",
        "insert into B.t (whole, word) values (-1, 'y'); 22003; lens.out-of-range",
        "insert into B.t (whole, word) values (100, 'y'); 23514; lens.check",
        "insert into B.t (word) values ('one'); 23505; lens.unique",
        "insert into B.t (id, word) values (1, 'y'); 23505; lens.unique",
        "insert into B.t (word) values (null); 23502; lens.not-null",
        "insert into B.t (word) values ('longer than twenty characters'); 22001; lens.value-too-long",
        "insert into B.child values (1, 7); 23503; lens.foreign-key",
        "insert into B.t (doubled) values (1); 428C9; lens.generated-column",
        "select 1 / (id - id) from B.t; 22012; lens.division-by-zero",
        "select id from B.t where 1 / (id - 1) > 0; 22012; lens.division-by-zero"
      })
  void faultsAreTheDesigns(String sql, String state, String code) {
    SQLException fault =
        assertThrows(
            SQLException.class,
            () -> {
              if (sql.startsWith("select")) {
                Lenses.rows(connection, sql);
              } else {
                Lenses.run(connection, sql);
              }
            });
    assertEquals(state, fault.getSQLState(), fault.getMessage());
    assertTrue(fault.getMessage().startsWith(code), fault.getMessage());
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void whatIsNoNumberIsRefused(double value) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement("update B.t set \"sum\" = ?")) {
      update.setDouble(1, value);
      SQLException fault = assertThrows(SQLException.class, update::executeUpdate);
      assertEquals("22003", fault.getSQLState(), fault.getMessage());
    }
  }

  @Test
  void integersAreDividedAsTheStandardSays() throws SQLException {
    assertEquals(List.of("16|1"), Lenses.rows(connection, "select whole / 6, mod(id, 2) from B.t"));
  }

  @Test
  void actionsOfForeignKeysAreKnown() throws SQLException {
    Lenses.run(connection, "insert into B.child values (1, 1)", "delete from B.t where id = 1");
    assertEquals(List.of(), Lenses.rows(connection, "select id from B.child"));
  }

  /** What it wrote could not be taken back. */
  @Test
  void tableOfAnEngineWithoutTransactionsIsOnlyRead() throws SQLException {
    assertEquals(List.of(), Lenses.rows(connection, "select * from B.log"));
    SQLException refused =
        assertThrows(
            SQLException.class, () -> Lenses.run(connection, "insert into B.log values (1, 'x')"));
    assertEquals("0A000", refused.getSQLState(), refused.getMessage());
    assertTrue(refused.getMessage().startsWith("lens.read-only"), refused.getMessage());
  }

  /** Each value is computed from the row before the update. */
  @Test
  void columnsAreSwapped() throws SQLException {
    Lenses.run(connection, "update B.t set tiny = whole, whole = tiny - 200");
    assertEquals(List.of("99|55"), Lenses.rows(store, "select tiny, whole from t"));
  }

  @Test
  void aRowOfDefaultsIsInserted() throws SQLException {
    Lenses.run(connection, "insert into B.t default values");
    assertEquals(List.of("1|one", "2|x"), Lenses.rows(store, "select id, word from t"));
  }

  @Test
  void generatedKeysAreReturned() throws SQLException {
    assertEquals(
        List.of("2|3.0|6"),
        Lenses.rows(
            connection,
            "insert into B.t (small, word) values (3, 'y') returning id, \"sum\", doubled"));
  }
}
