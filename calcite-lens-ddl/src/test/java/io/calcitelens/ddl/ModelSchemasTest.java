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
package io.calcitelens.ddl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Schemas of model files are bases like any other. */
class ModelSchemasTest {
  private static final String HSQLDB = "jdbc:hsqldb:mem:model_schemas";

  @TempDir Path directory;

  @BeforeAll
  static void fillHsqldb() throws SQLException {
    try (Connection connection = DriverManager.getConnection(HSQLDB, "SA", "")) {
      execute(connection, "create schema hr");
      execute(connection, "create table hr.dept (deptno int primary key, dname varchar(20))");
      execute(
          connection,
          "create table hr.emp (empno int primary key, ename varchar(20),"
              + " deptno int references hr.dept (deptno))");
      execute(connection, "insert into hr.dept values (10, 'SALES')");
      execute(connection, "insert into hr.emp values (1, 'ADA', 10)");
    }
  }

  /** Rows for a reflective schema. */
  public static final class Shop {
    public final Item[] items = {new Item(1, "apple"), new Item(2, "pear")};
  }

  /** A row of it. */
  public static final class Item {
    public final int id;
    public final String name;

    Item(int id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  private static Properties model() {
    String json =
        "inline:{version: '1.0', schemas: ["
            + "{type: 'jdbc', name: 'HR', jdbcUrl: '"
            + HSQLDB
            + "', jdbcUser: 'SA', jdbcPassword: '', jdbcSchema: 'HR'},"
            + "{type: 'custom', name: 'shop', factory:"
            + " 'org.apache.calcite.adapter.java.ReflectiveSchema$Factory', operand: {class: '"
            + Shop.class.getName()
            + "'}}]}";
    Properties properties = new Properties();
    properties.setProperty("model", json);
    return properties;
  }

  static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  static List<String> rows(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet r = statement.executeQuery(sql)) {
      while (r.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= r.getMetaData().getColumnCount(); i++) {
          row.append(i == 1 ? "" : "|").append(r.getString(i));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  @Test
  void aJdbcSchemaIsABasis() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:lens:", model())) {
      execute(
          connection,
          "declare logical schema X { table Employee (empno int primary key, name varchar(20),"
              + " department varchar(20)) }",
          "declare lens for X over HR { view Employee as select empno, ename as name, dname as"
              + " department from emp left join dept using (deptno) }",
          "apply schema X");
      assertEquals(List.of("1|ADA|SALES"), rows(connection, "select * from X.Employee"));
      assertEquals(
          List.of("EMP|true"),
          rows(connection, "select anchor, updatable from lens.tables where logical_schema = 'X'"));
      assertEquals(
          List.of("empno|EMPNO", "name|ENAME", "department|DNAME"),
          rows(
              connection,
              "select logical_column, basis_column from lens.columns order by ordinal_position"));
    }
  }

  @Test
  void aCollectionIsABasisThatIsOnlyRead() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:lens:", model())) {
      assertEquals(List.of("2"), rows(connection, "select count(*) from shop.items"));
      execute(
          connection,
          "declare logical schema X { table Item (id int not null, label text) }",
          "declare lens for X over shop { view Item as select id, name as label from items }",
          "apply schema X");
      assertEquals(
          List.of("1|apple", "2|pear"), rows(connection, "select * from X.Item order by id"));
      SQLException fault =
          assertThrows(
              SQLException.class, () -> execute(connection, "insert into X.Item values (3, 'x')"));
      assertEquals("0A000", fault.getSQLState());
    }
  }

  @Test
  void withoutItsModelASchemaSaysWhyItCannotBeUsed() throws SQLException {
    String url = "jdbc:lens:" + directory.resolve("model");
    try (Connection connection = DriverManager.getConnection(url, model())) {
      execute(
          connection,
          "declare logical schema X { table Emp (empno int primary key, ename varchar(20)) }",
          "declare lens for X over HR { }",
          "apply schema X");
    }
    try (Connection connection = DriverManager.getConnection(url)) {
      SQLException fault =
          assertThrows(SQLException.class, () -> rows(connection, "select * from X.Emp"));
      assertTrue(fault.getMessage().contains("'HR' is not there"), fault.getMessage());
    }
    try (Connection connection = DriverManager.getConnection(url, model())) {
      assertEquals(List.of("1|ADA"), rows(connection, "select * from X.Emp"));
    }
  }

  @Test
  void tablesOfTheStoreAreMadeBesideTheModels() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:lens:", model())) {
      execute(
          connection,
          "declare schema Side using store(HR) { table Note (id int primary key, t varchar(9)) }",
          "apply schema Side");
      assertEquals(List.of(), rows(connection, "select * from Side.Note"));
    }
  }
}
