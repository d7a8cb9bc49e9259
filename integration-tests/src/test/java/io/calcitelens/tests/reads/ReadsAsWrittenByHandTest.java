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
package io.calcitelens.tests.reads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.calcitelens.tests.reads.ReadFiles.Pair;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The plan of a read through a lens is that of the query that one would write over the basis. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadsAsWrittenByHandTest {
  private Connection connection;

  @BeforeAll
  void deploy() throws SQLException {
    connection = DriverManager.getConnection("jdbc:lens:");
    try (Statement statement = connection.createStatement()) {
      for (String sql : ReadFiles.schema()) {
        statement.execute(sql);
      }
    }
  }

  @AfterAll
  void close() throws SQLException {
    connection.close();
  }

  static List<Pair> pairs() {
    return ReadFiles.pairs();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void plansAreEqual(Pair pair) throws SQLException {
    String plan = plan(pair.lens());
    assertEquals(plan(pair.hand()), plan);
    assertEquals(1, plan.split("StoreToEnumerableConverter", -1).length - 1, plan);
  }

  private String plan(String query) throws SQLException {
    StringBuilder plan = new StringBuilder();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("explain plan for " + query)) {
      while (rows.next()) {
        plan.append(rows.getString(1)).append('\n');
      }
    }
    return plan.toString();
  }
}
