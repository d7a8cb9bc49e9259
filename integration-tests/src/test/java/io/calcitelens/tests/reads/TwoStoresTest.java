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

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A read of two stores asks each of them once, for what it needs alone. */
class TwoStoresTest {
  @Test
  void aKeyIsAskedOfBothStores() throws SQLException {
    String other = " using jdbc('jdbc:hsqldb:mem:" + UUID.randomUUID() + "', 'SA', '')";
    try (Connection connection = DriverManager.getConnection("jdbc:lens:");
        Statement statement = connection.createStatement()) {
      for (String sql :
          new String[] {
            "declare schema B { table A (id int primary key, a int, x int);"
                + " table C (id int primary key, c int, y int)"
                + other
                + "; }",
            "apply schema B",
            "declare logical schema X { table T (id int primary key, a int, c int); }",
            "declare lens for X over B { view T as select A.id, a, c from A join C on A.id = C.id; }",
            "apply schema X"
          }) {
        statement.execute(sql);
      }
      StringBuilder plan = new StringBuilder();
      try (ResultSet rows =
          statement.executeQuery("explain plan for select a, c from X.T where id = 3")) {
        while (rows.next()) {
          plan.append(rows.getString(1)).append('\n');
        }
      }
      assertEquals(2, occurrences(plan, "StoreToEnumerableConverter"), plan::toString);
      assertEquals(2, occurrences(plan, "condition=[=($0, 3)]"), plan::toString);
    }
  }

  private static int occurrences(CharSequence text, String part) {
    return text.toString().split(java.util.regex.Pattern.quote(part), -1).length - 1;
  }
}
