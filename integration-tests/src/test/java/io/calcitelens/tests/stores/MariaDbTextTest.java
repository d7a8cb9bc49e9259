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

/**
 * Text of MariaDB, whose collations take no notice of case, accents and trailing spaces: a design
 * compares it as it is, wherever the comparison is computed, and only the store's keys do not.
 */
@EnabledIf("available")
class MariaDbTextTest {
  private Connection store;
  private Connection connection;

  static boolean available() {
    return StoreUnderTest.MARIADB.available();
  }

  @BeforeEach
  void deploy() throws SQLException {
    StoreUnderTest.Place place = StoreUnderTest.MARIADB.newDatabase();
    store = place.open();
    Lenses.run(
        store,
        "create table person (name varchar(20) character set utf8mb4 collate utf8mb4_general_ci"
            + " primary key, town varchar(20) character set latin1, code char(4) character set"
            + " utf8mb4 collate utf8mb4_unicode_ci)",
        "create table visit (id int primary key, who varchar(20) character set utf8mb4"
            + " collate utf8mb4_general_ci, constraint visit_who foreign key (who)"
            + " references person (name))",
        "create table town (town varchar(20) character set utf8mb4 collate utf8mb4_nopad_bin"
            + " primary key, size int)",
        "create table person_note (name varchar(20) character set utf8mb4"
            + " collate utf8mb4_unicode_ci primary key, note varchar(20))",
        "insert into person values ('Ada', 'Oslo', 'ab'), ('Bob', 'oslo', 'AB'), ('Cyd', 'Oslo ', 'x')",
        "insert into visit values (1, 'Ada'), (2, 'ADA')",
        "insert into town values ('Oslo', 1), ('oslo', 2)",
        "insert into person_note values ('Ada', 'first'), ('BOB', 'second')");
    Properties properties = new Properties();
    properties.setProperty("model", place.model("Y", ""));
    connection = DriverManager.getConnection("jdbc:lens:", properties);
    Lenses.run(
        connection,
        "declare logical schema X {"
            + " table Person (name varchar(20) primary key, town varchar(20), code char(4));"
            + " table Noted (name varchar(20) primary key, town varchar(20), note varchar(20));"
            + " table Visit (id int primary key, who varchar(20), town varchar(20)); }",
        "declare lens for X over Y {"
            + " view Person as select name, town, code from person;"
            + " view Noted as select p.name, p.town, n.note"
            + " from person p left join person_note n on n.name = p.name;"
            + " view Visit as select v.id, v.who, p.town from visit v join person p"
            + " on p.name = v.who; }",
        "apply schema X");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    store.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "name = 'Ada'; Ada",
        "name = 'ADA'; ",
        "name <> 'ada'; Ada,Bob,Cyd",
        "name in ('ADA', 'Bob'); Bob",
        "name not in ('ADA', 'Bob'); Ada,Cyd",
        "name like 'a%'; ",
        "name like 'A%'; Ada",
        "town = 'Oslo'; Ada",
        "town = 'oslo'; Bob",
        "town > 'a'; Bob",
        "town < 'Oslo '; Ada",
        "code = 'ab'; Ada",
        "upper(town) = 'OSLO'; Ada,Bob",
        "name = town; ",
        "name || town = 'AdaOslo'; Ada",
        "coalesce(town, name) = 'Oslo'; Ada",
        "case when town = 'oslo' then name else town end = 'Bob'; Bob",
        "town in (select town from Y.town where size = 1); Ada",
        "exists (select 1 from Y.town t where t.town = Person.town and t.size = 2); Bob"
      })
  void conditionsCompareTextAsItIs(String condition, String names) throws SQLException {
    List<String> expected = names == null ? List.of() : List.of(names.split(","));
    assertEquals(
        expected,
        Lenses.rows(connection, "select name from X.Person where " + condition + " order by name"));
  }

  @Test
  void parametersCompareTextAsItIs() throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("select town from X.Person where name = ?")) {
      query.setString(1, "ADA");
      assertEquals(List.of(), Lenses.rows(query.executeQuery()));
      query.setString(1, "Ada");
      assertEquals(List.of("Oslo"), Lenses.rows(query.executeQuery()));
    }
  }

  @Test
  void textIsGroupedAndCountedAsItIs() throws SQLException {
    assertEquals(
        List.of("Oslo|1", "Oslo |1", "oslo|1"),
        Lenses.rows(connection, "select town, count(*) from X.Person group by town order by town"));
    assertEquals(
        List.of("3|Oslo|oslo"),
        Lenses.rows(connection, "select count(distinct town), min(town), max(town) from X.Person"));
    assertEquals(
        List.of("Oslo", "Oslo ", "oslo"),
        Lenses.rows(
            connection, "select town from X.Person union select town from Y.town order by town"));
  }

  @Test
  void joinsCompareTextAsItIs() throws SQLException {
    assertEquals(
        List.of("Ada|first", "Bob|null", "Cyd|null"),
        Lenses.rows(connection, "select name, note from X.Noted order by name"));
    assertEquals(
        List.of("Ada|1", "Bob|2"),
        Lenses.rows(
            connection,
            "select p.name, t.size from X.Person p join Y.town t on t.town = p.town order by 1"));
  }

  /** The store takes a reference that differs in case; the design's join does not. */
  @Test
  void foreignKeyOfTheStoreIsNoProofThatAPartnerIsThere() throws SQLException {
    assertEquals(List.of("1|Ada|Oslo"), Lenses.rows(connection, "select * from X.Visit"));
    assertEquals(List.of("1"), Lenses.rows(connection, "select id from X.Visit"));
    assertEquals(List.of("1"), Lenses.rows(connection, "select count(*) from X.Visit"));
  }

  @Test
  void keysOfTheStoreAreNarrower() throws SQLException {
    SQLException taken =
        assertThrows(
            SQLException.class,
            () -> Lenses.run(connection, "insert into X.Person (name) values ('ADA')"));
    assertEquals("23505", taken.getSQLState());
    assertTrue(taken.getMessage().startsWith("lens.unique"), taken.getMessage());
    Lenses.run(
        connection,
        "update X.Person set name = 'BOB' where name = 'Bob'",
        "update X.Person set town = 'Rome' where name = 'bob'",
        "delete from X.Person where name = 'cyd'");
    assertEquals(
        List.of("Ada|Oslo", "BOB|oslo", "Cyd|Oslo "),
        Lenses.rows(connection, "select name, town from X.Person order by name"));
  }

  @Test
  void tablesOfTheLanguageHaveExactText() throws SQLException {
    StoreUnderTest.Place place = StoreUnderTest.MARIADB.newDatabase();
    Lenses.run(
        connection,
        "declare schema Z "
            + place.using()
            + " { table Word (word varchar(20) primary key,"
            + " fixed char(4), long text) }",
        "apply schema Z",
        "insert into Z.Word values ('a', 'b', 'c'), ('A', 'B', 'C'), ('a ', 'b ', 'c ')");
    assertEquals(List.of("a"), Lenses.rows(connection, "select word from Z.Word where word = 'a'"));
    assertEquals(
        List.of("a", "a "),
        Lenses.rows(connection, "select word from Z.Word where fixed = 'b' order by word"));
    assertEquals(
        List.of("C", "c", "c "),
        Lenses.rows(connection, "select distinct long from Z.Word order by long"));
  }
}
