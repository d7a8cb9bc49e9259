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
import java.util.Collections;
import java.util.List;

/**
 * A table with all columns of a car.
 *
 * @param columns the id, the make, and numbers
 */
record CarTable(String name, List<String> columns) {
  private String columnList() {
    return String.join(", ", columns);
  }

  String select() {
    return "select " + columnList() + " from " + name;
  }

  /** An insert up to its source. */
  String insert() {
    return "insert into " + name + " (" + columnList() + ") ";
  }

  String insertParameters() {
    return insert()
        + "values ("
        + String.join(", ", Collections.nCopies(columns.size(), "?"))
        + ")";
  }

  String insertLiterals(int id) {
    StringBuilder text = new StringBuilder(insert());
    text.append("values (").append(id).append(", '").append(Layout.make(id)).append('\'');
    for (int i = 1; i < columns.size() - 1; i++) {
      text.append(", ").append(Layout.number(i, id));
    }
    return text.append(')').toString();
  }

  /** Gives a prepared insert the values of a car. */
  void bind(PreparedStatement insert, int id) throws SQLException {
    insert.setInt(1, id);
    insert.setString(2, Layout.make(id));
    for (int i = 1; i < columns.size() - 1; i++) {
      insert.setInt(i + 2, Layout.number(i, id));
    }
  }

  RowSides.Update updateNumber() {
    return new RowSides.Update(
        "update %s set %s = ? where %s = ?".formatted(name, number(), id()), false, true);
  }

  RowSides.Update updateBoth() {
    return new RowSides.Update(
        "update %s set %s = ?, %s = ? where %s = ?".formatted(name, columns.get(1), number(), id()),
        true,
        true);
  }

  /** The first number's column. */
  String number() {
    return columns.get(2);
  }

  String id() {
    return columns.get(0);
  }
}
