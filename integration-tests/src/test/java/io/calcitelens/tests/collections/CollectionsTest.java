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
package io.calcitelens.tests.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.tests.jdbc.Lenses;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that an application keeps in collections are members that can be written. */
class CollectionsTest {
  private final String url = "jdbc:lens:mem:" + UUID.randomUUID();
  private Connection connection;
  private Connection other;

  @BeforeEach
  void open() throws SQLException {
    Properties model = new Properties();
    model.setProperty(
        "model",
        "inline:{version: '1.0', schemas: [{type: 'custom', name: 'shop', factory: '"
            + ShopSchema.class.getName()
            + "'}]}");
    connection = DriverManager.getConnection(url, model);
    other = DriverManager.getConnection(url);
    Lenses.run(
        connection,
        "declare logical schema X { table Item (id int primary key, name text, since date,"
            + " price decimal(8, 2) check (price >= 0)) }",
        "declare lens for X over shop { view Item as select i.id, i.name, i.since, p.price"
            + " from ITEM i left join PRICE p on p.ID = i.id }",
        "apply schema X",
        "insert into X.Item values (1, 'pen', date '2020-02-29', 1.5), (2, 'ink', null, null)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    other.close();
  }

  private List<String> items(Connection reader) throws SQLException {
    return Lenses.rows(reader, "select id, name, since, price from X.Item order by id");
  }

  @Test
  void rowsOfObjectsAndOfArraysAreMembers() throws SQLException {
    assertEquals(List.of("1|pen|2020-02-29|1.50", "2|ink|null|null"), items(connection));
    assertEquals(List.of("1|1.50|null"), Lenses.rows(connection, "select * from shop.PRICE"));
    assertEquals(2, Lenses.update(connection, "update X.Item set price = id * 2, name = 'x'"));
    assertEquals(List.of("1|x|2020-02-29|2.00", "2|x|null|4.00"), items(other));
    assertEquals(1, Lenses.update(connection, "update X.Item set id = 7 where id = 1"));
    assertEquals(1, Lenses.update(connection, "delete from X.Item where id = 2"));
    assertEquals(List.of("7|x|2020-02-29|2.00"), items(other));
    assertEquals(List.of("7"), Lenses.rows(other, "select ID from shop.PRICE"));
  }

  @Test
  void aRollbackLeavesTheCollectionsAsTheyWere() throws SQLException {
    connection.setAutoCommit(false);
    Lenses.run(
        connection,
        "insert into X.Item values (3, 'nib', null, 3)",
        "update X.Item set id = 12 - id, price = 4",
        "delete from X.Item where id = 10");
    assertEquals(2, items(connection).size());
    connection.rollback();
    assertEquals(List.of("1|pen|2020-02-29|1.50", "2|ink|null|null"), items(connection));
    assertEquals(List.of("1"), Lenses.rows(connection, "select ID from shop.PRICE"));
  }

  @Test
  void savepointsTakeBackARow() throws SQLException {
    connection.setAutoCommit(false);
    Lenses.run(connection, "update X.Item set price = 9 where id = 1");
    Savepoint point = connection.setSavepoint();
    Lenses.run(connection, "delete from X.Item", "insert into X.Item values (4, 'a', null, 1)");
    connection.rollback(point);
    connection.commit();
    assertEquals(List.of("1|pen|2020-02-29|9.00", "2|ink|null|null"), items(other));
  }

  @Test
  void othersReadWhatIsCommitted() throws SQLException {
    connection.setAutoCommit(false);
    Lenses.run(
        connection,
        "delete from X.Item where id = 1",
        "update X.Item set name = 'changed', price = 1",
        "insert into X.Item values (3, 'new', null, 3)");
    assertEquals(List.of("1|pen|2020-02-29|1.50", "2|ink|null|null"), items(other));
    assertEquals(List.of("2|changed|null|1.00", "3|new|null|3.00"), items(connection));
    connection.commit();
    assertEquals(List.of("2|changed|null|1.00", "3|new|null|3.00"), items(other));
  }

  @Test
  void aFailedStatementTakesBackItsOwnEffectsOnly() throws SQLException {
    connection.setAutoCommit(false);
    Lenses.run(connection, "insert into X.Item values (3, 'nib', null, 3)");
    assertThrows(
        SQLException.class,
        () ->
            Lenses.run(
                connection, "insert into X.Item values (4, 'a', null, 1), (1, 'b', null, 1)"));
    connection.commit();
    assertEquals(List.of("1", "2", "3"), Lenses.rows(other, "select id from X.Item order by id"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "insert into X.Item values (1, 'x', null, 1); 23505; lens.unique: a row with the same id (X.Item.Item_pk) exists",
        "update X.Item set id = 2 where id = 1; 23505; lens.unique",
        "insert into X.Item values (null, 'x', null, 1); 23502; lens.not-null",
        "insert into X.Item values (4, 'x', null, -1); 23514; lens.check",
        "insert into shop.PRICE values (1, 1, null); 23505; lens.unique",
        "insert into shop.PRICE values (null, 1, null); 23502; lens.not-null",
        "insert into shop.PRICE values (5, 1, 'longer than ten'); 22001; lens.value-too-long",
        "insert into shop.PRICE values (5, 1234567, null); 22003; lens.out-of-range",
        "insert into shop.SEALED values (2); 0A000; lens.read-only",
        "delete from shop.LOG; 0A000; lens.",
      })
  void rulesAreThoseOfAnyStore(String sql, String state, String message) throws SQLException {
    Lenses.run(connection, "insert into shop.LOG values ('a'), ('a')");
    List<String> before = items(connection);
    SQLException e = assertThrows(SQLException.class, () -> Lenses.run(connection, sql));
    assertEquals(state, e.getSQLState(), e.getMessage());
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
    assertEquals(before, items(connection));
  }

  @Test
  void collectionsAreOrdinaryTables() throws SQLException {
    Lenses.run(connection, "insert into shop.LOG select name from X.Item");
    assertEquals(
        List.of("ink", "pen"), Lenses.rows(connection, "select * from shop.LOG order by 1"));
    Lenses.run(
        connection,
        "merge into shop.PRICE p using (select id, 5 as price from shop.ITEM) i on p.ID = i.id"
            + " when matched then update set PRICE = p.PRICE + 1, NOTE = 'old'"
            + " when not matched then insert (ID, PRICE, NOTE) values (i.id, i.price, 'new')",
        "update shop.ITEM set name = (select NOTE from shop.PRICE p where p.ID = ITEM.id)",
        "delete from shop.PRICE where ID in (select id from X.Item where price > 4)");
    assertEquals(List.of("1|old|2020-02-29|2.50", "2|new|null|null"), items(other));
  }

  @Test
  void parametersAndBatches() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into X.Item values (?, ?, ?, ?)")) {
      for (int id = 10; id < 13; id++) {
        insert.setInt(1, id);
        insert.setString(2, "n" + id);
        insert.setDate(3, java.sql.Date.valueOf("1500-01-01"));
        insert.setBigDecimal(4, new java.math.BigDecimal("0.25"));
        insert.addBatch();
      }
      insert.executeBatch();
    }
    assertEquals(
        List.of("12|n12|1500-01-01|0.25"),
        Lenses.rows(other, "select * from X.Item where id = 12"));
  }

  @Test
  void aSecondWriterWaitsForTheFirst() throws Exception {
    connection.setAutoCommit(false);
    Lenses.run(connection, "update X.Item set price = price + 1 where id = 1");
    Thread second =
        new Thread(
            () -> {
              try {
                Lenses.run(other, "update X.Item set price = price + 1 where id = 1");
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    second.start();
    second.join(50);
    assertTrue(second.isAlive());
    connection.commit();
    second.join();
    assertEquals(List.of("3.50"), Lenses.rows(other, "select price from X.Item where id = 1"));
  }

  @Test
  void whatCannotBeWrittenSaysWhy() throws SQLException {
    Lenses.run(
        connection,
        "declare logical schema W { table S (id int) }",
        "declare lens for W over shop { view S as select id from SEALED }",
        "apply schema W");
    assertEquals(
        List.of(
            "false|relation shop.SEALED cannot be written: it is neither a table of a store"
                + " nor a collection that takes rows"),
        Lenses.rows(
            connection, "select updatable, reason from lens.tables where logical_schema = 'W'"));
  }
}
