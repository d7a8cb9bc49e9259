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
package io.calcitelens.tests.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.adapters.jdbc.JdbcBasisTable;
import io.calcitelens.adapters.jdbc.JdbcSchemaReader;
import io.calcitelens.adapters.jdbc.JdbcStore;
import io.calcitelens.adapters.jdbc.StoredSchema;
import io.calcitelens.tests.jdbc.Lenses;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a lens promises, whatever store its basis stands in. A store that cannot do a thing says so
 * by its {@link Capability capabilities}, and the tests then ask that it is refused by a sentence.
 */
abstract class StoreTest {
  private StoreUnderTest.Place place;
  private Connection past;
  private Connection connection;

  /** How tables that stand in the store become a basis. */
  enum Basis {
    /** By a declaration that names them, {@code using jdbc(…)}. */
    DECLARED,
    /** By a model that mounts their schema, with Calcite's own factory. */
    MOUNTED
  }

  abstract StoreUnderTest store();

  /** The schema in which tables stand whose names are not qualified; empty if there is none. */
  abstract String home();

  /** The column of an identity as the store itself declares it, which is the primary key. */
  abstract String identityColumn();

  /** Statements that a connection past the lens begins with. */
  List<String> atFirst() {
    return List.of();
  }

  /** Statements that such a column needs before its table is made. */
  List<String> beforeIdentity() {
    return List.of();
  }

  /** The type of such a column. */
  String identityType() {
    return "int";
  }

  /** A generated column {@code twice} as the store itself declares it. */
  String generatedColumn() {
    return "twice int generated always as (n * 2) stored";
  }

  /** Statements after which the store has an estimate of the rows of its tables. */
  abstract List<String> analyze();

  @BeforeEach
  void open() throws SQLException {
    assumeTrue(store().available(), () -> store() + " is not on this machine");
    place = store().newDatabase();
    past = place.open();
    runPast(atFirst().toArray(new String[0]));
  }

  @AfterEach
  void close() throws SQLException {
    if (connection != null) {
      connection.close();
    }
    if (past != null) {
      past.close();
    }
  }

  private boolean can(Capability capability) {
    return store().can(capability);
  }

  private void runPast(String... statements) throws SQLException {
    Lenses.run(past, statements);
  }

  /** The name of the basis: where stores have schemas, it is the one in which the tables stand. */
  private String basis(Basis basis) {
    return basis == Basis.DECLARED && !home().isEmpty() ? home() : "Y";
  }

  private void connect(Basis basis, String... tables) throws SQLException {
    Properties properties = new Properties();
    if (basis == Basis.MOUNTED) {
      properties.setProperty("model", place.model("Y", home()));
    }
    connection = DriverManager.getConnection("jdbc:lens:", properties);
    if (basis == Basis.DECLARED) {
      Lenses.run(
          connection,
          "declare schema \""
              + basis(basis)
              + "\" "
              + place.using()
              + " { "
              + String.join("; ", tables)
              + "; }");
    }
  }

  /** X.Maker over one table, X.Car over two, all as they stand in the store. */
  private void cars(Basis basis) throws SQLException {
    runPast(
        "create table maker (id int not null primary key, name varchar(20) not null,"
            + " country varchar(10) default 'IT', constraint maker_name unique (name))",
        "create table car (id int not null primary key, maker int, model varchar(10), price int,"
            + " constraint car_price check (price >= 0),"
            + " constraint car_maker foreign key (maker) references maker (id))",
        "create table spec (id int not null primary key, seats int default 4)");
    connect(
        basis,
        "table maker (id int primary key, name varchar(20) not null unique,"
            + " country varchar(10) default 'IT')",
        "table car (id int primary key, maker int references maker (id), model varchar(10), price int, constraint car_price check (price >= 0))",
        "table spec (id int primary key, seats int default 4)");
    Lenses.run(
        connection,
        "declare logical schema X { table Maker (id int primary key, name varchar(20) not null,"
            + " country varchar(10) default 'IT', unique (name));"
            + " table Car (id int primary key, maker int references Maker (id), model varchar(10), price int check (price >= 0), seats int check (seats < 100)); }",
        "declare lens for X over \""
            + basis(basis)
            + "\" { view Maker as select id, name, country from maker;"
            + " view Car as select id, maker, model, price, seats from car join spec using (id); }",
        "apply schema X",
        "insert into X.Maker (id, name) values (1, 'Fiat'), (2, 'Saab')",
        "insert into X.Car values (1, 1, 'Panda', 90, 4), (2, 2, '900', 200, 5)");
  }

  private List<String> rows(String sql) throws SQLException {
    return Lenses.rows(connection, sql);
  }

  private List<String> stored(String sql) throws SQLException {
    return Lenses.rows(past, sql);
  }

  private void refused(String state, String code, List<String> named, String sql) {
    SQLException e = assertThrows(SQLException.class, () -> Lenses.run(connection, sql), sql);
    assertEquals(state, e.getSQLState(), e.getMessage());
    assertTrue(e.getMessage().startsWith(code + ":"), e.getMessage());
    for (String name : named) {
      assertTrue(
          e.getMessage().toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT)),
          name + " in " + e.getMessage());
    }
  }

  // --- writes

  @ParameterizedTest
  @EnumSource(Basis.class)
  void rowsOfTwoMembersAreWrittenAndReadBack(Basis basis) throws SQLException {
    cars(basis);
    assertEquals(
        List.of("1|1|Panda|90|4", "2|2|900|200|5"), rows("select * from X.Car order by id"));
    assertEquals(List.of("1|4", "2|5"), stored("select id, seats from spec order by id"));
    assertEquals(List.of("1|Fiat|IT", "2|Saab|IT"), rows("select * from X.Maker order by id"));
    assertEquals(
        List.of("3|Uno|null"),
        rows(
            "insert into X.Car (id, maker, model) values (3, 1, 'Uno') returning id, model, price"));
    assertEquals(
        List.of("2|210|6"),
        rows(
            "update X.Car set price = price + 10, seats = seats + 1 where id = 2"
                + " returning id, price, seats"));
    assertEquals(
        2, Lenses.update(connection, "update X.Car set model = upper(model) where maker = 1"));
    assertEquals(1, Lenses.update(connection, "delete from X.Car where model like 'PAN%'"));
    assertEquals(
        List.of("2|900|210", "3|UNO|null"), stored("select id, model, price from car order by id"));
    assertEquals(List.of("2", "3"), stored("select id from spec order by id"));
  }

  @ParameterizedTest
  @EnumSource(Basis.class)
  void mergeInsertsUpdatesAndDeletes(Basis basis) throws SQLException {
    cars(basis);
    assertEquals(
        2,
        Lenses.update(
            connection,
            "merge into X.Car as t using (values (2, 300), (5, 50)) as s(k, p) on t.id = s.k"
                + " when matched then update set price = s.p"
                + " when not matched then insert (id, price, seats) values (s.k, s.p, 2)"));
    assertEquals(
        List.of("1|90|4", "2|300|5", "5|50|2"),
        rows("select id, price, seats from X.Car order by id"));
    assertEquals(
        List.of("2|300", "5|50"), stored("select id, price from car where id > 1 order by id"));
  }

  @Test
  void manyRowsAreWrittenAtOnce() throws SQLException {
    cars(Basis.MOUNTED);
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into X.Car (id, model, price, seats) values (?, ?, ?, ?)")) {
      for (int i = 10; i < 1_510; i++) {
        insert.setInt(1, i);
        insert.setString(2, "m" + i);
        insert.setInt(3, i % 7);
        insert.setObject(4, i % 3 == 0 ? null : i % 5);
        insert.addBatch();
      }
      assertEquals(1_500, insert.executeBatch().length);
    }
    Lenses.run(
        connection,
        "update X.Car set price = price + 1, seats = coalesce(seats, 9) where id >= 10");
    connection.commit();
    assertEquals(
        List.of("1500|500"),
        rows(
            "select count(*), sum(case when seats = 9 then 1 else 0 end) from X.Car where id >= 10"));
    assertEquals(1_500, Lenses.update(connection, "delete from X.Car where id >= 10"));
    connection.commit();
    assertEquals(List.of("2"), stored("select count(*) from spec"));
  }

  // --- rules

  @ParameterizedTest
  @EnumSource(Basis.class)
  void brokenRulesAreToldInTermsOfTheDesign(Basis basis) throws SQLException {
    cars(basis);
    refused("23505", "lens.unique", List.of("Car"), "insert into X.Car values (1, 1, 'x', 1, 1)");
    refused(
        "23505", "lens.unique", List.of("Maker"), "insert into X.Maker values (3, 'Saab', null)");
    if (can(Capability.UPDATE_OF_REFERRED_ROWS)) {
      refused(
          "23505",
          "lens.unique",
          List.of("Maker"),
          "update X.Maker set name = 'Saab' where id = 1");
    } else {
      refused(
          "0A000",
          "lens.not-supported",
          List.of("maker"),
          "update X.Maker set name = 'Audi' where id = 1");
    }
    refused(
        "23502", "lens.not-null", List.of("name"), "insert into X.Maker values (3, null, null)");
    refused(
        "23502", "lens.not-null", List.of("name"), "update X.Maker set name = null where id = 1");
    refused("23514", "lens.check", List.of("Car"), "insert into X.Car values (3, 1, 'x', -1, 1)");
    refused("23514", "lens.check", List.of("Car"), "update X.Car set seats = 100");
    refused(
        "23503", "lens.foreign-key", List.of("Car"), "insert into X.Car values (3, 9, 'x', 1, 1)");
    refused("23503", "lens.foreign-key", List.of("Car"), "update X.Car set maker = 9 where id = 1");
    refused(
        "22001",
        "lens.value-too-long",
        List.of("model"),
        "insert into X.Car (id, model) values (3, 'elevenchars')");
    refused("22003", "lens.out-of-range", List.of(), "update X.Car set price = price + 2147483647");
    refused(
        "22012",
        "lens.division-by-zero",
        List.of(),
        "update X.Car set price = price / (seats - seats)");
    refused(
        "22018", "lens.bad-cast", List.of(), "update X.Car set price = cast(model || 'x' as int)");
    assertEquals(
        List.of("1|1|Panda|90|4", "2|2|900|200|5"), rows("select * from X.Car order by id"));
    refused("23503", "lens.foreign-key", List.of(), "delete from X.Maker where id = 1");
    refused("23503", "lens.foreign-key", List.of(), "update X.Maker set id = 7 where id = 1");
  }

  /** A row that the basis alone forbids is told in its terms. */
  @Test
  void rulesOfTheBasisHoldWhereTheDesignHasNone() throws SQLException {
    runPast(
        "create table part (id int not null primary key, code varchar(5) not null, n int,"
            + " constraint part_n check (n > 0), constraint part_code unique (code))");
    connect(Basis.MOUNTED);
    Lenses.run(
        connection,
        "declare logical schema X { table Part (id int primary key, code varchar(5), n int); }",
        "declare lens for X over Y { view Part as select id, code, n from part; }",
        "apply schema X",
        "insert into X.Part values (1, 'a', 1)");
    refused("23505", "lens.unique", List.of("code"), "insert into X.Part values (2, 'a', 1)");
    refused("23502", "lens.not-null", List.of("code"), "insert into X.Part values (2, null, 1)");
    refused(
        "23514",
        "lens.check",
        List.of(can(Capability.NAMED_CONSTRAINTS) ? "part_n" : "n > 0"),
        "insert into X.Part values (2, 'b', 0)");
    assertEquals(List.of("1|a|1"), rows("select * from X.Part"));
  }

  // --- transactions

  @Test
  void workIsTakenBackWholeAndInParts() throws SQLException {
    cars(Basis.MOUNTED);
    connection.setAutoCommit(false);
    Lenses.run(connection, "update X.Car set seats = 7, price = 7");
    if (can(Capability.SAVEPOINTS)) {
      Lenses.run(connection, "savepoint s_one", "delete from X.Car", "rollback to s_one");
      assertEquals(
          List.of("1|7|7", "2|7|7"), rows("select id, price, seats from X.Car order by id"));
      refused(
          "23505",
          "lens.unique",
          List.of(),
          "insert into X.Car values (7, 1, 'x', 1, 1), (1, 1, 'x', 1, 1)");
      assertEquals(
          List.of("1|7|7", "2|7|7"), rows("select id, price, seats from X.Car order by id"));
    } else {
      SQLException e =
          assertThrows(SQLException.class, () -> Lenses.run(connection, "savepoint s_one"));
      assertEquals("0A000", e.getSQLState(), e.getMessage());
    }
    connection.rollback();
    assertEquals(
        List.of("1|90|4", "2|200|5"), rows("select id, price, seats from X.Car order by id"));
  }

  // --- what is found

  private List<JdbcBasisTable> found(JdbcStore store) {
    return JdbcSchemaReader.read(
        store,
        new StoredSchema(
            Optional.empty(), home().isEmpty() ? Optional.empty() : Optional.of(home())));
  }

  private static BasisTable table(List<JdbcBasisTable> tables, String name) {
    return tables.stream()
        .filter(t -> t.id().name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow();
  }

  private static BasisColumn column(BasisTable table, String name) {
    return table.columns().stream()
        .filter(c -> c.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow();
  }

  /** Keys as the lower-case names of their columns, the primary one starred. */
  private static Set<String> keys(BasisTable table) {
    Set<String> keys = new TreeSet<>();
    for (BasisKey key : table.keys()) {
      keys.add(
          (key.primary() ? "*" : "")
              + key.columns().stream()
                  .map(i -> table.columns().get(i).name().toLowerCase(Locale.ROOT))
                  .collect(Collectors.joining(",")));
    }
    return keys;
  }

  @Test
  void whatTheStoreEnforcesIsFound() throws SQLException {
    String actions =
        can(Capability.REFERENTIAL_ACTIONS) ? " on update cascade on delete set null" : "";
    runPast(
        "create table town (country varchar(2) not null, code int not null, name varchar(20) not null,"
            + " mayor int, note varchar(10) default 'none', constraint town_pk primary key (country, code),"
            + " constraint town_name unique (name), constraint town_code check (code > 0))",
        "create table street (id int not null primary key, country varchar(2), code int, n int,"
            + (can(Capability.GENERATED_COLUMNS) ? generatedColumn() + "," : "")
            + " constraint street_town foreign key (country, code) references town (country, code)"
            + actions
            + ")",
        "create unique index town_mayor on town (mayor, country)",
        "create view towns as select name from town");
    try (JdbcStore store = JdbcStore.connect("s", place.url(), place.user(), place.password())) {
      List<JdbcBasisTable> tables = found(store);
      BasisTable town = table(tables, "town");
      assertEquals(Set.of("*country,code", "name", "mayor,country"), keys(town));
      assertFalse(column(town, "name").type().isNullable());
      assertTrue(column(town, "mayor").type().isNullable());
      assertTrue(column(town, "note").defaultSql().orElse("").contains("none"));
      assertTrue(
          town.checks().stream().anyMatch(c -> c.sql().replaceAll("[\\s()]", "").contains(">0")),
          town.checks().toString());
      BasisTable street = table(tables, "street");
      assertEquals(1, street.foreignKeys().size());
      BasisForeignKey key = street.foreignKeys().get(0);
      assertEquals(town.id(), key.parent());
      assertEquals(List.of("country", "code"), lower(key.childColumns()));
      assertEquals(List.of("country", "code"), lower(key.parentColumns()));
      assertEquals(street.foreignKeys(), town.referencedBy());
      if (can(Capability.REFERENTIAL_ACTIONS)) {
        assertEquals(ReferentialAction.CASCADE, key.onUpdate());
        assertEquals(ReferentialAction.SET_NULL, key.onDelete());
      }
      if (can(Capability.NAMED_CONSTRAINTS)) {
        assertEquals("street_town", key.name().toLowerCase(Locale.ROOT));
        assertTrue(town.keys().stream().anyMatch(k -> k.name().equalsIgnoreCase("town_name")));
        assertTrue(town.checks().stream().anyMatch(c -> c.name().equalsIgnoreCase("town_code")));
      }
      if (can(Capability.GENERATED_COLUMNS)) {
        assertEquals(BasisColumn.Generation.COMPUTED, column(street, "twice").generation());
      }
      assertEquals(Set.of(), keys(table(tables, "towns")));
    }
  }

  private static List<String> lower(List<String> names) {
    return names.stream().map(n -> n.toLowerCase(Locale.ROOT)).toList();
  }

  @Test
  void indexesOverSomeRowsOrOverExpressionsAreNoKeys() throws SQLException {
    runPast("create table t (id int not null primary key, a int, b varchar(10), c int)");
    List<String> made = new ArrayList<>();
    if (can(Capability.PARTIAL_INDEXES)) {
      made.add("create unique index t_some on t (a) where c > 0");
    }
    if (can(Capability.EXPRESSION_INDEXES)) {
      made.add("create unique index t_expression on t ((lower(b)))");
      made.add("create unique index t_mixed on t (c, (lower(b)))");
    }
    assumeTrue(!made.isEmpty(), () -> store() + " has no such indexes");
    runPast(made.toArray(new String[0]));
    try (JdbcStore store = JdbcStore.connect("s", place.url(), place.user(), place.password())) {
      assertEquals(Set.of("*id"), keys(table(found(store), "t")));
    }
    // A design may not rely on them.
    connect(Basis.MOUNTED);
    Lenses.run(
        connection,
        "declare logical schema X { table T (id int primary key, a int unique, b varchar(10) unique); }",
        "declare lens for X over Y { view T as select id, a, b from t; }");
    refused("42000", "lens.unrealizable-constraint", List.of("T"), "apply schema X");
  }

  @Test
  void rowEstimatesAreThoseOfTheStore() throws SQLException {
    assumeTrue(!analyze().isEmpty(), () -> store() + " tells no estimates");
    runPast("create table t (id int not null primary key, a int)");
    try (PreparedStatement insert = past.prepareStatement("insert into t values (?, ?)")) {
      for (int i = 0; i < 700; i++) {
        insert.setInt(1, i);
        insert.setInt(2, i % 10);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    runPast(analyze().toArray(new String[0]));
    try (JdbcStore store = JdbcStore.connect("s", place.url(), place.user(), place.password())) {
      assertEquals(700, table(found(store), "t").rowCount().orElse(0), 70);
    }
  }

  // --- generated values

  @Test
  void identitiesOfTheStoreAreGivenBack() throws SQLException {
    runPast(beforeIdentity().toArray(new String[0]));
    runPast("create table t (" + identityColumn() + ", a varchar(10), b int default 5)");
    connect(Basis.MOUNTED);
    Lenses.run(
        connection,
        "declare logical schema X { table T (id "
            + identityType()
            + " primary key, a varchar(10), b int); }",
        "declare lens for X over Y { view T as select id, a, b from t; }",
        "apply schema X");
    List<String> first = rows("insert into X.T (a) values ('x'), ('y') returning id, a, b");
    assertEquals(2, first.size());
    assertEquals(stored("select id, a, b from t order by id"), first);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into X.T (a) values ('z')", Statement.RETURN_GENERATED_KEYS)) {
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertEquals(
            stored("select id from t where a = 'z'").get(0),
            Lenses.rows(keys).get(0).split("\\|")[0]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id int generated always as identity primary key, a int",
        "id int generated by default as identity, a int primary key"
      })
  void identitiesAreMadeOrRefused(String columns) throws SQLException {
    connection = DriverManager.getConnection("jdbc:lens:");
    Lenses.run(connection, "declare schema Y " + place.using() + " { table T (" + columns + "); }");
    if (can(Capability.ANY_IDENTITIES)) {
      Lenses.run(connection, "apply schema Y", "insert into Y.T (a) values (7)");
      assertEquals(List.of("1|7"), rows("select id, a from Y.T"));
      return;
    }
    SQLException e =
        assertThrows(SQLException.class, () -> Lenses.run(connection, "apply schema Y"));
    assertEquals("0A000", e.getSQLState(), e.getMessage());
    assertTrue(e.getMessage().contains("generates values"), e.getMessage());
    assertThrows(SQLException.class, () -> stored("select * from T"));
  }

  @Test
  void aStorageIsMadeWithItsRules() throws SQLException {
    connection = DriverManager.getConnection("jdbc:lens:");
    String cascade = can(Capability.REFERENTIAL_ACTIONS) ? " on delete cascade" : "";
    Lenses.run(
        connection,
        "declare schema Y "
            + place.using()
            + " { table B (id int primary key, a int references A (id)"
            + cascade
            + ", d decimal(8, 2), moment timestamp(3), ok boolean);"
            + " table A (id int primary key, name varchar(10) not null unique, n int default 3"
            + " check (n > 0)); index A_n on A (n); }",
        "declare logical schema X { table A (id int primary key, name varchar(10) not null unique,"
            + " n int default 3 check (n > 0)); table B (id int primary key, a int references A (id)"
            + cascade
            + ", d decimal(8, 2), moment timestamp(3), ok boolean); }",
        "declare lens for X over Y { }",
        "apply schema X",
        "insert into X.A (id, name) values (1, 'one')",
        "insert into X.B values (1, 1, 1.25, timestamp '2024-02-29 12:00:00.5', true)");
    assertEquals(List.of("1|one|3"), rows("select * from X.A"));
    assertEquals(List.of("1|1|1.25|2024-02-29 12:00:00.500|true"), rows("select * from X.B"));
    refused("23505", "lens.unique", List.of("A"), "insert into X.A values (2, 'one', 1)");
    refused("23503", "lens.foreign-key", List.of("B"), "insert into X.B (id, a) values (2, 9)");
    // What is there stays, and what is new comes to it.
    Lenses.run(
        connection,
        "declare schema Y "
            + place.using()
            + " { table A (id int primary key, name varchar(10) not null unique, n int default 3"
            + " check (n > 0), more varchar(5)); }",
        "apply schema Y",
        "update Y.A set more = 'more'");
    assertEquals(List.of("1|one|3|more"), rows("select * from Y.A"));
  }

  @Test
  void constraintsComeToATableThatIsThereOrAreRefused() throws SQLException {
    connection = DriverManager.getConnection("jdbc:lens:");
    Lenses.run(
        connection,
        "declare schema Y " + place.using() + " { table A (id int primary key, n int); }",
        "apply schema Y",
        "insert into Y.A values (1, 1)");
    String more = "declare schema Y " + place.using() + " { table A (id int primary key, n int";
    Lenses.run(connection, more + " unique); }", "apply schema Y");
    refused("23505", "lens.unique", List.of("n"), "insert into Y.A values (2, 1)");
    String checked = more + " unique, constraint A_n check (n > 0)); }";
    if (can(Capability.ADDED_CONSTRAINTS)) {
      Lenses.run(connection, checked, "apply schema Y");
      refused("23514", "lens.check", List.of("A_n"), "insert into Y.A values (2, 0)");
    } else {
      Lenses.run(connection, checked);
      refused("0A000", "lens.not-supported", List.of("A_n", "'A'"), "apply schema Y");
    }
  }

  @Test
  void aRefreshFindsWhatHasChanged() throws SQLException {
    runPast("create table t (id int not null primary key, a int)");
    connect(Basis.MOUNTED);
    Lenses.run(
        connection,
        "declare logical schema X { table T (id int primary key, a int); }",
        "declare lens for X over Y { view T as select id, a from t; }",
        "apply schema X",
        "insert into X.T values (1, 1)");
    runPast("create unique index t_a on t (a)", "alter table t add column b int");
    Lenses.run(
        connection,
        "refresh schema Y",
        "declare logical schema X { table T (id int primary key, a int unique, b int); }",
        "declare lens for X over Y { view T as select id, a, b from t; }",
        "apply schema X");
    refused("23505", "lens.unique", List.of(), "insert into X.T values (2, 1, 1)");
    assertEquals(List.of("1|1|null"), rows("select * from X.T"));
  }
}
