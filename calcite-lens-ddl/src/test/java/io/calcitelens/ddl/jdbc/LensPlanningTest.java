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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.jdbc.JdbcBasisTable;
import io.calcitelens.adapters.jdbc.JdbcSchemaReader;
import io.calcitelens.adapters.jdbc.JdbcStore;
import io.calcitelens.adapters.jdbc.StoredSchema;
import io.calcitelens.adapters.transaction.LocalTransaction;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.rules.CaptureHome;
import io.calcitelens.rules.CompiledQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.apache.calcite.DataContext;
import org.apache.calcite.DataContexts;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.sql.validate.SqlValidator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries over tables of a store. */
class LensPlanningTest {
  private JdbcStore store;
  private LensPlanning planning;

  @BeforeEach
  void open() throws SQLException {
    store = JdbcStore.ownMemory("planning");
    try (Connection connection = store.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create schema S");
      statement.execute("create table S.\"Emp\" (id int primary key, name varchar(20), boss int)");
      statement.execute("create table S.\"Code\" (c char(5), d char(3))");
      statement.execute("insert into S.\"Code\" values ('ab', 'ab')");
      statement.execute(
          "insert into S.\"Emp\" values (1, 'Ann', null), (2, 'Bob', 1), (3, 'Cyd', 1)");
    }
    CalciteSchema root = CalciteSchema.createRootSchema(false, false);
    CalciteSchema schema = root.add("s", new AbstractSchema());
    for (JdbcBasisTable table : JdbcSchemaReader.read(store, StoredSchema.of("S"))) {
      schema.add(table.id().name(), table);
    }
    Properties properties = DatabaseUrl.parse("jdbc:lens:", new Properties()).properties();
    planning =
        new LensPlanning(
            root,
            1,
            List.of("s"),
            new CalciteConnectionConfigImpl(properties),
            LensTypes.newFactory(),
            CaptureHome.AUTO);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private List<List<Object>> rows(CompiledQuery query, Object... parameters) {
    try (LensTransaction transaction = LocalTransaction.begin(SessionOptions.READ_ONLY)) {
      DataContext context =
          DataContexts.of(
              name ->
                  name.equals(LensTransaction.VARIABLE)
                      ? transaction
                      : name.startsWith("?")
                          ? parameters[Integer.parseInt(name.substring(1))]
                          : null);
      return query.rows(context).toList().stream().map(Arrays::asList).toList();
    }
  }

  private CompiledQuery compile(String sql) {
    return planning.compile(planning.convert(planning.parseQuery(sql)));
  }

  @Test
  void rowsAreArraysWhateverTheirWidth() {
    assertEquals(List.of(List.of("Ann")), rows(compile("select name from emp where id = 1")));
    assertEquals(
        List.of(List.of("Bob", 2), List.of("Cyd", 3)),
        rows(compile("select name, id from emp where boss = 1 order by id")));
  }

  @Test
  void aQueryOfOneStoreIsOneStatementThere() {
    String plan =
        compile(
                "select b.name, e.id * 2 from emp e join emp b on b.id = e.boss"
                    + " where e.id + 1 > 2 order by 2")
            .plan();
    assertTrue(plan.startsWith("StoreToEnumerableConverter"), plan);
  }

  @Test
  void parametersAreTyped() {
    SqlValidator validator = planning.newValidator();
    RelRoot root =
        planning.convert(planning.parseQuery("select id from emp where name = ?"), validator);
    assertEquals(List.of(List.of(2)), rows(planning.compile(root), "Bob"));
  }

  @Test
  void oneClusterServesSeveralQueries() {
    RelOptCluster cluster = planning.newCluster();
    for (String sql : List.of("select id from emp", "select name from emp")) {
      SqlValidator validator = planning.newValidator();
      CompiledQuery query =
          planning.compile(
              planning
                  .newConverter(validator, cluster)
                  .convertQuery(planning.parseQuery(sql), true, true)
                  .project());
      assertEquals(3, rows(query).size());
    }
  }

  @Test
  void subQueriesAreExpanded() {
    assertEquals(
        List.of(List.of("Ann")),
        rows(
            compile(
                "select name from emp e where exists (select 1 from emp x where x.boss = e.id)"
                    + " and id not in (select id from emp where boss is not null)")));
  }

  @Test
  void overflowIsNoSilentWrap() {
    LensException e =
        assertThrows(
            LensException.class,
            () ->
                ErrorTranslation.translating(
                    () -> rows(compile("select x + 2147483647 from (values 1) as t(x)"))));
    assertEquals(LensCode.OUT_OF_RANGE, e.code());
    LensException inStore =
        assertThrows(
            LensException.class,
            () ->
                ErrorTranslation.translating(
                    () -> rows(compile("select id + 2147483647 from emp"))));
    assertEquals(LensCode.OUT_OF_RANGE, inStore.code());
  }

  @Test
  void textsKeepTheirLength() {
    assertEquals(
        List.of(List.of("a"), List.of("bcd")),
        rows(compile("select x from (values 'a', 'bcd') as t(x)")));
  }

  @Test
  void textsOfFixedLengthAreComparedPadded() {
    for (String condition :
        List.of("c = 'ab'", "c in ('ab', 'xyzq')", "c = d", "c between 'aa' and 'abc'")) {
      assertEquals(1, rows(compile("select 1 from code where " + condition)).size(), condition);
    }
    assertEquals(0, rows(compile("select 1 from code where c not in ('ab', 'xyzq')")).size());
  }
}
