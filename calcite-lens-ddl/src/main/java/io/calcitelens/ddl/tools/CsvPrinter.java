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
package io.calcitelens.ddl.tools;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** Prints rows as comma-separated values; an empty line stands between two queries. */
final class CsvPrinter {
  private final PrintWriter out;

  CsvPrinter(PrintWriter out) {
    this.out = out;
  }

  void print(ResultSet rows) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    int count = columns.getColumnCount();
    for (int i = 1; i <= count; i++) {
      out.print(i == 1 ? "" : ",");
      out.print(cell(columns.getColumnLabel(i)));
    }
    out.print('\n');
    while (rows.next()) {
      for (int i = 1; i <= count; i++) {
        out.print(i == 1 ? "" : ",");
        out.print(cell(rows.getString(i)));
      }
      out.print('\n');
    }
    out.print('\n');
  }

  /** Null is nothing at all, so that the empty string must have its quotes. */
  private static String cell(String text) {
    if (text == null) {
      return "";
    }
    boolean quoted =
        text.isEmpty()
            || text.chars().anyMatch(c -> c == '"' || c == ',' || c == '\n' || c == '\r');
    return quoted ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }
}
