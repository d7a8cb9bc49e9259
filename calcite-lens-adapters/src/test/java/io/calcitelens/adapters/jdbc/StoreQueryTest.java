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

import static io.calcitelens.adapters.jdbc.StoreFixture.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.transaction.LocalTransaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Queries of a plan run in the transaction of their statement. */
class StoreQueryTest {
  private static final String[] TABLES = {
    "create table \"sales\".\"t\" (\"a\" integer primary key)",
    "insert into \"sales\".\"t\" values (1)"
  };

  private record Variables(Map<String, Object> values) implements DataContext {
    @Override
    public SchemaPlus getRootSchema() {
      return null;
    }

    @Override
    public JavaTypeFactory getTypeFactory() {
      return LensTypes.FACTORY;
    }

    @Override
    public QueryProvider getQueryProvider() {
      return null;
    }

    @Override
    public Object get(String name) {
      return values.get(name);
    }
  }

  private static StoreQuery query(StoreFixture fixture) {
    final StoreStatement statement =
        new StoreStatement(
            "select \"a\" from \"sales\".\"t\" order by \"a\"", List.of(), List.of());
    return StoreQuery.of(
        fixture.store, statement, fixture.table("t").getRowType(LensTypes.FACTORY));
  }

  @ParameterizedTest
  @EnumSource
  void aTransactionReadsItsOwnWrites(Products product) {
    try (StoreFixture fixture = new StoreFixture(product).run(TABLES);
        LensTransaction transaction = LocalTransaction.begin(SessionOptions.DEFAULT)) {
      final JdbcBasisTable table = fixture.table("t");
      transaction
          .session(fixture.store, true)
          .writer(table)
          .insert(table.columns(), List.<Object[]>of(row(2)), List.of());
      final DataContext context = new Variables(Map.of(LensTransaction.VARIABLE, transaction));
      assertEquals(List.of(1, 2), query(fixture).enumerable(context, new Object[0]).toList());
      transaction.rollback();
      assertEquals(List.of(1), query(fixture).enumerable(context, new Object[0]).toList());
    }
  }

  @ParameterizedTest
  @EnumSource
  void twoOpenResultsOfOneTransactionStayReadable(Products product) {
    try (StoreFixture fixture = new StoreFixture(product).run(TABLES);
        LensTransaction transaction = LocalTransaction.begin(SessionOptions.DEFAULT)) {
      final JdbcBasisTable table = fixture.table("t");
      final DataContext context = new Variables(Map.of(LensTransaction.VARIABLE, transaction));
      final StoreQuery query = query(fixture);
      try (var first = query.enumerable(context, new Object[0]).enumerator();
          var second = query.enumerable(context, new Object[0]).enumerator()) {
        transaction
            .session(fixture.store, true)
            .writer(table)
            .insert(table.columns(), List.<Object[]>of(row(2)), List.of());
        assertEquals(true, first.moveNext());
        assertEquals(true, second.moveNext());
        assertEquals(1, first.current());
        assertEquals(1, second.current());
        assertEquals(false, first.moveNext());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCancelledStatementStopsReading(Products product) {
    try (StoreFixture fixture = new StoreFixture(product).run(TABLES)) {
      final Map<String, Object> values = new HashMap<>();
      values.put(DataContext.Variable.CANCEL_FLAG.camelName, new AtomicBoolean(true));
      final var enumerable = query(fixture).enumerable(new Variables(values), new Object[0]);
      assertEquals(
          StoreException.Kind.CANCELLED,
          assertThrows(StoreException.class, enumerable::toList).kind());
    }
  }
}
