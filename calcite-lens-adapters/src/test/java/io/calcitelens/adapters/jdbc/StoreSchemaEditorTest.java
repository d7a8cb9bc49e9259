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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.StoreSession;
import io.calcitelens.adapters.schema.CheckDefinition;
import io.calcitelens.adapters.schema.ColumnDefinition;
import io.calcitelens.adapters.schema.ForeignKeyDefinition;
import io.calcitelens.adapters.schema.IndexDefinition;
import io.calcitelens.adapters.schema.KeyDefinition;
import io.calcitelens.adapters.schema.TableDefinition;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Making tables, and bringing them up to a definition. */
class StoreSchemaEditorTest {
  private static RelDataType type(SqlTypeName name, boolean nullable) {
    return LensTypes.FACTORY.createTypeWithNullability(
        LensTypes.FACTORY.createSqlType(name), nullable);
  }

  private static SqlNode expression(String text) {
    try {
      return SqlParser.create(text, SqlParser.config().withUnquotedCasing(Casing.UNCHANGED))
          .parseExpression();
    } catch (SqlParseException e) {
      throw new AssertionError(e);
    }
  }

  private static ColumnDefinition column(String name, SqlTypeName type, boolean nullable) {
    return new ColumnDefinition(
        name,
        type(type, nullable),
        Optional.empty(),
        BasisColumn.Generation.NONE,
        Optional.empty());
  }

  private static ColumnDefinition withDefault(String name, SqlTypeName type, String expression) {
    return new ColumnDefinition(
        name,
        type(type, false),
        Optional.of(expression(expression)),
        BasisColumn.Generation.NONE,
        Optional.empty());
  }

  private static TableDefinition table(
      String name, KeyDefinition primaryKey, ColumnDefinition... columns) {
    return new TableDefinition(
        name,
        List.of(columns),
        Optional.of(primaryKey),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private static KeyDefinition key(String... columns) {
    return new KeyDefinition(Optional.empty(), List.of(columns));
  }

  private static List<TableDefinition> definitions() {
    final TableDefinition brand =
        table(
            "Brand",
            key("Id"),
            new ColumnDefinition(
                "Id",
                type(SqlTypeName.BIGINT, false),
                Optional.empty(),
                BasisColumn.Generation.IDENTITY_BY_DEFAULT,
                Optional.empty()),
            column("Name", SqlTypeName.VARCHAR, false));
    final TableDefinition car =
        new TableDefinition(
            "Car",
            List.of(
                column("id", SqlTypeName.INTEGER, false),
                column("brand", SqlTypeName.BIGINT, true),
                withDefault("made", SqlTypeName.DATE, "current_date"),
                withDefault("note", SqlTypeName.VARCHAR, "'it''s'"),
                withDefault("n", SqlTypeName.INTEGER, "-1"),
                withDefault("engine", SqlTypeName.INTEGER, "mutation_ordinal()"),
                column("speed", SqlTypeName.DOUBLE, true),
                new ColumnDefinition(
                    "twice",
                    type(SqlTypeName.INTEGER, true),
                    Optional.empty(),
                    BasisColumn.Generation.COMPUTED,
                    Optional.of(expression("N * 2")))),
            Optional.of(key("id")),
            List.of(key("brand", "made")),
            List.of(
                new CheckDefinition(Optional.empty(), expression("SPEED > 0 or speed is null"))),
            List.of(
                new ForeignKeyDefinition(
                    Optional.of("car_brand"),
                    List.of("brand"),
                    Optional.empty(),
                    "Brand",
                    List.of(),
                    ReferentialAction.CASCADE,
                    ReferentialAction.SET_NULL)),
            List.of(
                new IndexDefinition(
                    "car_speed", false, List.of(new IndexDefinition.Part("speed", true)))));
    return List.of(car, brand);
  }

  @ParameterizedTest
  @EnumSource
  void makesTablesAndThenHasNothingToDo(Products product) {
    try (StoreFixture fixture = new StoreFixture(product)) {
      final StoreSchemaEditor editor = new StoreSchemaEditor(fixture.store);
      final List<String> plan = editor.plan("Fleet", definitions());
      assertEquals("CREATE SCHEMA \"Fleet\"", plan.get(0));
      assertEquals(plan, editor.apply("Fleet", definitions()));
      assertEquals(List.of(), editor.plan("Fleet", definitions()));
      final List<JdbcBasisTable> tables =
          JdbcSchemaReader.read(fixture.store, StoredSchema.of("Fleet"));
      final JdbcBasisTable car =
          tables.stream().filter(t -> t.id().name().equals("Car")).findFirst().orElseThrow();
      assertEquals(new BasisKey("Car_pk", List.of(0), true), car.keys().get(0));
      assertEquals(new BasisKey("Car_brand_made_key", List.of(1, 2), false), car.keys().get(1));
      assertEquals("car_brand", car.foreignKeys().get(0).name());
      assertEquals(ReferentialAction.SET_NULL, car.foreignKeys().get(0).onDelete());
      assertEquals("Car_check", car.checks().get(0).name());
      assertTrue(car.column("made").orElseThrow().defaultSql().isPresent());
      assertTrue(car.column("engine").orElseThrow().defaultSql().isEmpty());
      assertEquals(BasisColumn.Generation.COMPUTED, car.column("twice").orElseThrow().generation());
      fixture.run(
          "insert into \"Fleet\".\"Car\" (\"id\", \"engine\", \"speed\") values (1, 5, 10)");
      assertEquals("it's", fixture.value("select \"note\" from \"Fleet\".\"Car\""));
      assertEquals(-2, fixture.value("select \"twice\" from \"Fleet\".\"Car\""));
    }
  }

  @ParameterizedTest
  @EnumSource
  void addsWhatIsMissing(Products product) {
    try (StoreFixture fixture =
        new StoreFixture(product)
            .run(
                "create table \"sales\".\"brand\" (\"id\" bigint not null,"
                    + " \"extra\" integer, primary key (\"id\"))",
                "insert into \"sales\".\"brand\" values (1, 2)")) {
      final StoreSchemaEditor editor = new StoreSchemaEditor(fixture.store);
      final TableDefinition brand =
          new TableDefinition(
              "Brand",
              List.of(
                  column("id", SqlTypeName.BIGINT, false),
                  column("name", SqlTypeName.VARCHAR, true),
                  withDefault("rank", SqlTypeName.INTEGER, "3")),
              Optional.of(key("id")),
              List.of(key("rank")),
              List.of(new CheckDefinition(Optional.of("low"), expression("\"rank\" < 10"))),
              List.of(),
              List.of());
      assertEquals(4, editor.apply("sales", List.of(brand)).size());
      assertEquals(List.of(), editor.plan("sales", List.of(brand)));
      assertEquals(3, fixture.value("select \"rank\" from \"sales\".\"brand\""));
      assertEquals(2, fixture.value("select \"extra\" from \"sales\".\"brand\""));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRefusedStatementTakesBackThoseBefore(Products product) {
    try (StoreFixture fixture =
        new StoreFixture(product)
            .run(
                "create table \"sales\".\"t\" (\"id\" integer primary key, \"v\" integer)",
                "insert into \"sales\".\"t\" values (1, 7), (2, 7)")) {
      final StoreSchemaEditor editor = new StoreSchemaEditor(fixture.store);
      final TableDefinition made = table("made", key("a"), column("a", SqlTypeName.INTEGER, false));
      final TableDefinition t =
          new TableDefinition(
              "t",
              List.of(
                  column("id", SqlTypeName.INTEGER, false), column("w", SqlTypeName.DATE, true)),
              Optional.of(key("id")),
              List.of(key("v")),
              List.of(),
              List.of(),
              List.of());
      final StoreException e =
          assertThrows(StoreException.class, () -> editor.apply("sales", List.of(made, t)));
      assertEquals(StoreException.Kind.UNIQUE, e.kind());
      assertEquals(List.of("t"), fixture.tables().stream().map(x -> x.id().name()).toList());
      assertEquals(2, fixture.table("t").columns().size());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSingletonHidesItsKey(Products product) {
    try (StoreFixture fixture = new StoreFixture(product)) {
      final StoreSchemaEditor editor = new StoreSchemaEditor(fixture.store);
      final TableDefinition settings =
          table("settings", key(), column("theme", SqlTypeName.VARCHAR, true));
      editor.apply("sales", List.of(settings));
      assertEquals(List.of(), editor.plan("sales", List.of(settings)));
      final JdbcBasisTable table = fixture.table("settings");
      assertEquals(List.of("theme"), table.columns().stream().map(BasisColumn::name).toList());
      assertEquals(List.of(), table.keys().get(0).columns());
      assertEquals(List.of(), table.checks());
      try (StoreSession session = fixture.store.open(SessionOptions.DEFAULT)) {
        final var writer = session.writer(table);
        writer.insert(table.columns(), List.<Object[]>of(new Object[] {"dark"}), List.of());
        assertEquals(
            StoreException.Kind.UNIQUE,
            assertThrows(
                    StoreException.class,
                    () ->
                        writer.insert(
                            table.columns(), List.<Object[]>of(new Object[] {"x"}), List.of()))
                .kind());
        final List<Object[]> none = List.<Object[]>of(new Object[0]);
        writer.lock(List.of(), none);
        assertEquals(
            1,
            writer.update(table.columns(), List.of(), List.<Object[]>of(new Object[] {"lit"}))[0]);
        assertEquals("lit", writer.read(List.of(), none, table.columns()).get(0)[0]);
        assertEquals(1, writer.delete(List.of(), none)[0]);
      }
    }
  }
}
