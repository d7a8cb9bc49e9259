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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values come back as they were written, from each store and by each way into it. */
class ValuesTest {
  private static final List<String> ZONES =
      List.of("America/New_York", "Asia/Kolkata", "Europe/Berlin");

  /** Zones only where they could matter. */
  static Stream<Arguments> cases() {
    return Stream.of(StoreUnderTest.values())
        .filter(s -> s.available())
        .flatMap(
            store ->
                Stream.of(ValueKind.values())
                    .flatMap(
                        kind ->
                            (kind.isTemporal() ? ZONES : List.of("UTC"))
                                .stream().map(zone -> Arguments.of(store, kind, zone))));
  }

  /** A table for the values in the store, and the same in the database's own store. */
  private static void make(Connection connection, StoreUnderTest store, ValueKind kind)
      throws SQLException {
    String columns = "(id int primary key, v " + kind.type() + ")";
    Lenses.run(
        connection,
        "declare schema B_"
            + kind
            + " { table A "
            + columns
            + " "
            + store.newDatabase().using()
            + " }",
        "declare schema M_" + kind + " { table A " + columns + " using mem() }",
        "declare logical schema X_" + kind + " { table A " + columns + " }",
        "declare lens for X_" + kind + " over B_" + kind + " { }",
        "declare logical schema Z_" + kind + " { table A " + columns + " }",
        "declare lens for Z_" + kind + " over M_" + kind + " { }",
        "apply schema X_" + kind,
        "apply schema Z_" + kind);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void comeBack(StoreUnderTest store, ValueKind kind, String zone) throws SQLException {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    try (Connection connection = DriverManager.getConnection("jdbc:lens:")) {
      if ((store == StoreUnderTest.HSQLDB || store == StoreUnderTest.MARIADB)
          && kind == ValueKind.SINGLE) {
        // Their reals are doubles, which the design is told when it is applied.
        refused("42000", "lens.type-mismatch", () -> make(connection, store, kind));
        return;
      }
      if (store == StoreUnderTest.SQLITE
          && (kind == ValueKind.EXACT || kind == ValueKind.FINE || kind == ValueKind.WIDE)) {
        // It has decimals of 15 digits, which the storage is told when it is made.
        refused("0A000", "lens.not-supported", () -> make(connection, store, kind));
        return;
      }
      if (store == StoreUnderTest.DUCKDB
          && (kind == ValueKind.FIXED || kind == ValueKind.INSTANT)) {
        // Its text has no length to be padded to; its driver moves moments.
        refused("0A000", "lens.not-supported", () -> make(connection, store, kind));
        return;
      }
      make(connection, store, kind);
      for (ValueKind.Value value : kind.samples()) {
        if (isNoValueOf(store, value)) {
          refused(
              "22018",
              "lens.bad-cast",
              () ->
                  Lenses.run(
                      connection,
                      "insert into X_" + kind + ".A values (1, " + value.literal() + ")"));
        } else {
          comesBack(connection, kind, value);
        }
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  private static boolean isNoValueOf(StoreUnderTest store, ValueKind.Value value) {
    return switch (store) {
      // Its calendar skips ten days.
      case HSQLDB -> value.text().startsWith("1582-10-1") && !value.text().endsWith("15");
      // Its moments begin with the year 1970.
      case MARIADB -> value.text().startsWith("1969-12-31T");
      default -> false;
    };
  }

  private static void comesBack(Connection connection, ValueKind kind, ValueKind.Value value)
      throws SQLException {
    String store = "X_" + kind + ".A";
    String own = "Z_" + kind + ".A";
    Lenses.run(connection, "delete from " + store, "delete from " + own);
    String literal = value.literal();
    Lenses.run(connection, "insert into " + store + " values (1, " + literal + ")");
    parameter(connection, "insert into " + store + " (v, id) values (?, 2)", value);
    Lenses.run(
        connection,
        "insert into " + own + " values (3, " + literal + ")",
        "insert into " + store + " select id, v from " + own,
        "insert into " + store + " values (4, null), (5, null)",
        "update " + store + " set v = " + literal + " where id = 4");
    parameter(connection, "update " + store + " set v = ? where id = 5", value);
    Lenses.run(
        connection,
        "insert into " + own + " select id + 10, v from " + store,
        "insert into " + store + " values (6, null)");
    assertEquals(texts(5, value), read(connection, kind, store + " where id < 6"), value.literal());
    assertEquals(texts(6, value), read(connection, kind, own), value.literal());
    if (kind == ValueKind.SINGLE) {
      // A constant of the language is a double, which no single is equal to.
      return;
    }
    assertEquals(
        List.of("1", "2", "3", "4", "5"),
        Lenses.rows(
            connection, "select id from " + store + " where v = " + literal + " order by 1"),
        value.literal());
    try (PreparedStatement query =
        connection.prepareStatement("select id from " + store + " where v = ? order by 1")) {
      query.setObject(1, value.parameter());
      try (ResultSet rows = query.executeQuery()) {
        assertEquals(List.of("1", "2", "3", "4", "5"), Lenses.rows(rows), value.literal());
      }
    }
  }

  private static void refused(String state, String code, Executable work) {
    SQLException e = assertThrows(SQLException.class, work);
    assertEquals(state, e.getSQLState(), e.getMessage());
    assertTrue(e.getMessage().contains(code), e.getMessage());
  }

  private static void parameter(Connection connection, String sql, ValueKind.Value value)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setObject(1, value.parameter());
      assertEquals(1, statement.executeUpdate());
    }
  }

  private static List<String> texts(int count, ValueKind.Value value) {
    return java.util.Collections.nCopies(count, value.text());
  }

  private static List<String> read(Connection connection, ValueKind kind, String from)
      throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select v from " + from)) {
      while (rows.next()) {
        texts.add(
            switch (kind) {
              case INSTANT -> rows.getObject(1, OffsetDateTime.class).toInstant().toString();
              case BINARY -> java.util.HexFormat.of().formatHex(rows.getBytes(1));
              default -> rows.getString(1);
            });
      }
    }
    return texts;
  }
}
