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
package io.calcitelens.adapters.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.calcite.jdbc.CalciteConnection;
import org.apache.calcite.runtime.Hook;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reading through a plain Calcite connection: what is sent, and what comes back. */
class BasisReadTest {
  private static final String[] TABLES = {
    "create table \"sales\".\"dept\" (\"id\" integer not null primary key, \"name\" varchar(20))",
    "create table \"sales\".\"emp\" (\"id\" integer not null primary key, \"dept\" integer,"
        + " \"name\" varchar(20), \"pay\" decimal(10, 2), \"born\" date, \"seen\" timestamp(3),"
        + " \"at\" time, \"ok\" boolean)",
    "insert into \"sales\".\"dept\" values (1, 'R\u00e4t''s'), (2, 'two'), (3, null)",
    "insert into \"sales\".\"emp\" values"
        + " (10, 1, 'ann', 100.50, date '1970-01-02', timestamp '2020-02-29 23:59:59.123',"
        + " time '12:34:56', true),"
        + " (11, 2, 'bob', 50, date '1960-12-31', null, null, false),"
        + " (12, null, null, null, null, null, null, null)"
  };

  private static final class Session implements AutoCloseable {
    final StoreFixture fixture;
    final Connection connection;
    final List<String> sent = new ArrayList<>();
    final Hook.Closeable hook =
        Hook.QUERY_PLAN.addThread((java.util.function.Consumer<String>) sent::add);

    Session(Products product) throws SQLException {
      fixture = new StoreFixture(product).run(TABLES);
      final Properties properties = new Properties();
      properties.setProperty("caseSensitive", "false");
      properties.setProperty("unquotedCasing", "UNCHANGED");
      connection = DriverManager.getConnection("jdbc:calcite:", properties);
      final SchemaPlus root = connection.unwrap(CalciteConnection.class).getRootSchema();
      final SchemaPlus schema = root.add("s", new AbstractSchema());
      final SchemaPlus other = root.add("o", new AbstractSchema());
      for (JdbcBasisTable table : fixture.tables()) {
        schema.add(table.id().name(), table);
        other.add(table.id().name(), table);
      }
    }

    List<String> rows(String sql, Object... parameters) throws SQLException {
      sent.clear();
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < parameters.length; i++) {
          statement.setObject(i + 1, parameters[i]);
        }
        return rows(statement.executeQuery());
      }
    }

    private static List<String> rows(ResultSet r) throws SQLException {
      final List<String> rows = new ArrayList<>();
      while (r.next()) {
        final List<String> row = new ArrayList<>();
        for (int i = 1; i <= r.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(r.getObject(i)));
        }
        rows.add(String.join(",", row));
      }
      return rows;
    }

    /** One statement was sent, and it says all of this. */
    void sentOne(String... parts) {
      assertEquals(1, sent.size(), () -> String.join("\n--\n", sent));
      for (String part : parts) {
        assertTrue(sent.get(0).contains(part), () -> part + " in " + sent.get(0));
      }
    }

    @Override
    public void close() throws SQLException {
      hook.close();
      connection.close();
      fixture.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void filterAndProjectionGoToTheStore(Products product) throws SQLException {
    try (Session s = new Session(product)) {
      assertEquals(
          List.of("ann"), s.rows("select name from s.emp where pay > 60 and name like 'a%'"));
      s.sentOne("WHERE", "\"pay\" >", "LIKE 'a%'", "FROM \"sales\".\"emp\"");
      assertEquals(List.of("1"), s.rows("select id from s.dept where name = 'R\u00e4t''s'"));
      s.sentOne("'R\u00e4t''s'");
      assertFalse(s.sent.get(0).contains("_"), s.sent.get(0));
    }
  }

  @ParameterizedTest
  @EnumSource
  void allColumnsComeBackAsTheyAre(Products product) throws SQLException {
    try (Session s = new Session(product)) {
      assertEquals(
          List.of(
              "10,1,ann,100.50,1970-01-02,2020-02-29 23:59:59.123,12:34:56,true",
              "11,2,bob,50.00,1960-12-31,null,null,false",
              "12,null,null,null,null,null,null,null"),
          s.rows("select * from s.emp order by id"));
      s.sentOne("ORDER BY");
      assertFalse(s.sent.get(0).contains("*"), s.sent.get(0));
    }
  }

  @ParameterizedTest
  @EnumSource
  void joinsOfTwoSchemasOfOneStoreAreOneStatement(Products product) throws SQLException {
    try (Session s = new Session(product)) {
      assertEquals(
          List.of("ann,R\u00e4t's", "bob,two", "null,null"),
          s.rows(
              "select e.name, d.name from s.emp e left join o.dept d on e.dept = d.id"
                  + " order by e.id"));
      s.sentOne("LEFT JOIN");
      assertEquals(
          List.of("10,1,1,2", "11,2,2,2"),
          s.rows(
              "select e.id, d.id, f.id, 2 from s.emp e join s.dept d on e.dept = d.id"
                  + " left join (s.dept f join s.emp g on f.id = g.dept) on f.id = d.id"
                  + " where f.id is null or g.id > 0 order by 1"));
      s.sentOne("JOIN");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aggregatesGoToTheStore(Products product) throws SQLException {
    try (Session s = new Session(product)) {
      assertEquals(
          List.of("3,150.50,10,12"),
          s.rows("select count(*), sum(pay), min(id), max(id) from s.emp"));
      s.sentOne("SUM(\"pay\")");
      assertEquals(
          List.of("null,1", "1,1", "2,1"),
          s.rows("select dept, count(*) from s.emp group by dept order by dept nulls first"));
      s.sentOne("GROUP BY");
      assertEquals(List.of("3"), s.rows("select count(*) from s.emp"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void nullsSortAsCalciteSays(Products product) throws SQLException {
    try (Session s = new Session(product)) {
      assertEquals(List.of("1", "2", "null"), s.rows("select dept from s.emp order by dept"));
      s.sentOne("NULLS LAST");
      assertEquals(List.of("null", "2", "1"), s.rows("select dept from s.emp order by dept desc"));
      assertEquals(
          List.of("null", "1"), s.rows("select dept from s.emp order by dept nulls first limit 2"));
      assertEquals(List.of("2"), s.rows("select dept from s.emp order by id limit 1 offset 1"));
      assertEquals(
          List.of("2"), s.rows("select dept from s.emp order by id limit ? offset ?", 1, 1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theOrderOfAHiddenColumnIsKept(Products product) throws SQLException {
    try (Session s = new Session(product)) {
      assertEquals(
          List.of("null,7", "bob,7", "ann,7"),
          s.rows("select name, 7 from s.emp order by id desc"));
      assertEquals(
          List.of("two", "R\u00e4t's"),
          s.rows("select d.name from s.emp e join s.dept d on e.dept = d.id order by e.id desc"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void parametersOfEveryTypeGoToTheStore(Products product) throws SQLException {
    try (Session s = new Session(product)) {
      final String sql = "select id from s.emp where ";
      assertEquals(List.of("11"), s.rows(sql + "id = ?", 11));
      s.sentOne("\"id\" = ?");
      assertEquals(List.of("10"), s.rows(sql + "name = ?", "ann"));
      assertEquals(List.of(), s.rows(sql + "name = ?", "ann is too long for the column"));
      assertEquals(List.of("10"), s.rows(sql + "pay > ?", new BigDecimal("99.99")));
      assertEquals(List.of("11"), s.rows(sql + "born < ?", Date.valueOf("1965-01-01")));
      s.sentOne("\"born\" < ?");
      assertEquals(
          List.of("10"), s.rows(sql + "seen = ?", Timestamp.valueOf("2020-02-29 23:59:59.123")));
      s.sentOne("\"seen\" = ?");
      assertEquals(List.of("10"), s.rows(sql + "\"at\" = ?", Time.valueOf("12:34:56")));
      assertEquals(List.of("11"), s.rows(sql + "ok = ?", false));
      assertEquals(List.of(), s.rows(sql + "name = ?", (Object) null));
      assertEquals(
          List.of("5,10"), s.rows("select cast(? as integer), id from s.emp where id = 10", 5));
      assertEquals(List.of("17"), s.rows("select id + ? from s.emp where id = 10", 7));
    }
  }

  @ParameterizedTest
  @EnumSource
  void literalsOfEveryTypeGoToTheStore(Products product) throws SQLException {
    try (Session s = new Session(product)) {
      final String sql = "select id from s.emp where ";
      assertEquals(List.of("11"), s.rows(sql + "born = date '1960-12-31'"));
      s.sentOne("DATE '1960-12-31'");
      assertEquals(List.of("10"), s.rows(sql + "seen > timestamp '2020-02-29 23:59:59.122'"));
      s.sentOne("TIMESTAMP '2020-02-29 23:59:59.122'");
      assertEquals(List.of("10"), s.rows(sql + "\"at\" = time '12:34:56'"));
      assertEquals(List.of("10"), s.rows(sql + "ok"));
      assertEquals(List.of("10", "12"), s.rows(sql + "ok is not false order by id"));
      assertEquals(List.of("10"), s.rows(sql + "pay between 100.5 and 101"));
      assertEquals(
          List.of("10", "11"), s.rows(sql + "name in ('ann', 'bob', '\u03a9') order by id"));
      s.sentOne("WHERE");
      assertEquals(
          List.of("100.50", "0.00", "0.00"),
          s.rows("select case when dept = 1 then pay else 0 end from s.emp order by id"));
      s.sentOne("CASE");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatStoresComputeOtherwiseIsComputedHere(Products product) throws SQLException {
    try (Session s = new Session(product)) {
      assertEquals(
          List.of("100,ann"),
          s.rows("select cast(pay as integer), name from s.emp where substring(name, 0) = 'ann'"));
      assertFalse(s.sent.get(0).contains("SUBSTRING"), s.sent.get(0));
      assertFalse(s.sent.get(0).contains("CAST"), s.sent.get(0));
      assertEquals(List.of(), s.rows("select id from s.emp where name like 'a\\_n'"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void subqueriesGiveTheRightRows(Products product) throws SQLException {
    try (Session s = new Session(product)) {
      assertEquals(
          List.of("3"),
          s.rows(
              "select id from s.dept d where not exists"
                  + " (select 1 from s.emp e where e.dept = d.id)"));
      assertEquals(
          List.of("1,10", "2,11", "3,null"),
          s.rows(
              "select d.id, (select max(e.id) from s.emp e where e.dept = d.id) from s.dept d"
                  + " order by 1"));
      assertEquals(
          List.of("10"),
          s.rows(
              "select id from s.emp where dept in (select id from s.dept where name like 'R%')"));
      assertEquals(
          List.of("1,10", "2,11"),
          s.rows(
              "select d.id, x.id from s.dept d, lateral (select e.id from s.emp e"
                  + " where e.dept = d.id order by e.pay desc limit 1) x order by 1"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void setOperationsKeepColumnsInPlace(Products product) throws SQLException {
    try (Session s = new Session(product)) {
      assertEquals(
          List.of("1", "2", "3", "10"),
          s.rows("select id from s.dept union select id from s.emp where id = 10 order by 1"));
      assertEquals(
          List.of("3"),
          s.rows("select id from s.dept except select dept from s.emp where dept is not null"));
      assertEquals(
          List.of("1", "1"),
          s.rows(
              "select id from s.dept where id = 1 union all select dept from s.emp where dept = 1"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void connectionsGoBackAfterReading(Products product) throws SQLException {
    try (Session s = new Session(product)) {
      // More reads than the pool has connections.
      try (PreparedStatement statement = s.connection.prepareStatement("select name from s.emp")) {
        for (int i = 0; i < 100; i++) {
          try (ResultSet r = statement.executeQuery()) {
            assertTrue(r.next());
          }
        }
      }
    }
  }
}
