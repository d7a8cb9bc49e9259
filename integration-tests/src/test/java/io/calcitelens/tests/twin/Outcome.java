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
package io.calcitelens.tests.twin;

import java.math.BigDecimal;
import java.sql.Clob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a statement did.
 *
 * @param count logical rows, or -1 after an error
 * @param rows what it returned, sorted; empty if nothing
 * @param errors the SQLSTATE classes that are right; empty if it succeeded
 * @param detail for the report
 */
record Outcome(long count, List<String> rows, Set<String> errors, String detail) {
  static Outcome count(long count) {
    return new Outcome(count, List.of(), Set.of(), "");
  }

  static Outcome rows(List<String> rows) {
    return new Outcome(rows.size(), rows, Set.of(), "");
  }

  static Outcome error(String state, String detail) {
    String errorClass = state == null ? "none" : state.substring(0, 2);
    return new Outcome(-1, List.of(), Set.of(errorClass), state + " " + detail);
  }

  static Outcome error(SQLException e) {
    return error(e.getSQLState(), e.getMessage());
  }

  /** An error that several rules could report. */
  Outcome or(Set<String> others) {
    Set<String> all = new TreeSet<>(errors);
    all.addAll(others);
    return new Outcome(-1, List.of(), all, detail);
  }

  boolean failed() {
    return !errors.isEmpty();
  }

  /** Whether this is right where the twin did {@code expected}. */
  boolean agrees(Outcome expected) {
    if (failed() || expected.failed()) {
      return failed() && expected.errors.containsAll(errors);
    }
    return count == expected.count && rows.equals(expected.rows);
  }

  /** The rows of a result as text, sorted. */
  static List<String> read(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    int width = result.getMetaData().getColumnCount();
    while (result.next()) {
      List<String> cells = new ArrayList<>();
      for (int i = 1; i <= width; i++) {
        cells.add(cell(result.getObject(i)));
      }
      rows.add(String.join("|", cells));
    }
    Collections.sort(rows);
    return rows;
  }

  private static String cell(Object value) throws SQLException {
    if (value instanceof BigDecimal d) {
      return d.signum() == 0 ? "0" : d.stripTrailingZeros().toPlainString();
    }
    if (value instanceof Clob clob) {
      return clob.getSubString(1, (int) clob.length());
    }
    return String.valueOf(value);
  }

  @Override
  public String toString() {
    if (failed()) {
      return "error of class " + String.join(" or ", new TreeSet<>(errors)) + " (" + detail + ")";
    }
    return "count " + count + (rows.isEmpty() ? "" : ", rows " + rows);
  }
}
