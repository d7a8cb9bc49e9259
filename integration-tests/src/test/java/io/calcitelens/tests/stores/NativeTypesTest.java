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
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of PostgreSQL's own types keep their values, or say that they are only read. */
class NativeTypesTest {
  private static Connection connection;
  private static Connection store;

  @BeforeAll
  static void open() throws SQLException {
    org.junit.jupiter.api.Assumptions.assumeTrue(StoreUnderTest.POSTGRESQL.available());
    StoreUnderTest.Place place = StoreUnderTest.POSTGRESQL.newDatabase();
    store = place.open();
    Lenses.run(
        store,
        "create type mood as enum ('sad', 'glad')",
        "create table t (id int primary key, any_number numeric, wide numeric(60, 30), mood mood,"
            + " tags text[], doc jsonb, span interval, bits bit(3), price money,"
            + " moment timestamptz, clock timestamp, plain double precision, fixed char(3),"
            + " address inet)",
        "insert into t values (1, 1.25, 2.5, 'glad', '{a,b}', '{\"k\": 1}', '1 day', b'101', 12.5,"
            + " '2021-03-14 07:30:00.123Z', '2021-03-14 02:30:00.123456', 'NaN', 'ab',"
            + " '10.0.0.1')");
    Properties model = new Properties();
    model.setProperty("model", place.model("B", "public"));
    connection = DriverManager.getConnection("jdbc:lens:", model);
  }

  @AfterAll
  static void close() throws SQLException {
    if (connection != null) {
      connection.close();
      store.close();
    }
  }

  @Test
  void everyColumnIsRead() throws SQLException {
    assertEquals(
        List.of("1.25|2.500000000000000000000000000000|glad|{a,b}|{\"k\": 1}|NaN|ab |10.0.0.1"),
        Lenses.rows(
            connection,
            "select any_number, wide, mood, tags, doc, plain, fixed, address from B.t"
                + " where id = 1"));
    assertEquals(
        List.of("2021-03-14 02:30:00.123"),
        Lenses.rows(connection, "select clock from B.t where id = 1"));
  }

  @ParameterizedTest
  @CsvSource({
    "mood, 'glad'",
    "tags, '{a}'",
    "doc, '{}'",
    "span, '1 day'",
    "price, '1'",
    "address, '10.0.0.1'"
  })
  void whatIsOnlyReadSaysSo(String column, String value) {
    SQLException e =
        assertThrows(
            SQLException.class,
            () -> Lenses.run(connection, "update B.t set " + column + " = '" + value + "'"));
    assertEquals("0A000", e.getSQLState(), e.getMessage());
    assertTrue(e.getMessage().contains(column), e.getMessage());
  }

  @Test
  void rowsAreWrittenBesideWhatIsOnlyRead() throws SQLException {
    Lenses.run(connection, "insert into B.t (id, any_number, fixed) values (2, 0.000000001, 'x')");
    assertEquals(
        List.of("0.0000000010000000000|x  |null"),
        Lenses.rows(connection, "select any_number, fixed, mood from B.t where id = 2"));
    Lenses.run(connection, "update B.t set any_number = any_number + 1.5 where id = 2");
    assertEquals(
        List.of("1.5000000010000000000"),
        Lenses.rows(store, "select any_number from t where id = 2"));
    Lenses.run(connection, "delete from B.t where fixed = 'x'");
    assertEquals(List.of("1"), Lenses.rows(store, "select id from t"));
  }

  @ParameterizedTest
  @CsvSource({"NaN", "Infinity", "-Infinity", "-0.0"})
  void doublesThatAreNoNumbers(double value) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("update B.t set plain = ? where id = 1")) {
      update.setDouble(1, value);
      update.executeUpdate();
    }
    assertEquals(
        List.of(String.valueOf(value)),
        Lenses.rows(connection, "select plain from B.t where id = 1"));
    Lenses.run(store, "update t set plain = 'NaN' where id = 1");
  }

  @Test
  void aDecimalOfNoScaleHoldsWhatFits() throws SQLException {
    BigDecimal[] values = {
      new BigDecimal("1234567890123456789.123456789012345678"), new BigDecimal("-0.1")
    };
    for (BigDecimal value : values) {
      try (PreparedStatement update =
          connection.prepareStatement("update B.t set any_number = ? where id = 1")) {
        update.setBigDecimal(1, value);
        update.executeUpdate();
      }
      for (Connection reader : List.of(store, connection)) {
        String schema = reader == store ? "" : "B.";
        String read =
            Lenses.rows(reader, "select any_number from " + schema + "t where id = 1").get(0);
        assertEquals(0, value.compareTo(new BigDecimal(read)), read);
      }
    }
    Lenses.run(store, "update t set any_number = 1.25 where id = 1");
  }

  @Test
  void whatIsFinerThanAMillisecondIsRefusedNotCut() throws SQLException {
    for (Object value :
        new Object[] {
          LocalDateTime.parse("2021-01-01T00:00:00.000001"),
          Timestamp.valueOf("2021-01-01 00:00:00.0000010")
        }) {
      try (PreparedStatement update =
          connection.prepareStatement("update B.t set clock = ? where id = 1")) {
        update.setObject(1, value);
        SQLException e = assertThrows(SQLException.class, update::executeUpdate);
        assertEquals("44000", e.getSQLState(), e.getMessage());
      }
    }
    SQLException e =
        assertThrows(
            SQLException.class,
            () ->
                Lenses.run(
                    connection, "update B.t set clock = timestamp '2021-01-01 00:00:00.000001'"));
    assertEquals("44000", e.getSQLState(), e.getMessage());
    assertEquals(
        List.of("2021-03-14 02:30:00.123456"), Lenses.rows(store, "select clock::text from t"));
  }
}
