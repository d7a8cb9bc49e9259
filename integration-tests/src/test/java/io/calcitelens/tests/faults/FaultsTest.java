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
package io.calcitelens.tests.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever call of the store fails, a statement over several members leaves all or nothing. */
class FaultsTest {
  private static final int MOST_CALLS = 200;
  private static final FaultyDriver DRIVER = new FaultyDriver();

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    DriverManager.registerDriver(DRIVER);
    String store = "using jdbc('jdbc:faulty:" + UUID.randomUUID() + "', 'sa', '')";
    connection = DriverManager.getConnection("jdbc:lens:");
    run(
        "declare schema Y { table A (id int primary key, a varchar(10), n int) "
            + store
            + ";"
            + (" table B (id int primary key, b varchar(10)) " + store + ";")
            + (" table C (id int primary key, c varchar(10) not null) " + store + "; }"));
    run(
        "declare logical schema X { table T (id int primary key, a varchar(10), n int,"
            + " b varchar(10), c varchar(10)); }");
    run(
        "declare lens for X over Y { view T as select A.id as id, a, n, b, c"
            + " from A join B on A.id = B.id left join C on A.id = C.id; }");
    run("apply schema X");
    run(
        "insert into X.T (id, a, n, b, c) values (1, 'a1', 1, 'b1', 'c1'), (2, 'a2', 2, 'b2', null),"
            + " (3, 'a3', 3, 'b3', 'c3')");
  }

  @AfterEach
  void close() throws SQLException {
    FaultyDriver.disarm();
    if (connection != null) {
      connection.close();
    }
    DriverManager.deregisterDriver(DRIVER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into X.T (id, a, n, b, c) values (4, 'a4', 4, 'b4', 'c4')",
        "insert into X.T (id, a, n, b, c) values (4, 'a', 4, 'b', 'c'), (5, 'a', 5, 'b', null)",
        "insert into X.T (id, a, n, b, c) select id + 10, a, n, b, c from X.T",
        "update X.T set a = 'x', b = 'y' where id = 1",
        "update X.T set a = b, b = a, c = 'z', n = n + 1",
        "update X.T set c = null",
        "update X.T set id = id + 1",
        "update X.T set id = 4 - id where id <> 2",
        "delete from X.T where id = 1",
        "delete from X.T",
        "merge into X.T as t using (select id + 1 as id, a, b from X.T) as s on t.id = s.id"
            + " when matched then update set b = s.b"
            + " when not matched then insert (id, a, b) values (s.id, s.a, s.b)"
      })
  void statementIsWholeOrNothing(String sql) throws SQLException {
    List<String> before = state();
    int call = 0;
    boolean failed;
    do {
      call++;
      assertTrue(call < MOST_CALLS, "no end of calls");
      FaultyDriver.failAt(call);
      failed = !succeeds(sql);
      boolean reached = FaultyDriver.disarm();
      assertEquals(reached, failed, "call " + call + " failed unseen, or the statement by itself");
      if (failed) {
        assertEquals(before, state(), "after the failure of call " + call);
      }
    } while (failed);
    assertTrue(call > 3, "too few calls to the store: " + call);
    assertNotEquals(before, state());
  }

  @Test
  void batchIsWholeOrNothing() throws SQLException {
    List<String> before = state();
    int call = 0;
    boolean failed;
    do {
      call++;
      assertTrue(call < MOST_CALLS, "no end of calls");
      FaultyDriver.failAt(call);
      try (PreparedStatement insert =
          connection.prepareStatement("insert into X.T (id, a, b) values (?, ?, ?)")) {
        for (int id = 10; id < 13; id++) {
          insert.setInt(1, id);
          insert.setString(2, "a");
          insert.setString(3, "b");
          insert.addBatch();
        }
        insert.executeBatch();
        failed = false;
      } catch (SQLException e) {
        failed = true;
      }
      FaultyDriver.disarm();
      if (failed) {
        assertEquals(before, state(), "after the failure of call " + call);
      }
    } while (failed);
    assertEquals(before.size() + 6, state().size());
  }

  @Test
  void failedStatementLeavesItsTransactionAsItWas() throws SQLException {
    List<String> outside = state();
    connection.setAutoCommit(false);
    run("update X.T set a = 'kept', c = 'kept' where id = 1");
    List<String> before = state();
    int call = 0;
    boolean failed;
    do {
      call++;
      assertTrue(call < MOST_CALLS, "no end of calls");
      FaultyDriver.failAt(call);
      failed = !succeeds("update X.T set a = 'x', b = 'y', c = 'z' where id < 3");
      FaultyDriver.disarm();
      if (failed) {
        assertEquals(before, state(), "after the failure of call " + call);
      }
    } while (failed);
    connection.rollback();
    assertEquals(outside, state());
  }

  private boolean succeeds(String sql) {
    try {
      run(sql);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> state() throws SQLException {
    List<String> rows = new ArrayList<>();
    for (String table : List.of("A", "B", "C")) {
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery("select * from Y." + table + " order by id")) {
        while (result.next()) {
          StringBuilder row = new StringBuilder(table);
          for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            row.append('|').append(result.getString(i));
          }
          rows.add(row.toString());
        }
      }
    }
    return rows;
  }
}
