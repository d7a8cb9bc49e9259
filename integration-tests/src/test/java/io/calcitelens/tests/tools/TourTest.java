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
package io.calcitelens.tests.tools;

import static io.calcitelens.tests.tools.CommandLineRun.rows;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tours run, and leave in the stores what their texts say. */
class TourTest {
  @Test
  void tourLeavesTheStoreAsItSays() throws SQLException {
    String url = "jdbc:lens:mem:tour";
    try (Connection connection = DriverManager.getConnection(url)) {
      run(url, "docs/tour.sql");
      assertEquals(
          List.of("1|Lutetia|FR", "2|Oslo|NO", "3|Bergen|NO"),
          rows(connection, "select * from Store.CITY order by city_no"));
      assertEquals(
          List.of("10|Ada|1|tour", "11|Robert|1|tour", "12|Cyd|1|tour"),
          rows(connection, "select * from Store.CUST order by cust_no"));
      assertEquals(
          List.of("10|FR14 2004|5", "11|NO93 8601|5", "12|null|1"),
          rows(connection, "select * from Store.CUST_PAY order by cust_no"));
      assertEquals(
          List.of("10|Ada, Lutetia|5000", "11|Robert, Lutetia|5000", "12|Cyd, Lutetia|1000"),
          rows(connection, "select id, label, creditLimit from Shop.Customer order by id"));
    }
  }

  @Test
  void samplesAreCopiedAndWrittenThroughDesigns() throws SQLException {
    String model = CommandLineRun.ROOT.resolve("docs/samples.json").toString();
    String url = "jdbc:lens:mem:samples;model=" + model;
    try (Connection connection = DriverManager.getConnection(url)) {
      run(url, "docs/samples.sql");
      employees(connection);
      customers(connection);
      products(connection);
    }
  }

  private static void employees(Connection connection) throws SQLException {
    assertEquals(
        List.of(
            "10|ACCOUNTING|AUSTIN",
            "20|RESEARCH|DALLAS",
            "30|SALES|CHICAGO",
            "40|OPERATIONS|BOSTON",
            "50|DATA|SAN JOSE"),
        rows(connection, "select * from Hr.DEPT order by DEPTNO"));
    assertEquals(
        List.of("14|10000.00"),
        rows(
            connection,
            "select (select count(*) from Hr.EMP), sum(SAL) from Hr.EMP where DEPTNO = 30"));
    assertEquals(
        List.of("7788|SCOTT|3000.00|50", "7950|CODD|3500.00|50"),
        rows(
            connection,
            "select EMPNO, ENAME, SAL, DEPTNO from Hr.EMP where DEPTNO = 50 order by EMPNO"));
    assertEquals(List.of(), rows(connection, "select EMPNO from Hr.EMP where ENAME = 'MILLER'"));
  }

  private static void customers(Connection connection) throws SQLException {
    assertEquals(
        List.of("55|55"),
        rows(
            connection,
            "select (select count(*) from Crm.person), (select count(*) from Crm.address)"));
    assertEquals(
        List.of("60|Codd|null|Fortuneswell|false"),
        rows(
            connection,
            "select p.id, p.last_name, p.email, a.city, a.checked from Crm.person as p"
                + " join Crm.address as a on a.person_id = p.id where p.id = 60"));
    assertEquals(
        List.of("2"),
        rows(
            connection,
            "select count(*) from Crm.person as p join Crm.address as a on a.person_id = p.id"
                + " where a.city = 'Praha' and p.email is null"));
  }

  private static void products(Connection connection) throws SQLException {
    assertEquals(
        List.of("86837"), rows(connection, "select count(*) from Warehouse.sales_fact_1997"));
    assertEquals(
        List.of("1517|111"),
        rows(
            connection,
            "select (select count(*) from Warehouse.product),"
                + " (select count(*) from Warehouse.product_class)"));
    assertEquals(
        List.of("1|111|5.7000", "1561|111|3.5000"),
        rows(
            connection,
            "select product_id, product_class_id, srp from Warehouse.product"
                + " where product_id in (1, 1561) order by product_id"));
    assertEquals(
        List.of("111|Relish|Condiments|null|null"),
        rows(connection, "select * from Warehouse.product_class where product_class_id = 111"));
    assertEquals(
        List.of("15", "0"),
        rows(
            connection,
            "select count(*) from Catalog.Product where category = 'Cool Drinks'"
                + " union all select count(*) from Catalog.Product where category = 'Drinks'"));
  }

  private static void run(String url, String script) {
    String file = CommandLineRun.ROOT.resolve(script).toString();
    CommandLineRun run = CommandLineRun.of("run", "-u", url, file);
    assertEquals("", run.err());
    assertEquals(0, run.status());
    assertTrue(run.out().contains("row"), run.out());
  }
}
