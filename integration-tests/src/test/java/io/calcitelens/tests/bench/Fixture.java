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
package io.calcitelens.tests.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;

/**
 * Cars whose makes and speeds are kept in two tables, reached by hand and through a lens. Each side
 * starts a run from the same rows.
 */
final class Fixture implements AutoCloseable {
  private static final String[] TABLES = {
    "create schema `store`",
    "create table `store`.`new_car` (`id` int primary key, `make` varchar(40) not null,"
        + " `top_speed` int)",
    "create table `store`.`car_core` (`id` int primary key, `make` varchar(40) not null)",
    "create table `store`.`car_speed` (`id` int primary key references `store`.`car_core` (`id`),"
        + " `top_speed` int)"
  };

  private static final String[] DESIGN = {
    "declare logical schema app {"
        + " table car (id int primary key, make varchar(40) not null, topSpeed int); }",
    "declare lens for app over store { view car as select id, make, top_speed as topSpeed"
        + " from car_core join car_speed using (id); }",
    "apply schema app"
  };

  private static final int BATCH = 1_000;

  private final BenchStore store;
  private final Connection setUp;

  Fixture(BenchStore store) throws SQLException {
    this.store = store;
    this.setUp = store.connect();
    run(setUp, "drop schema if exists `store` cascade");
    run(setUp, TABLES);
  }

  BenchStore store() {
    return store;
  }

  /** SQL of the store, whose names stand between backticks. */
  static String quoted(String sql) {
    return sql.replace('`', '"');
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(quoted(sql));
      }
    }
  }

  /** Puts {@code rows} cars into the table that bulk inserts read. */
  void fillSource(int rows) throws SQLException {
    run(setUp, "truncate table `store`.`new_car`");
    setUp.setAutoCommit(false);
    try (PreparedStatement insert =
        setUp.prepareStatement(quoted("insert into `store`.`new_car` values (?, ?, ?)"))) {
      for (int id = 1; id <= rows; id++) {
        insert.setInt(1, id);
        insert.setString(2, "make of car " + id);
        insert.setInt(3, 100 + id % 150);
        insert.addBatch();
        if (id % BATCH == 0 || id == rows) {
          insert.executeBatch();
        }
      }
    }
    setUp.commit();
    setUp.setAutoCommit(true);
    settle();
  }

  /** Leaves no car. */
  void empty() throws SQLException {
    run(setUp, "delete from `store`.`car_speed`", "delete from `store`.`car_core`");
    if (store.name().equals("pg")) {
      run(setUp, "truncate table `store`.`car_speed`, `store`.`car_core`");
    }
  }

  /** Makes the cars those of the source again. */
  void refill() throws SQLException {
    empty();
    run(
        setUp,
        "insert into `store`.`car_core` select `id`, `make` from `store`.`new_car`",
        "insert into `store`.`car_speed` select `id`, `top_speed` from `store`.`new_car`");
    settle();
  }

  /** Takes away the cars above an id. */
  void cut(int id) throws SQLException {
    run(
        setUp,
        "delete from `store`.`car_speed` where `id` > " + id,
        "delete from `store`.`car_core` where `id` > " + id);
  }

  /** Makes so many cars above an id, after those that are there already have gone. */
  void extend(int id, int cars) throws SQLException {
    cut(id);
    run(
        setUp,
        "insert into `store`.`car_core` select `id` + %1$d, `make` from `store`.`new_car` where `id` <= %2$d"
            .formatted(id, cars),
        "insert into `store`.`car_speed` select `id` + %1$d, `top_speed` from `store`.`new_car` where `id` <= %2$d"
            .formatted(id, cars));
  }

  /** Changes nothing, but lets no store answer a query with the rows of the last time. */
  void touch() throws SQLException {
    run(
        setUp,
        "update `store`.`car_core` set `make` = `make` where `id` = 1",
        "update `store`.`car_speed` set `top_speed` = `top_speed` where `id` = 1");
  }

  private void settle() throws SQLException {
    run(setUp, store.settling().toArray(String[]::new));
  }

  /** A connection that sees the design, deployed over the tables as they are now. */
  Connection lens(boolean counted) throws SQLException {
    return lens(counted, "");
  }

  /**
   * The same with properties of the connection.
   *
   * @param properties each behind a semicolon
   */
  Connection lens(boolean counted, String properties) throws SQLException {
    String using = " using " + store.module(counted) + ";";
    Connection connection = DriverManager.getConnection("jdbc:lens:" + properties);
    run(
        connection,
        "declare schema store {"
            + (" table new_car (id int primary key, make varchar(40) not null, top_speed int)"
                + using)
            + (" table car_core (id int primary key, make varchar(40) not null)" + using)
            + (" table car_speed (id int primary key references car_core (id), top_speed int)"
                + using)
            + " }",
        "apply schema store");
    run(connection, DESIGN);
    return connection;
  }

  /** A number that stands for all cars, as the two tables hold them. */
  long digest() throws SQLException {
    long digest = 0;
    for (String table : new String[] {"car_core", "car_speed"}) {
      try (Statement statement = setUp.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  quoted("select * from `store`.`" + table + "` order by `id`"))) {
        while (rows.next()) {
          digest = 31 * digest + Objects.hash(table, rows.getObject(1), rows.getObject(2));
        }
      }
    }
    return digest;
  }

  @Override
  public void close() throws SQLException {
    setUp.close();
  }
}
