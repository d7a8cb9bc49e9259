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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** All benchmarks. */
final class Workloads {
  static final int BATCH = 1_000;

  private static final String INSERT_CORE = "insert into `store`.`car_core` values (?, ?)";
  private static final String INSERT_SPEED = "insert into `store`.`car_speed` values (?, ?)";
  private static final String INSERT_CAR =
      "insert into app.car (id, make, topSpeed) values (?, ?, ?)";
  private static final String JOIN =
      "select c.`id`, c.`make`, s.`top_speed` from `store`.`car_core` c"
          + " join `store`.`car_speed` s on s.`id` = c.`id`";
  private static final String CARS = "select id, make, topSpeed from app.car";

  private Workloads() {}

  static List<Workload> all() {
    return List.of(
        new Workload(
            "bulk-insert",
            (fixture, rows, operations) -> fixture.empty(),
            false,
            (rows, operations) ->
                statements(
                    "insert into `store`.`car_core` select `id`, `make` from `store`.`new_car`",
                    "insert into `store`.`car_speed` select `id`, `top_speed` from"
                        + " `store`.`new_car`"),
            (rows, operations) ->
                statements(
                    "insert into app.car (id, make, topSpeed)"
                        + " select id, make, top_speed from store.new_car")),
        new Workload(
            "batch-insert",
            (fixture, rows, operations) -> fixture.empty(),
            false,
            (rows, operations) -> handBatches(rows),
            (rows, operations) -> lensBatches(rows)),
        new Workload(
            "update-all",
            (fixture, rows, operations) -> fixture.refill(),
            false,
            (rows, operations) ->
                statements("update `store`.`car_speed` set `top_speed` = `top_speed` + 1"),
            (rows, operations) -> statements("update app.car set topSpeed = topSpeed + 1")),
        new Workload(
            "delete-all",
            (fixture, rows, operations) -> fixture.refill(),
            false,
            (rows, operations) ->
                statements("delete from `store`.`car_speed`", "delete from `store`.`car_core`"),
            (rows, operations) -> statements("delete from app.car")),
        new Workload(
            "insert-one",
            (fixture, rows, operations) -> fixture.cut(rows),
            true,
            Workloads::handInserts,
            Workloads::lensInserts),
        new Workload(
            "update-one",
            (fixture, rows, operations) -> {},
            true,
            (rows, operations) ->
                updates(
                    "update `store`.`car_speed` set `top_speed` = ? where `id` = ?",
                    rows,
                    operations),
            (rows, operations) ->
                updates("update app.car set topSpeed = ? where id = ?", rows, operations)),
        new Workload(
            "delete-one", Fixture::extend, true, Workloads::handDeletes, Workloads::lensDeletes),
        new Workload(
            "insert-literal",
            (fixture, rows, operations) -> fixture.cut(rows),
            true,
            Workloads::handLiteralInserts,
            Workloads::lensLiteralInserts),
        new Workload(
            "point-read",
            (fixture, rows, operations) -> {},
            true,
            (rows, operations) -> pointReads(JOIN + " where c.`id` = ?", rows, operations),
            (rows, operations) -> pointReads(CARS + " where id = ?", rows, operations)),
        new Workload(
            "point-read-literal",
            (fixture, rows, operations) -> {},
            true,
            (rows, operations) -> literalReads(JOIN + " where c.`id` = ", rows, operations),
            (rows, operations) -> literalReads(CARS + " where id = ", rows, operations)),
        new Workload(
            "full-read",
            (fixture, rows, operations) -> fixture.touch(),
            false,
            (rows, operations) -> fullRead(JOIN),
            (rows, operations) -> fullRead(CARS)),
        // The speed's foreign key proves that the core's row is there: nothing else may be read.
        new Workload(
            "one-member",
            (fixture, rows, operations) -> fixture.touch(),
            false,
            (rows, operations) -> fullRead("select id, top_speed from store.car_speed"),
            (rows, operations) -> fullRead("select id, topSpeed from app.car")));
  }

  /** Statements in one transaction; the count of the first is told. */
  private static Side statements(String... texts) {
    return connection ->
        round -> {
          connection.setAutoCommit(texts.length == 1);
          try (Statement statement = connection.createStatement()) {
            long count = statement.executeUpdate(Fixture.quoted(texts[0]));
            for (int i = 1; i < texts.length; i++) {
              statement.executeUpdate(Fixture.quoted(texts[i]));
            }
            end(connection);
            return count;
          }
        };
  }

  private static void end(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  private static Side handBatches(int rows) {
    return connection -> {
      PreparedStatement core = connection.prepareStatement(Fixture.quoted(INSERT_CORE));
      PreparedStatement speed = connection.prepareStatement(Fixture.quoted(INSERT_SPEED));
      return round -> {
        connection.setAutoCommit(false);
        for (int id = 1; id <= rows; id++) {
          bind(core, speed, id);
          core.addBatch();
          speed.addBatch();
          if (id % BATCH == 0 || id == rows) {
            core.executeBatch();
            speed.executeBatch();
          }
        }
        end(connection);
        return rows;
      };
    };
  }

  private static Side lensBatches(int rows) {
    return connection -> {
      PreparedStatement insert = connection.prepareStatement(INSERT_CAR);
      return round -> {
        connection.setAutoCommit(false);
        for (int id = 1; id <= rows; id++) {
          bind(insert, id);
          insert.addBatch();
          if (id % BATCH == 0 || id == rows) {
            insert.executeBatch();
          }
        }
        end(connection);
        return rows;
      };
    };
  }

  private static void bind(PreparedStatement core, PreparedStatement speed, int id)
      throws SQLException {
    core.setInt(1, id);
    core.setString(2, make(id));
    speed.setInt(1, id);
    speed.setInt(2, speed(id));
  }

  private static void bind(PreparedStatement insert, int id) throws SQLException {
    insert.setInt(1, id);
    insert.setString(2, make(id));
    insert.setInt(3, speed(id));
  }

  private static String make(int id) {
    return "make " + id;
  }

  private static int speed(int id) {
    return 100 + id % 100;
  }

  private static Side handInserts(int rows, int operations) {
    return connection -> {
      PreparedStatement core = connection.prepareStatement(Fixture.quoted(INSERT_CORE));
      PreparedStatement speed = connection.prepareStatement(Fixture.quoted(INSERT_SPEED));
      return round -> {
        connection.setAutoCommit(false);
        for (int id = rows + 1; id <= rows + operations; id++) {
          bind(core, speed, id);
          core.executeUpdate();
          speed.executeUpdate();
          connection.commit();
        }
        connection.setAutoCommit(true);
        return operations;
      };
    };
  }

  private static Side lensInserts(int rows, int operations) {
    return connection -> {
      PreparedStatement insert = connection.prepareStatement(INSERT_CAR);
      return round -> {
        for (int id = rows + 1; id <= rows + operations; id++) {
          bind(insert, id);
          insert.executeUpdate();
        }
        return operations;
      };
    };
  }

  private static Side handDeletes(int rows, int operations) {
    return connection -> {
      PreparedStatement core =
          connection.prepareStatement(
              Fixture.quoted("delete from `store`.`car_core` where `id` = ?"));
      PreparedStatement speed =
          connection.prepareStatement(
              Fixture.quoted("delete from `store`.`car_speed` where `id` = ?"));
      return round -> {
        connection.setAutoCommit(false);
        long count = 0;
        for (int id = rows + 1; id <= rows + operations; id++) {
          speed.setInt(1, id);
          speed.executeUpdate();
          core.setInt(1, id);
          count += core.executeUpdate();
          connection.commit();
        }
        connection.setAutoCommit(true);
        return count;
      };
    };
  }

  private static Side lensDeletes(int rows, int operations) {
    return connection -> {
      PreparedStatement delete = connection.prepareStatement("delete from app.car where id = ?");
      return round -> {
        long count = 0;
        for (int id = rows + 1; id <= rows + operations; id++) {
          delete.setInt(1, id);
          count += delete.executeUpdate();
        }
        return count;
      };
    };
  }

  private static Side handLiteralInserts(int rows, int operations) {
    return connection -> {
      Statement statement = connection.createStatement();
      return round -> {
        connection.setAutoCommit(false);
        for (int id = rows + 1; id <= rows + operations; id++) {
          statement.executeUpdate(
              Fixture.quoted(
                  "insert into `store`.`car_core` values (" + id + ", '" + make(id) + "')"));
          statement.executeUpdate(
              Fixture.quoted(
                  "insert into `store`.`car_speed` values (" + id + ", " + speed(id) + ")"));
          connection.commit();
        }
        connection.setAutoCommit(true);
        return operations;
      };
    };
  }

  private static Side lensLiteralInserts(int rows, int operations) {
    return connection -> {
      Statement statement = connection.createStatement();
      return round -> {
        for (int id = rows + 1; id <= rows + operations; id++) {
          statement.executeUpdate(
              ("insert into app.car (id, make, topSpeed)"
                  + " values ("
                  + id
                  + ", '"
                  + make(id)
                  + "', "
                  + speed(id)
                  + ")"));
        }
        return operations;
      };
    };
  }

  /** Keys all over the table, each once as long as there are more rows than operations. */
  private static int key(int operation, int rows) {
    return (int) ((operation * 7_919L) % rows) + 1;
  }

  private static Side updates(String text, int rows, int operations) {
    return connection -> {
      PreparedStatement update = connection.prepareStatement(Fixture.quoted(text));
      return round -> {
        long count = 0;
        for (int i = 0; i < operations; i++) {
          update.setInt(1, round);
          update.setInt(2, key(i, rows));
          count += update.executeUpdate();
        }
        return count;
      };
    };
  }

  private static Side pointReads(String text, int rows, int operations) {
    return connection -> {
      PreparedStatement select = connection.prepareStatement(Fixture.quoted(text));
      return round -> {
        long read = 0;
        for (int i = 0; i < operations; i++) {
          select.setInt(1, key(i + round, rows));
          try (ResultSet result = select.executeQuery()) {
            read += sum(result);
          }
        }
        return read;
      };
    };
  }

  private static Side literalReads(String text, int rows, int operations) {
    return connection -> {
      Statement statement = connection.createStatement();
      return round -> {
        long read = 0;
        for (int i = 0; i < operations; i++) {
          try (ResultSet result =
              statement.executeQuery(Fixture.quoted(text) + key(i + round, rows))) {
            read += sum(result);
          }
        }
        return read;
      };
    };
  }

  /** All rows by a cursor: within a transaction, with a fetch size. */
  private static Side fullRead(String text) {
    return connection -> {
      PreparedStatement select = connection.prepareStatement(Fixture.quoted(text));
      select.setFetchSize(BATCH);
      return round -> {
        connection.setAutoCommit(false);
        long read;
        try (ResultSet result = select.executeQuery()) {
          read = sum(result);
        }
        end(connection);
        return read;
      };
    };
  }

  private static long sum(ResultSet result) throws SQLException {
    long sum = 0;
    boolean wide = result.getMetaData().getColumnCount() == 3;
    while (result.next()) {
      sum += result.getInt(1);
      if (wide) {
        sum += result.getString(2).length();
        sum += result.getInt(3);
      } else {
        sum += result.getInt(2);
      }
    }
    return sum;
  }
}
