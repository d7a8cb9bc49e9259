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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Ways to read cars. */
final class Reads {
  private Reads() {}

  static Side points(String text, int rows, int operations) {
    return connection -> {
      PreparedStatement select = connection.prepareStatement(Fixture.quoted(text));
      return round -> {
        long read = 0;
        for (int i = 0; i < operations; i++) {
          select.setInt(1, RowSides.key(i + round, rows));
          try (ResultSet result = select.executeQuery()) {
            read += sum(result);
          }
        }
        return read;
      };
    };
  }

  static Side literalPoints(String text, int rows, int operations) {
    return connection -> {
      Statement statement = connection.createStatement();
      return round -> {
        long read = 0;
        for (int i = 0; i < operations; i++) {
          try (ResultSet result =
              statement.executeQuery(Fixture.quoted(text) + RowSides.key(i + round, rows))) {
            read += sum(result);
          }
        }
        return read;
      };
    };
  }

  /** All rows by a cursor: within a transaction, with a fetch size. */
  static Side full(String text) {
    return connection -> {
      PreparedStatement select = connection.prepareStatement(Fixture.quoted(text));
      select.setFetchSize(BulkSides.BATCH);
      return round -> {
        connection.setAutoCommit(false);
        long read;
        try (ResultSet result = select.executeQuery()) {
          read = sum(result);
        }
        BulkSides.end(connection);
        return read;
      };
    };
  }

  private static long sum(ResultSet result) throws SQLException {
    long sum = 0;
    int columns = result.getMetaData().getColumnCount();
    int text = columns > 2 ? 2 : 0;
    while (result.next()) {
      for (int i = 1; i <= columns; i++) {
        sum += i == text ? result.getString(i).length() : result.getInt(i);
      }
    }
    return sum;
  }
}
