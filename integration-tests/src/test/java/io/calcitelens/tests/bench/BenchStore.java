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

import io.calcitelens.tests.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * A database on which both sides of a pair run.
 *
 * @param name what stands before the dot of a benchmark's name
 * @param singles how many one-row operations make up one timed run
 * @param settling statements that make the store know its rows after many changed
 */
record BenchStore(
    String name, String url, String user, String password, int singles, List<String> settling) {

  /** H2 in the process, in memory. */
  static BenchStore h2() {
    return new BenchStore(
        "h2",
        "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
        "sa",
        "",
        2_000,
        List.of("analyze"));
  }

  /** PostgreSQL in a process of its own, reached over the loopback. */
  static BenchStore postgres() throws SQLException {
    return new BenchStore(
        "pg",
        PostgresServer.newDatabase() + "?reWriteBatchedInserts=true",
        PostgresServer.USER,
        PostgresServer.PASSWORD,
        500,
        List.of("analyze `store`.`new_car`, `store`.`car_core`, `store`.`car_speed`"));
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url, user, password);
  }

  /** A connection whose statements are counted. */
  Connection counted() throws SQLException {
    return DriverManager.getConnection(CountingDriver.PREFIX + url, user, password);
  }

  /** The text behind {@code using} in a declaration. */
  String module(boolean counted) {
    return "jdbc('%s', '%s', '%s')"
        .formatted(counted ? CountingDriver.PREFIX + url : url, user, password);
  }
}
