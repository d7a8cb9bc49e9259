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
package io.calcitelens.tests.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A batch has the effect of its entries, one after the other, however it is run. */
class BatchesTest {
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:lens:");
    Lenses.deploy(connection);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static void add(PreparedStatement insert, int id, String a, int n) throws SQLException {
    insert.setInt(1, id);
    insert.setString(2, a);
    insert.setInt(3, n);
    insert.addBatch();
  }

  private static void insert(Connection connection, int... ids) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into X.T (id, a, n) values (?, ?, ?)")) {
      for (int id : ids) {
        add(insert, id, "a" + id, id);
      }
      int[] ones = new int[ids.length];
      Arrays.fill(ones, 1);
      assertArrayEquals(ones, insert.executeBatch());
    }
  }

  @Test
  void everyEntryCounts() throws SQLException {
    insert(connection, 3, 1, 2);
    assertEquals(
        List.of("1|a1|1", "2|a2|2", "3|a3|3"),
        Lenses.rows(connection, "select * from X.T order by id"));
    assertEquals(List.of("3"), Lenses.rows(connection, "select count(*) from Y.B"));
  }

  @Test
  void anEntryThatFailsInAutocommitTakesBackAll() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into X.T (id, a, n) values (?, ?, ?)")) {
      add(insert, 1, "one", 1);
      add(insert, 2, "two", -2);
      add(insert, 3, "three", 3);
      BatchUpdateException fault = assertThrows(BatchUpdateException.class, insert::executeBatch);
      assertEquals("23514", fault.getSQLState());
      int failed = Statement.EXECUTE_FAILED;
      assertArrayEquals(new int[] {failed, failed, failed}, fault.getUpdateCounts());
    }
    assertEquals(List.of(), Lenses.rows(connection, "select * from X.T"));
  }

  @Test
  void inATransactionTheEntriesBeforeTheFaultStay() throws SQLException {
    connection.setAutoCommit(false);
    insert(connection, 9);
    try (PreparedStatement insert =
        connection.prepareStatement("insert into X.T (id, a, n) values (?, ?, ?)")) {
      add(insert, 1, "one", 1);
      add(insert, 2, "two", 2);
      add(insert, 9, "again", 3);
      add(insert, 4, "four", 4);
      BatchUpdateException fault = assertThrows(BatchUpdateException.class, insert::executeBatch);
      assertEquals("23505", fault.getSQLState());
      assertArrayEquals(new int[] {1, 1}, fault.getUpdateCounts());
    }
    connection.commit();
    assertEquals(List.of("1", "2", "9"), Lenses.rows(connection, "select id from X.T order by id"));
  }

  @Test
  void oneKeyTwiceFailsAtTheSecond() throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("insert into X.T (id, a, n) values (?, ?, ?)")) {
      add(insert, 1, "one", 1);
      add(insert, 1, "two", 2);
      BatchUpdateException fault = assertThrows(BatchUpdateException.class, insert::executeBatch);
      assertEquals("23505", fault.getSQLState());
      assertArrayEquals(new int[] {1}, fault.getUpdateCounts());
    }
    assertEquals(List.of("1|one|1"), Lenses.rows(connection, "select * from X.T"));
  }

  @Test
  void textsOfOneTemplateAreABatchToo() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.addBatch("insert into X.T values (1, 'one', 1)");
      statement.addBatch("insert into X.T values (2, 'it''s two', 2)");
      statement.addBatch("update X.T set n = 7 where id = 1");
      assertArrayEquals(new int[] {1, 1, 1}, statement.executeBatch());
    }
    assertEquals(
        List.of("1|one|7", "2|it's two|2"),
        Lenses.rows(connection, "select * from X.T order by id"));
  }

  @Test
  void everyEntryTakesItsDefaults() throws SQLException {
    Lenses.run(
        connection,
        "declare schema V { table S (id int primary key, a varchar(10)) using mem(); }",
        "declare logical schema W { table S (id int primary key, a varchar(10)); }",
        "declare lens for W over V { view S as select id, a from S with defaults (a = 'none'); }",
        "apply schema W");
    try (PreparedStatement insert =
        connection.prepareStatement("insert into W.S (id) values (?)")) {
      for (int id : new int[] {1, 2, 3}) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      assertArrayEquals(new int[] {1, 1, 1}, insert.executeBatch());
    }
    assertEquals(
        List.of("1|none", "2|none", "3|none"),
        Lenses.rows(connection, "select id, a from W.S order by id"));
  }

  @Test
  void aChildBeforeItsParentFails() throws SQLException {
    Lenses.run(
        connection,
        "declare schema V { table N (id int primary key, up int references N (id)) using mem(); }",
        "declare logical schema W { table N (id int primary key, up int); }",
        "declare lens for W over V { view N as select id, up from N; }",
        "apply schema W");
    try (PreparedStatement insert = connection.prepareStatement("insert into W.N values (?, ?)")) {
      insert.setInt(1, 1);
      insert.setInt(2, 2);
      insert.addBatch();
      insert.setInt(1, 2);
      insert.setInt(2, 2);
      insert.addBatch();
      BatchUpdateException fault = assertThrows(BatchUpdateException.class, insert::executeBatch);
      assertEquals("23503", fault.getSQLState());
    }
    assertEquals(List.of(), Lenses.rows(connection, "select * from W.N"));
  }
}
