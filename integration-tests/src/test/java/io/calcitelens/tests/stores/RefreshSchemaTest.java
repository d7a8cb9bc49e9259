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
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a store holds is read once, and again when {@code refresh schema} says so. */
class RefreshSchemaTest {
  static Stream<StoreUnderTest> stores() {
    return Stream.of(StoreUnderTest.values()).filter(StoreUnderTest::available);
  }

  /** The schema in which unqualified tables of a store stand. */
  private static String home(StoreUnderTest store) {
    return switch (store) {
      case POSTGRESQL -> "public";
      case DUCKDB -> "main";
      case SQLITE, MARIADB -> "";
      default -> "PUBLIC";
    };
  }

  private static Connection mounted(StoreUnderTest store, StoreUnderTest.Place place)
      throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("model", place.model("Y", home(store)));
    Connection connection = DriverManager.getConnection("jdbc:lens:", properties);
    Lenses.run(
        connection,
        "declare logical schema X { table Car (id int primary key, make varchar(20)); }",
        "declare lens for X over Y { view Car as select id, make from car; }",
        "apply schema X",
        "insert into X.Car values (1, 'Fiat')");
    return connection;
  }

  @ParameterizedTest
  @MethodSource("stores")
  void tablesAreThoseOfTheLastRefresh(StoreUnderTest store) throws SQLException {
    StoreUnderTest.Place place = store.newDatabase();
    try (Connection past = place.open()) {
      Lenses.run(past, "create table car (id int primary key, make varchar(20))");
      try (Connection connection = mounted(store, place)) {
        Lenses.run(past, "alter table car add speed int", "create table extra (id int)");
        assertThrows(SQLException.class, () -> Lenses.rows(connection, "select speed from Y.car"));
        Lenses.run(connection, "refresh schema Y");
        Lenses.run(connection, "update Y.car set speed = 120");
        assertEquals(List.of("1|Fiat|120"), Lenses.rows(connection, "select * from Y.car"));
        assertEquals(List.of(), Lenses.rows(connection, "select * from Y.extra"));
        assertEquals(List.of("1|Fiat"), Lenses.rows(connection, "select * from X.Car"));
        // A key that is known now is one that the design may rely upon.
        Lenses.run(
            past,
            store.can(Capability.ADDED_CONSTRAINTS)
                ? "alter table car add constraint car_make unique (make)"
                : "create unique index car_make on car (make)");
        Lenses.run(
            connection,
            "refresh schema Y",
            "declare logical schema X {"
                + " table Car (id int primary key, make varchar(20) unique); }",
            "apply schema X");
        SQLException twice =
            assertThrows(
                SQLException.class,
                () -> Lenses.run(connection, "insert into X.Car values (2, 'Fiat')"));
        assertEquals("23505", twice.getSQLState(), twice.getMessage());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void refreshThatALensDoesNotSurviveChangesNothing(StoreUnderTest store) throws SQLException {
    StoreUnderTest.Place place = store.newDatabase();
    try (Connection past = place.open()) {
      Lenses.run(past, "create table car (id int primary key, make varchar(20), spare int)");
      try (Connection connection = mounted(store, place)) {
        Lenses.run(past, "alter table car drop column make");
        SQLException lost =
            assertThrows(SQLException.class, () -> Lenses.run(connection, "refresh schema Y"));
        assertTrue(lost.getSQLState().startsWith("42"), lost.getSQLState());
        assertTrue(lost.getMessage().contains("make"), lost.getMessage());
        Lenses.run(past, "alter table car add make varchar(20)");
        Lenses.run(connection, "refresh schema Y", "update X.Car set make = 'Saab'");
        assertEquals(List.of("1|Saab"), Lenses.rows(connection, "select * from X.Car"));
      }
    }
  }
}
