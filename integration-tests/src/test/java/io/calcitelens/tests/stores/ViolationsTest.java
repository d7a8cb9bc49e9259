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

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import io.calcitelens.tests.jdbc.Lenses;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same violated rule is told in the same words by every store, whatever the decomposition, and
 * takes nothing but its own statement back.
 */
class ViolationsTest {
  private static final String ROWS =
      "select id, name, n, code, small, parent, bn, bu, bc, bp, bt, bs, price, cost from X.T order by id";

  /** What a logical row is made of. */
  enum Decomposition {
    /** One table holds the row. */
    WHOLE(
        "",
        "A (id int primary key, %s, extra int)",
        "select id, name, n, code, small, parent, bn, bu, bc, bp, bt, bs, price, cost, extra from A"),
    /** The rules are the anchor's. */
    ANCHOR(
        "table B (id int primary key, extra int);",
        "A (id int primary key, %s)",
        "select id, name, n, code, small, parent, bn, bu, bc, bp, bt, bs, price, cost, extra"
            + " from A join B using (id)"),
    /** The rules are another member's. */
    MEMBER(
        "table A (id int primary key, extra int);",
        "B (id int primary key, %s)",
        "select id, name, n, code, small, parent, bn, bu, bc, bp, bt, bs, price, cost, extra"
            + " from A join B using (id)");

    private final String other;
    private final String ruled;
    private final String body;

    Decomposition(String other, String ruled, String body) {
      this.other = other;
      this.ruled = ruled;
      this.body = body;
    }
  }

  private static final List<Opened> OPENED = new ArrayList<>();

  /** A deployed design, seen by one connection for each home of captured rows. */
  private record Opened(
      StoreUnderTest store, Decomposition decomposition, List<Connection> connections) {}

  static Stream<Arguments> cases() {
    return Stream.of(StoreUnderTest.values())
        .filter(StoreUnderTest::available)
        .filter(s -> s != StoreUnderTest.DUCKDB)
        .flatMap(
            store ->
                Stream.of(Decomposition.values())
                    .flatMap(
                        decomposition ->
                            Stream.of(Violation.values())
                                .map(v -> Arguments.of(store, decomposition, v))));
  }

  private static List<Connection> open(StoreUnderTest store, Decomposition decomposition)
      throws SQLException {
    for (Opened opened : OPENED) {
      if (opened.store() == store && opened.decomposition() == decomposition) {
        return opened.connections();
      }
    }
    String url = "jdbc:lens:mem:violations_" + store + "_" + decomposition;
    List<Connection> connections = new ArrayList<>();
    connections.add(DriverManager.getConnection(url));
    OPENED.add(new Opened(store, decomposition, connections));
    String rules =
        "name varchar(5) not null, n int, code int unique, small smallint,"
            + " parent int references P (id), bn int not null, bu int unique,"
            + " bc int check (bc < 100), bp int references Q (id), bt varchar(5), bs smallint,"
            + " price decimal(10, 1), cost decimal(10, 1)";
    Lenses.run(
        connections.get(0),
        "declare schema Y "
            + store.newDatabase().using()
            + " { table P (id int primary key); table Q (id int primary key);"
            + decomposition.other
            + " table "
            + decomposition.ruled.formatted(rules)
            + "; table R (id int primary key, t int references A (id)); }",
        "declare logical schema X { table P (id int primary key);"
            + " table T (id int primary key, name varchar(5) not null, n int, code int,"
            + " small smallint, parent int, bn int, bu int, bc int, bp int, bt varchar(10), bs int,"
            + " price decimal(10, 1), cost decimal(11, 2),"
            + " extra int, constraint t_n check (n >= 0), constraint t_code unique (code),"
            + " constraint t_parent foreign key (parent) references P (id)); }",
        "declare lens for X over Y { view T as " + decomposition.body + "; }",
        "apply schema X",
        "insert into Y.P values (1), (2)",
        "insert into Y.Q values (1), (2)",
        "insert into X.T values (1, 'one', 1, 1, 1, 1, 1, 1, 1, 1, 'one', 1, 1, 1, 1),"
            + " (2, 'two', 2, 2, 2, 2, 2, 2, 2, 2, 'two', 2, 2, 2, 2),"
            + " (3, 'three', 3, 3, 3, 1, 3, 3, 3, 1, 'three', 3, 3, 3, 3)",
        "insert into Y.R values (1, 3)");
    connections.add(DriverManager.getConnection(url + ";captureHome=jvm"));
    return connections;
  }

  @AfterAll
  static void close() throws SQLException {
    for (Opened opened : OPENED) {
      for (Connection connection : opened.connections()) {
        connection.close();
      }
    }
    OPENED.clear();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void sameWords(StoreUnderTest store, Decomposition decomposition, Violation violation)
      throws SQLException {
    List<Executable> checks = new ArrayList<>();
    for (Connection connection : open(store, decomposition)) {
      for (String write : violation.writes()) {
        checks.add(() -> refused(connection, write, violation.told(store)));
        checks.add(() -> refusedWithinTransaction(connection, write, violation.told(store)));
      }
    }
    assertAll(checks);
  }

  private static void refused(Connection connection, String write, Violation.Told told)
      throws SQLException {
    List<String> before = Lenses.rows(connection, ROWS);
    SQLException e = assertThrows(SQLException.class, () -> Lenses.run(connection, write), write);
    assertEquals(told, told(e), () -> write + ": " + e.getMessage());
    assertEquals(before, Lenses.rows(connection, ROWS), write);
  }

  /** What was written before and after the failed statement stays. */
  private static void refusedWithinTransaction(
      Connection connection, String write, Violation.Told told) throws SQLException {
    connection.setAutoCommit(false);
    try {
      Lenses.run(connection, "update X.T set extra = 10 where id = 2");
      refused(connection, write, told);
      Lenses.run(connection, "update X.T set extra = extra + 1 where id = 2");
      connection.commit();
      assertEquals(
          List.of("11"), Lenses.rows(connection, "select extra from X.T where id = 2"), write);
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private static Violation.Told told(SQLException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof LensException lens) {
        Site site = lens.site();
        return new Violation.Told(
            e.getSQLState(), lens.code().code(), site.table(), site.constraint(), site.column());
      }
    }
    return new Violation.Told(
        e.getSQLState(), e.getMessage(), Optional.empty(), Optional.empty(), Optional.empty());
  }
}
