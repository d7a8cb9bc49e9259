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

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Ways to write one car after the other, each committed. */
final class RowSides {
  private RowSides() {}

  static Side handInserts(Layout layout, int rows, int operations) {
    return connection -> {
      List<PreparedStatement> inserts = BulkSides.prepare(connection, layout.inserts());
      return round -> {
        connection.setAutoCommit(false);
        for (int id = rows + 1; id <= rows + operations; id++) {
          BulkSides.bind(inserts, id);
          for (PreparedStatement insert : inserts) {
            insert.executeUpdate();
          }
          connection.commit();
        }
        connection.setAutoCommit(true);
        return operations;
      };
    };
  }

  static Side inserts(CarTable table, int rows, int operations) {
    return connection -> {
      PreparedStatement insert =
          connection.prepareStatement(Fixture.quoted(table.insertParameters()));
      return round -> {
        for (int id = rows + 1; id <= rows + operations; id++) {
          table.bind(insert, id);
          insert.executeUpdate();
        }
        return operations;
      };
    };
  }

  static Side handLiteralInserts(Layout layout, int rows, int operations) {
    return connection -> {
      Statement statement = connection.createStatement();
      return round -> {
        connection.setAutoCommit(false);
        for (int id = rows + 1; id <= rows + operations; id++) {
          for (int i = 0; i < layout.parts().size(); i++) {
            String value = i == 0 ? "'" + Layout.make(id) + "'" : "" + Layout.number(i, id);
            statement.executeUpdate(
                Fixture.quoted(
                    "insert into %s values (%d, %s)"
                        .formatted(layout.parts().get(i).name(), id, value)));
          }
          connection.commit();
        }
        connection.setAutoCommit(true);
        return operations;
      };
    };
  }

  static Side literalInserts(CarTable table, int rows, int operations) {
    return connection -> {
      Statement statement = connection.createStatement();
      return round -> {
        for (int id = rows + 1; id <= rows + operations; id++) {
          statement.executeUpdate(Fixture.quoted(table.insertLiterals(id)));
        }
        return operations;
      };
    };
  }

  /** Keys all over the table, each once as long as there are more rows than operations. */
  static int key(int operation, int rows) {
    return (int) ((operation * 7_919L) % rows) + 1;
  }

  /**
   * An update by key.
   *
   * @param text its parameters are the make and the first number, as far as it writes them, then
   *     the id
   */
  record Update(String text, boolean make, boolean number) {
    void bind(PreparedStatement update, int round, int id) throws SQLException {
      int parameter = 1;
      if (make) {
        update.setString(parameter++, "made " + round);
      }
      if (number) {
        update.setInt(parameter++, round);
      }
      update.setInt(parameter, id);
    }
  }

  static Side updates(List<Update> updates, int rows, int operations) {
    return connection -> {
      List<PreparedStatement> statements =
          BulkSides.prepare(connection, updates.stream().map(Update::text).toList());
      return round -> {
        connection.setAutoCommit(updates.size() == 1);
        long count = 0;
        for (int i = 0; i < operations; i++) {
          for (int u = 0; u < updates.size(); u++) {
            updates.get(u).bind(statements.get(u), round, key(i, rows));
            count += statements.get(u).executeUpdate();
          }
          if (updates.size() > 1) {
            connection.commit();
          }
        }
        connection.setAutoCommit(true);
        return count / updates.size();
      };
    };
  }

  static Side deletes(List<String> texts, int rows, int operations) {
    return connection -> {
      List<PreparedStatement> deletes = BulkSides.prepare(connection, texts);
      return round -> {
        connection.setAutoCommit(texts.size() == 1);
        long count = 0;
        for (int id = rows + 1; id <= rows + operations; id++) {
          for (PreparedStatement delete : deletes) {
            delete.setInt(1, id);
            count += delete.executeUpdate();
          }
          if (texts.size() > 1) {
            connection.commit();
          }
        }
        connection.setAutoCommit(true);
        return count / texts.size();
      };
    };
  }
}
