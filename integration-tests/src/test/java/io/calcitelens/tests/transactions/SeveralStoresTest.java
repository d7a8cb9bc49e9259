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
package io.calcitelens.tests.transactions;

import static io.calcitelens.tests.jdbc.Lenses.rows;
import static io.calcitelens.tests.jdbc.Lenses.run;
import static io.calcitelens.tests.jdbc.Lenses.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.tests.stores.StoreUnderTest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A logical row whose members stand in two stores is written, and taken back, as one. */
class SeveralStoresTest {
  private static final String ALL = "select * from X.T order by id";

  static Stream<Arguments> pairs() {
    return Stream.of(
            Arguments.of(StoreUnderTest.POSTGRESQL, StoreUnderTest.POSTGRESQL),
            Arguments.of(StoreUnderTest.H2, StoreUnderTest.H2),
            Arguments.of(StoreUnderTest.POSTGRESQL, StoreUnderTest.H2),
            Arguments.of(StoreUnderTest.HSQLDB, StoreUnderTest.POSTGRESQL),
            Arguments.of(StoreUnderTest.H2, StoreUnderTest.HSQLDB))
        .filter(
            a ->
                ((StoreUnderTest) a.get()[0]).available()
                    && ((StoreUnderTest) a.get()[1]).available());
  }

  private static Connection deployed(StoreUnderTest first, StoreUnderTest second)
      throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:lens:");
    TwoStoreLens.deploy(connection, first.newDatabase().using(), second.newDatabase().using());
    run(connection, "insert into X.T values (1, 'a1', 1, 'b1'), (2, 'a2', 2, 'b2')");
    return connection;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void statementsCommitInBothStores(StoreUnderTest first, StoreUnderTest second)
      throws SQLException {
    Connection connection = deployed(first, second);
    assertEquals(1, update(connection, "insert into X.T values (3, 'a3', 3, 'b3')"));
    assertEquals(3, update(connection, "update X.T set a = a || 'x', b = b || 'y'"));
    assertEquals(1, update(connection, "delete from X.T where id = 1"));
    assertEquals(2, update(connection, "insert into X.T select id + 10, a, n, b from X.T"));
    assertEquals(
        List.of("2|a2x|2|b2y", "3|a3x|3|b3y", "12|a2x|2|b2y", "13|a3x|3|b3y"),
        rows(connection, ALL));
    assertEquals(List.of(), rows(connection, "select * from lens.transactions"));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void aTransactionEndsInBothStores(StoreUnderTest first, StoreUnderTest second)
      throws SQLException {
    Connection connection = deployed(first, second);
    connection.setAutoCommit(false);
    update(connection, "insert into X.T values (3, 'a3', 3, 'b3')");
    connection.rollback();
    update(connection, "update X.T set a = 'kept', b = 'kept' where id = 1");
    Savepoint savepoint = connection.setSavepoint();
    update(connection, "delete from X.T");
    connection.rollback(savepoint);
    update(connection, "update X.T set b = 'too' where id = 2");
    assertThrows(
        SQLException.class, () -> update(connection, "insert into X.T values (2, '', 0, '')"));
    connection.commit();
    assertEquals(List.of("1|kept|1|kept", "2|a2|2|too"), rows(connection, ALL));
    connection.rollback();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void whatOneStoreRefusesIsTakenBackInTheOther(StoreUnderTest first, StoreUnderTest second)
      throws SQLException {
    Connection connection = deployed(first, second);
    SQLException fault =
        assertThrows(
            SQLException.class,
            () ->
                update(connection, "insert into X.T values (4, 'a', 4, 'b'), (5, 'a', 5, 'bad')"));
    assertEquals("23514", fault.getSQLState());
    assertThrows(SQLException.class, () -> update(connection, "update X.T set a = 'x', b = 'bad'"));
    assertEquals(List.of("1|a1|1", "2|a2|2"), rows(connection, "select * from Y.A order by id"));
    assertEquals(List.of("1|b1", "2|b2"), rows(connection, "select * from Y.B order by id"));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void batchesAndReturningWork(StoreUnderTest first, StoreUnderTest second) throws SQLException {
    Connection connection = deployed(first, second);
    try (PreparedStatement insert =
        connection.prepareStatement("insert into X.T values (?, ?, ?, ?)")) {
      for (int id = 10; id < 13; id++) {
        insert.setInt(1, id);
        insert.setString(2, "a");
        insert.setInt(3, id);
        insert.setString(4, "b");
        insert.addBatch();
      }
      assertEquals(3, insert.executeBatch().length);
    }
    List<String> returned = new ArrayList<>();
    try (ResultSet result =
        connection
            .createStatement()
            .executeQuery("update X.T set b = 'r', a = 'q' where id = 11 returning id, a, b")) {
      while (result.next()) {
        returned.add(result.getInt(1) + result.getString(2) + result.getString(3));
      }
    }
    assertEquals(List.of("11qr"), returned);
    assertEquals(5, rows(connection, ALL).size());
  }

  @Test
  void twoStoresWithoutTwoPhaseCommitAreToldAtDeploy() throws SQLException {
    Connection connection = deployed(StoreUnderTest.HSQLDB, StoreUnderTest.HSQLDB);
    assertEquals(
        List.of("X|T|lens.non-transactional-basis"),
        rows(connection, "select logical_schema, logical_table, code from lens.advisories"));
    assertTrue(
        rows(connection, "explain lens X.T").stream()
            .anyMatch(l -> l.startsWith("advisory lens.non-transactional-basis: ")));
    // What was told may be done.
    update(connection, "update X.T set a = 'x', b = 'y' where id = 1");
    assertEquals(List.of("1|x|1|y", "2|a2|2|b2"), rows(connection, ALL));
  }

  @Test
  void oneStoreWithoutTwoPhaseCommitIsNoReasonToTell() throws SQLException {
    Connection connection = deployed(StoreUnderTest.HSQLDB, StoreUnderTest.H2);
    assertEquals(List.of(), rows(connection, "select * from lens.advisories"));
  }

  @Test
  void whatNoDeployToldIsRefused() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:lens:")) {
      run(
          connection,
          "declare schema Y { table A (id int primary key) "
              + StoreUnderTest.HSQLDB.newDatabase().using()
              + "; table B (id int primary key) "
              + StoreUnderTest.HSQLDB.newDatabase().using()
              + "; }",
          "apply schema Y");
      connection.setAutoCommit(false);
      update(connection, "insert into Y.A values (1)");
      SQLException fault =
          assertThrows(SQLException.class, () -> update(connection, "insert into Y.B values (1)"));
      assertEquals("0A000", fault.getSQLState());
      assertTrue(fault.getMessage().startsWith("lens.non-transactional-basis"), fault::getMessage);
      connection.commit();
      assertEquals(List.of("1"), rows(connection, "select id from Y.A"));
      assertEquals(List.of(), rows(connection, "select id from Y.B"));
    }
  }
}
