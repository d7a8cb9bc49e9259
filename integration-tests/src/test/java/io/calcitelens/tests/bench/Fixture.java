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
import java.util.List;
import java.util.Objects;

/**
 * Cars that are kept in several tables, reached by hand and through a lens. Each side starts a run
 * from the same rows.
 */
final class Fixture implements AutoCloseable {
  private static final int BATCH = 1_000;

  private final BenchStore store;
  private final Layout layout;
  private final Connection setUp;

  Fixture(BenchStore store, Layout layout) throws SQLException {
    this.store = store;
    this.layout = layout;
    this.setUp = store.connect();
    run(setUp, List.of("drop schema if exists `store` cascade"));
    run(setUp, layout.tables());
    if (store.triggers()) {
      run(setUp, layout.triggers());
    }
  }

  BenchStore store() {
    return store;
  }

  Layout layout() {
    return layout;
  }

  /** SQL of the store, whose names stand between backticks. */
  static String quoted(String sql) {
    return sql.replace('`', '"');
  }

  private static void run(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(quoted(sql));
      }
    }
  }

  /** Puts {@code rows} cars into the table that bulk inserts read. */
  void fillSource(int rows) throws SQLException {
    run(setUp, List.of("truncate table `store`.`new_car`"));
    setUp.setAutoCommit(false);
    CarTable source = layout.source();
    try (PreparedStatement insert = setUp.prepareStatement(quoted(source.insertParameters()))) {
      for (int id = 1; id <= rows; id++) {
        source.bind(insert, id);
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
    if (store.triggers()) {
      run(
          setUp,
          List.of(
              "truncate table "
                  + String.join(", ", layout.parts().stream().map(Layout.Part::name).toList())));
    } else {
      run(setUp, layout.deletes(""));
    }
  }

  /** Makes the cars those of the source again. */
  void refill() throws SQLException {
    empty();
    run(setUp, layout.copies(0, ""));
    settle();
  }

  /** Takes away the cars above an id. */
  void cut(int id) throws SQLException {
    run(setUp, layout.deletes("where `id` > " + id));
  }

  /** Makes so many cars above an id, after those that are there already have gone. */
  void extend(int id, int cars) throws SQLException {
    cut(id);
    run(setUp, layout.copies(id, "where `id` <= " + cars));
  }

  /** Changes nothing, but lets no store answer a query with the rows of the last time. */
  void touch() throws SQLException {
    run(
        setUp,
        layout.parts().stream()
            .map(
                p -> "update %s set `%2$s` = `%2$s` where `id` = 1".formatted(p.name(), p.column()))
            .toList());
  }

  private void settle() throws SQLException {
    run(setUp, List.of(store.triggers() ? layout.analyze() : "analyze"));
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
    Connection connection = DriverManager.getConnection("jdbc:lens:" + properties);
    run(connection, layout.design(store.module(counted)));
    return connection;
  }

  /** A number that stands for all cars, as the tables hold them. */
  long digest() throws SQLException {
    long digest = 0;
    for (Layout.Part part : layout.parts()) {
      try (Statement statement = setUp.createStatement();
          ResultSet rows =
              statement.executeQuery(quoted("select * from " + part.name() + " order by `id`"))) {
        while (rows.next()) {
          digest = 31 * digest + Objects.hash(part.table(), rows.getObject(1), rows.getObject(2));
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
