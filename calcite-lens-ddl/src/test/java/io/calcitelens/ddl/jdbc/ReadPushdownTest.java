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
package io.calcitelens.ddl.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lens over tables of one store is read with one statement, as the hand-written query is. */
class ReadPushdownTest {
  private Connection connection;

  @BeforeEach
  void deploy() throws SQLException {
    connection = DriverManager.getConnection("jdbc:lens:");
    try (Statement statement = connection.createStatement()) {
      for (String sql :
          new String[] {
            "declare schema B { table A (id int primary key, a varchar(20));"
                + " table C (id int primary key, c int); }",
            "apply schema B",
            "declare logical schema X { table T (id int primary key, a varchar(20), c int); }",
            "declare lens for X over B {"
                + " view T as select A.id, a, c from A join C on A.id = C.id; }",
            "apply schema X"
          }) {
        statement.execute(sql);
      }
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select a from X.T where id = 7",
        "select * from X.T where id in (select id from X.T where c > 3)",
        "select count(*) from X.T",
        "select a, sum(c) from X.T group by a order by 2 desc limit 3",
        "select distinct id from X.T",
        "select * from X.T t where exists (select 1 from B.A where A.id = t.c)",
        "select * from X.T where c = (select max(c) from X.T)",
        "select x.a, y.a from X.T x join X.T y on x.c = y.id where y.a like 'b%'",
        "select upper(a), c * 2 from X.T where c between 1 and 5 order by a",
        "delete from X.T where c in (select id from B.A)",
        "update X.T set c = (select count(*) from B.A) where a is null"
      })
  void oneStatementGoesToTheStore(String sql) throws SQLException {
    StringBuilder plan = new StringBuilder();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("explain plan for " + sql)) {
      while (rows.next()) {
        plan.append(rows.getString(1)).append('\n');
      }
    }
    int converters = plan.toString().split("StoreToEnumerableConverter", -1).length - 1;
    // A write that the store does by itself brings no rows here.
    assertEquals(plan.indexOf("in store:") < 0 ? 1 : 0, converters, plan::toString);
    assertEquals(-1, plan.indexOf("EnumerableHashJoin"), plan::toString);
    assertEquals(-1, plan.indexOf("EnumerableCalc"), plan::toString);
  }
}
