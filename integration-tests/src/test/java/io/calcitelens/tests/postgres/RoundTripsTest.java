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
package io.calcitelens.tests.postgres;

import static io.calcitelens.tests.jdbc.Lenses.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.calcitelens.tests.jdbc.Lenses;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A write of one row in autocommit waits for the store once, commit included. */
class RoundTripsTest {
  private PostgresProxy proxy;
  private Connection lens;

  @BeforeAll
  static void requireServer() {
    assumeTrue(PostgresServer.available(), "no PostgreSQL for this machine");
  }

  @BeforeEach
  void open() throws SQLException {
    proxy = PostgresProxy.open(PostgresServer.newDatabase(), Duration.ZERO);
    lens = DriverManager.getConnection("jdbc:lens:");
    run(
        lens,
        "declare schema y using jdbc('"
            + proxy.url()
            + "', 'postgres', 'postgres') {"
            + " table core (id int primary key, make varchar(10) not null);"
            + " table speed (id int primary key references core (id), speed int) }",
        "apply schema y",
        "declare logical schema X {"
            + " table Car (id int primary key, make varchar(10) not null, speed int) }",
        "declare lens for X over y {"
            + " view Car as select id, make, speed from core join speed using (id) }",
        "apply schema X",
        "insert into X.Car values (1, 'Fiat', 150), (2, 'Saab', null), (3, 'Opel', 120)");
  }

  @AfterEach
  void close() throws SQLException {
    if (lens != null) {
      lens.close();
    }
    if (proxy != null) {
      proxy.close();
    }
  }

  @Test
  void preparedInsertWaitsOnce() throws SQLException {
    try (PreparedStatement insert = lens.prepareStatement("insert into X.Car values (?, ?, ?)")) {
      for (int id = 10; id < 20; id++) {
        insert.setInt(1, id);
        insert.setString(2, "m" + id);
        insert.setInt(3, id);
        // The first one opens the connection and makes the statements ready.
        assertEquals(1, id == 10 ? insert.executeUpdate() : oneTrip(insert));
      }
    }
    assertEquals(List.of("13"), rows("select count(*) from X.Car"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update X.Car set speed = ? where id = ?",
        "update X.Car set speed = speed + ? where id = ?",
        "update X.Car set make = 'x', speed = ? where id = ?",
      })
  void preparedUpdateByKeyWaitsOnce(String sql) throws SQLException {
    try (PreparedStatement update = lens.prepareStatement(sql)) {
      for (int i = 0; i < 10; i++) {
        update.setInt(1, i);
        update.setInt(2, 1 + i % 3);
        assertEquals(1, i == 0 ? update.executeUpdate() : oneTrip(update));
      }
    }
  }

  @Test
  void preparedDeleteByKeyWaitsOnce() throws SQLException {
    run(lens, "insert into X.Car values (4, 'Audi', 1), (5, 'Lada', 2)");
    try (PreparedStatement delete = lens.prepareStatement("delete from X.Car where id = ?")) {
      for (int id = 1; id <= 5; id++) {
        delete.setInt(1, id);
        assertEquals(1, id == 1 ? delete.executeUpdate() : oneTrip(delete));
      }
    }
    assertEquals(List.of(), rows("select * from X.Car"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into X.Car values (%d, 'made', 7)",
        "update X.Car set speed = %d where id = 1",
        "delete from X.Car where id = %d"
      })
  void writeWithLiteralsWaitsOnce(String sql) throws SQLException {
    run(lens, "insert into X.Car values (31, 'Audi', 1), (32, 'Lada', 2)");
    final int first = sql.startsWith("insert") ? 50 : 31;
    assertEquals(1, Lenses.update(lens, sql.formatted(first)));
    proxy.take();
    assertEquals(1, Lenses.update(lens, sql.formatted(first + 1)));
    final PostgresProxy.Traffic traffic = proxy.take();
    assertEquals(1, traffic.roundTrips(), () -> traffic.trips().toString());
  }

  /** Reads by key wait once too. */
  @Test
  void preparedReadByKeyWaitsOnce() throws SQLException {
    try (PreparedStatement select = lens.prepareStatement("select * from X.Car where id = ?")) {
      for (int id = 1; id <= 3; id++) {
        select.setInt(1, id);
        proxy.take();
        assertEquals(1, Lenses.rows(select.executeQuery()).size());
        final PostgresProxy.Traffic traffic = proxy.take();
        if (id > 1) {
          assertEquals(1, traffic.roundTrips(), () -> traffic.trips().toString());
        }
      }
    }
  }

  /** Nothing in the store ties the members, so that a row may wait without its anchor. */
  private void deployUntied() throws SQLException {
    run(
        lens,
        "declare schema z using jdbc('"
            + proxy.url()
            + "', 'postgres', 'postgres') {"
            + " table a (id int primary key, x varchar(10));"
            + " table b (id int primary key, n int check (n < 100), hidden int);"
            + " table c (id int primary key, m int) }",
        "apply schema z",
        "declare logical schema W {"
            + " table T (id int primary key, x varchar(10), n int, m int) }",
        "declare lens for W over z { view T as select a.id, x, n, m"
            + " from a join b using (id) left join c on c.id = a.id }",
        "apply schema W",
        "insert into W.T values (1, 'one', 1, 1)");
  }

  @Test
  void insertIntoUntiedMembersWaitsOnce() throws SQLException {
    deployUntied();
    try (PreparedStatement insert = lens.prepareStatement("insert into W.T values (?, ?, ?, ?)")) {
      for (int id = 10; id < 20; id++) {
        insert.setInt(1, id);
        insert.setString(2, "x" + id);
        insert.setInt(3, id);
        insert.setInt(4, id);
        assertEquals(1, id == 10 ? insert.executeUpdate() : oneTrip(insert));
      }
    }
    assertEquals(List.of("11"), rows("select count(*) from W.T where m = n"));
  }

  @Test
  void insertThatFailsInTheSecondMemberLeavesNothing() throws SQLException {
    deployUntied();
    SQLException refused =
        assertThrows(
            SQLException.class, () -> run(lens, "insert into W.T values (2, 'two', 200, 2)"));
    assertEquals("23514", refused.getSQLState(), refused.getMessage());
    assertEquals(List.of("1"), rows("select id from z.a"));
    assertEquals(List.of("1"), rows("select id from z.c"));
    run(lens, "insert into W.T values (2, 'two', 20, 2)");
    assertEquals(List.of("1|one|1|1", "2|two|20|2"), rows("select * from W.T order by id"));
  }

  @Test
  void insertAdoptsRowsThatWaitForIt() throws SQLException {
    deployUntied();
    run(lens, "insert into z.b values (5, 1, 77)", "insert into z.c values (5, 4), (6, 4)");
    run(
        lens,
        "insert into W.T values (5, 'five', 50, 51)",
        "insert into W.T (id, n) values (6, 6)");
    assertEquals(
        List.of("5|five|50|51", "6|null|6|null"),
        rows("select * from W.T where id > 1 order by id"));
    assertEquals(List.of("77"), rows("select hidden from z.b where id = 5"));
  }

  private int oneTrip(PreparedStatement write) throws SQLException {
    proxy.take();
    final int count = write.executeUpdate();
    final PostgresProxy.Traffic traffic = proxy.take();
    assertEquals(1, traffic.roundTrips(), () -> traffic.trips().toString());
    return count;
  }

  private List<String> rows(String sql) throws SQLException {
    try (Statement statement = lens.createStatement()) {
      return Lenses.rows(statement.executeQuery(sql));
    }
  }
}
