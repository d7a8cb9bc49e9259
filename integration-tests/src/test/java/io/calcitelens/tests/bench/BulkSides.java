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
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Ways to write many cars. */
final class BulkSides {
  static final int BATCH = 1_000;

  private BulkSides() {}

  /** Statements in one transaction; the count of the last is told. */
  static Side statements(List<String> texts) {
    return connection ->
        round -> {
          connection.setAutoCommit(texts.size() == 1);
          try (Statement statement = connection.createStatement()) {
            long count = 0;
            for (String text : texts) {
              count = statement.executeUpdate(Fixture.quoted(text));
            }
            end(connection);
            return count;
          }
        };
  }

  static void end(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  static List<PreparedStatement> prepare(Connection connection, List<String> texts)
      throws SQLException {
    List<PreparedStatement> statements = new ArrayList<>();
    for (String text : texts) {
      statements.add(connection.prepareStatement(Fixture.quoted(text)));
    }
    return statements;
  }

  /** Gives the inserts of a car their values. */
  static void bind(List<PreparedStatement> inserts, int id) throws SQLException {
    for (int i = 0; i < inserts.size(); i++) {
      PreparedStatement insert = inserts.get(i);
      insert.setInt(1, id);
      if (i == 0) {
        insert.setString(2, Layout.make(id));
      } else {
        insert.setInt(2, Layout.number(i, id));
      }
    }
  }

  static Side handBatches(Layout layout, int rows) {
    return connection -> {
      List<PreparedStatement> inserts = prepare(connection, layout.inserts());
      return round -> {
        connection.setAutoCommit(false);
        for (int id = 1; id <= rows; id++) {
          bind(inserts, id);
          for (PreparedStatement insert : inserts) {
            insert.addBatch();
          }
          if (id % BATCH == 0 || id == rows) {
            for (PreparedStatement insert : inserts) {
              insert.executeBatch();
            }
          }
        }
        end(connection);
        return rows;
      };
    };
  }

  static Side batches(CarTable table, int rows) {
    return connection -> {
      PreparedStatement insert =
          connection.prepareStatement(Fixture.quoted(table.insertParameters()));
      return round -> {
        connection.setAutoCommit(false);
        for (int id = 1; id <= rows; id++) {
          table.bind(insert, id);
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
}
