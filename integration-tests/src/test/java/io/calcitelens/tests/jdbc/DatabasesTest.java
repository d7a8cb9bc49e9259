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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a URL opens (T1), and what of it lasts. */
class DatabasesTest {
  @TempDir Path folder;

  @Test
  void emptyNameIsPrivate() throws SQLException {
    try (Connection one = DriverManager.getConnection("jdbc:lens:");
        Connection two = DriverManager.getConnection("jdbc:lens:")) {
      Lenses.deploy(one);
      assertThrows(SQLException.class, () -> Lenses.rows(two, "select * from X.T"));
    }
  }

  @Test
  void memIsSharedWhileOpen() throws SQLException {
    String url = "jdbc:lens:mem:" + UUID.randomUUID();
    try (Connection one = DriverManager.getConnection(url)) {
      Lenses.deploy(one);
      try (Connection two = DriverManager.getConnection(url)) {
        Lenses.run(two, "insert into X.T values (1, 'a', 1)");
      }
      assertEquals(List.of("1|a|1"), Lenses.rows(one, "select * from X.T"));
    }
    try (Connection again = DriverManager.getConnection(url)) {
      assertThrows(SQLException.class, () -> Lenses.rows(again, "select * from X.T"));
    }
  }

  @Test
  void fileLasts() throws SQLException {
    String url = "jdbc:lens:" + folder.resolve("db");
    try (Connection one = DriverManager.getConnection(url)) {
      Lenses.deploy(one);
      Lenses.run(
          one,
          "insert into X.T values (1, 'a', 1)",
          "create table plain (id int primary key)",
          "insert into plain values (7)",
          "create view seven as select id from plain",
          "declare logical schema Later { table T (id int primary key, a varchar(10)); }");
    }
    try (Connection again = DriverManager.getConnection(url)) {
      assertEquals(List.of("1|a|1"), Lenses.rows(again, "select * from X.T"));
      assertEquals(List.of("7"), Lenses.rows(again, "select * from seven"));
      Lenses.run(
          again,
          "insert into X.T values (2, 'b', 2)",
          "declare lens for Later over Y { view T as select id, a from A; }",
          "apply schema Later");
      assertEquals(List.of("1", "2"), Lenses.rows(again, "select id from Later.T order by id"));
      SQLException e =
          assertThrows(
              SQLException.class, () -> Lenses.run(again, "insert into X.T values (3, 'c', -1)"));
      assertEquals("23514", e.getSQLState());
    }
  }

  @Test
  void propertiesBelongToTheConnection() throws SQLException {
    String url = "jdbc:lens:mem:" + UUID.randomUUID();
    try (Connection one = DriverManager.getConnection(url);
        Connection two = DriverManager.getConnection(url + ";schema=X")) {
      Lenses.deploy(one);
      Lenses.run(one, "insert into X.T values (1, 'a', 1)");
      assertEquals(List.of("1|a|1"), Lenses.rows(two, "select * from T"));
    }
    try (Connection mysql = DriverManager.getConnection("jdbc:lens:quoting=BACK_TICK")) {
      assertEquals(List.of("1"), Lenses.rows(mysql, "select `x` from (values (1)) as v(`x`)"));
    }
  }

  @Test
  void wrongFileIsRefused() throws Exception {
    Path text = folder.resolve("x.mv.db");
    Files.writeString(text, "this is no database");
    SQLException e =
        assertThrows(
            SQLException.class,
            () -> DriverManager.getConnection("jdbc:lens:" + folder.resolve("x")));
    assertTrue(e.getMessage().contains("lens."), e.getMessage());
  }

  @Test
  void wrongModelIsRefused() throws Exception {
    Path model = folder.resolve("model.json");
    Files.writeString(model, "{ not json");
    SQLException e =
        assertThrows(
            SQLException.class, () -> DriverManager.getConnection("jdbc:lens:model=" + model));
    assertTrue(e.getMessage().contains("model.json"), e.getMessage());
    assertThrows(
        SQLException.class,
        () -> DriverManager.getConnection("jdbc:lens:model=" + folder.resolve("none.json")));
  }

  @Test
  void schemaOfAModelIsABasis() throws Exception {
    String h2 = "jdbc:h2:mem:" + UUID.randomUUID();
    try (Connection store = DriverManager.getConnection(h2 + ";DB_CLOSE_DELAY=-1", "sa", "")) {
      Lenses.run(
          store,
          "create table DEPT (DEPTNO int primary key, DNAME varchar(14))",
          "create table EMP (EMPNO int primary key, ENAME varchar(10),"
              + " DEPTNO int not null references DEPT (DEPTNO))",
          "insert into DEPT values (10, 'ACCOUNTING'), (20, 'RESEARCH')",
          "insert into EMP values (7369, 'SMITH', 20), (7782, 'CLARK', 10)");
      Path model = folder.resolve("model.json");
      Files.writeString(
          model,
          "{ version: '1.0', defaultSchema: 'S', schemas: [ { type: 'jdbc', name: 'S',"
              + " jdbcDriver: 'org.h2.Driver', jdbcUrl: '"
              + h2
              + "', jdbcUser: 'sa', jdbcPassword: '', jdbcSchema: 'PUBLIC' } ] }");
      try (Connection connection = DriverManager.getConnection("jdbc:lens:model=" + model)) {
        overModel(connection);
      }
      assertEquals(
          List.of("7369|SMITH|20", "7900|JAMES|30"),
          Lenses.rows(store, "select * from EMP order by EMPNO"));
      assertEquals(
          List.of("10|ACCOUNTING", "20|LABS", "30|SALES"),
          Lenses.rows(store, "select * from DEPT order by DEPTNO"));
    }
  }

  private static void overModel(Connection connection) throws SQLException {
    assertEquals(2, Lenses.rows(connection, "select * from S.EMP").size());
    Lenses.run(
        connection,
        "declare logical schema X { table Employee (id int primary key, name varchar(10),"
            + " dept int not null, dname varchar(14)); }",
        "declare lens for X over S { view Employee as select EMPNO as id, ENAME as name,"
            + " EMP.DEPTNO as dept, DNAME as dname from EMP join DEPT on EMP.DEPTNO = DEPT.DEPTNO; }",
        "apply schema X");
    assertEquals(
        List.of("7369|SMITH|20|RESEARCH", "7782|CLARK|10|ACCOUNTING"),
        Lenses.rows(connection, "select * from X.Employee order by id"));
    assertEquals(
        1,
        Lenses.update(
            connection,
            "insert into X.Employee (id, name, dept, dname) values (7900, 'JAMES', 30, 'SALES')"));
    assertEquals(
        1, Lenses.update(connection, "update X.Employee set dname = 'LABS' where id = 7369"));
    assertEquals(1, Lenses.update(connection, "delete from X.Employee where name = 'CLARK'"));
  }

  @Test
  void plainCalciteWritesThroughLenses() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("parserFactory", "io.calcitelens.ddl.LensDdlExecutor#PARSER_FACTORY");
    properties.setProperty("caseSensitive", "false");
    properties.setProperty("unquotedCasing", "UNCHANGED");
    try (Connection connection = DriverManager.getConnection("jdbc:calcite:", properties)) {
      Lenses.deploy(connection);
      assertEquals(2, Lenses.update(connection, "insert into X.T values (1, 'a', 1), (2, 'b', 2)"));
      assertEquals(1, Lenses.update(connection, "update X.T set n = n + 1, a = 'z' where id = 1"));
      assertEquals(1, Lenses.update(connection, "delete from X.T where id = 2"));
      assertEquals(List.of("1|z|2"), Lenses.rows(connection, "select * from X.T"));
      assertEquals(List.of("1|2"), Lenses.rows(connection, "select * from Y.B"));
    }
  }
}
