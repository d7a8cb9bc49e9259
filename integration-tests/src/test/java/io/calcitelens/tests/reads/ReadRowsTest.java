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

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reads give the rows that the store itself gives over views of the same bodies, whatever was left
 * out of them: with foreign keys that the store keeps, and over orphans, hidden rows and nulls.
 */
class ReadRowsTest {
  private static final int QUERIES = 80;

  private final String url =
      "jdbc:h2:mem:" + UUID.randomUUID() + ";CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsAreThoseOfTheStoresViews(boolean tied) throws SQLException {
    long seed = Long.getLong("reads.seed", new Random().nextLong());
    System.out.println("reads: " + (tied ? "tied" : "loose") + ", seed " + seed);
    try (Connection lens = DriverManager.getConnection("jdbc:lens:");
        Connection store = DriverManager.getConnection(url)) {
      deploy(lens, store, tied);
      fill(store, new Random(seed), tied);
      QueryGenerator queries = new QueryGenerator(seed);
      List<Executable> comparisons = new ArrayList<>();
      for (int i = 0; i < QUERIES; i++) {
        String query = queries.next();
        comparisons.add(() -> assertEquals(rows(store, query), rows(lens, query), query));
      }
      assertAll("seed " + seed, comparisons);
    } finally {
      try (Connection store = DriverManager.getConnection(url);
          Statement statement = store.createStatement()) {
        statement.execute("shutdown");
      }
    }
  }

  private void deploy(Connection lens, Connection store, boolean tied) throws SQLException {
    List<String> schema = ReadFiles.schema();
    try (Statement statement = lens.createStatement()) {
      for (String sql : schema) {
        String own =
            sql.startsWith("declare schema B ")
                ? sql.replace("schema B ", "schema B using jdbc('" + url + "', '', '') ")
                : sql;
        statement.execute(tied ? own : loose(own));
      }
    }
    try (Statement statement = store.createStatement()) {
      statement.execute("create schema X");
      statement.execute("set schema \"B\"");
      for (String view : views(schema)) {
        statement.execute("create view X." + view);
      }
      statement.execute("create view X.Sale as select * from Sale");
    }
  }

  /** Nothing refers to anything, and keys other than the primary ones may be null. */
  private static String loose(String sql) {
    return sql.replaceAll(" references \\w+\\(\\w+\\)", "")
        .replace("vin varchar(17) not null", "vin varchar(17)")
        .replace("model int not null", "model int")
        .replace("name varchar(20) not null", "name varchar(20)");
  }

  private static List<String> views(List<String> schema) {
    String lens = schema.stream().filter(s -> s.startsWith("declare lens")).findAny().orElseThrow();
    String bodies = lens.substring(lens.indexOf('{') + 1, lens.lastIndexOf('}'));
    List<String> views = new ArrayList<>();
    for (String view : bodies.split(";")) {
      if (!view.isBlank()) {
        views.add(view.strip().substring("view ".length()));
      }
    }
    return views;
  }

  private static void fill(Connection store, Random random, boolean tied) throws SQLException {
    try (Statement statement = store.createStatement()) {
      for (int i = 1; i <= 4; i++) {
        insert(statement, "Maker", i, "'maker" + i % 3 + "'", "'c" + i % 2 + "'");
      }
      for (int i = 1; i <= 8; i++) {
        insert(statement, "Model", i, "'model" + i % 5 + "'", 1 + random.nextInt(tied ? 4 : 6));
        insert(
            statement, "Person", i, "'name" + i % 6 + "'", orNull(random, "'city" + i % 3 + "'"));
      }
      for (int i = 1; i <= (tied ? 8 : 12); i++) {
        for (String kind : new String[] {"'home'", "'work'"}) {
          if (random.nextBoolean()) {
            insert(statement, "Address", i, kind, orNull(random, "'street" + i % 4 + "'"));
          }
        }
      }
      for (int i = 1; i <= 20; i++) {
        insert(
            statement,
            "Car",
            i,
            tied ? "'vin" + i + "'" : orNull(random, "'vin" + i + "'"),
            orNull(random, random.nextInt(9)),
            tied ? 1 + random.nextInt(8) : orNull(random, 1 + random.nextInt(10)),
            orNull(random, 1 + random.nextInt(tied ? 8 : 12)));
      }
      for (int i = 1; i <= (tied ? 20 : 30); i++) {
        if (random.nextBoolean()) {
          insert(statement, "Engine", i, random.nextInt(12), orNull(random, "'f" + i % 3 + "'"));
        }
        if (random.nextBoolean()) {
          insert(statement, "Note", i, orNull(random, "'text" + i % 4 + "'"));
        }
        int car = 1 + random.nextInt(tied ? 20 : 30);
        insert(statement, "Sale", i, car, "date '2024-01-0" + (1 + i % 9) + "'", i % 7);
      }
    }
  }

  private static Object orNull(Random random, Object value) {
    return random.nextInt(4) == 0 ? "null" : value;
  }

  private static void insert(Statement statement, String table, Object... values)
      throws SQLException {
    List<String> cells = new ArrayList<>();
    for (Object value : values) {
      cells.add(value.toString());
    }
    statement.execute("insert into " + table + " values (" + String.join(", ", cells) + ")");
  }

  private static List<String> rows(Connection connection, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      int count = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
          cells.add(cell(result.getObject(i)));
        }
        rows.add(String.join("|", cells));
      }
    }
    return query.contains(" order by ")
        ? rows
        : rows.stream().sorted().collect(Collectors.toList());
  }

  private static String cell(Object value) {
    return value instanceof Number
        ? new BigDecimal(value.toString()).stripTrailingZeros().toPlainString()
        : String.valueOf(value);
  }
}
