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
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Prints rows in columns. The widths are those of the first rows; a wider value further down pushes
 * its line, so that a long result needs no memory.
 */
final class TablePrinter {
  private static final int MEASURED_ROWS = 1_000;
  private static final Set<Integer> NUMBERS =
      Set.of(
          Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.DECIMAL,
          Types.NUMERIC,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE);

  private final PrintWriter out;

  TablePrinter(PrintWriter out) {
    this.out = out;
  }

  void print(ResultSet rows) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    int count = columns.getColumnCount();
    String[] labels = new String[count];
    boolean[] right = new boolean[count];
    int[] widths = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = columns.getColumnLabel(i + 1);
      right[i] = NUMBERS.contains(columns.getColumnType(i + 1));
      widths[i] = width(labels[i]);
    }
    List<String[][]> first = measured(rows, widths);
    line(split(labels), widths, new boolean[count]);
    rule(widths);
    for (String[][] row : first) {
      line(row, widths, right);
    }
    long printed = first.size();
    if (printed == MEASURED_ROWS) {
      for (; rows.next(); printed++) {
        line(cells(rows, count), widths, right);
      }
    }
    out.print(printed == 1 ? "(1 row)\n\n" : "(" + printed + " rows)\n\n");
  }

  private static List<String[][]> measured(ResultSet rows, int[] widths) throws SQLException {
    List<String[][]> first = new ArrayList<>();
    while (first.size() < MEASURED_ROWS && rows.next()) {
      String[][] row = cells(rows, widths.length);
      for (int i = 0; i < widths.length; i++) {
        for (String line : row[i]) {
          widths[i] = Math.max(widths[i], width(line));
        }
      }
      first.add(row);
    }
    return first;
  }

  private static String[][] cells(ResultSet rows, int count) throws SQLException {
    String[] cells = new String[count];
    for (int i = 0; i < count; i++) {
      String text = rows.getString(i + 1);
      cells[i] = text == null ? "null" : text;
    }
    return split(cells);
  }

  /** The lines of each cell: a plan is one value of many lines. */
  private static String[][] split(String[] cells) {
    String[][] lines = new String[cells.length][];
    for (int i = 0; i < cells.length; i++) {
      lines[i] = cells[i].stripTrailing().split("\\R", -1);
    }
    return lines;
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  private void rule(int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      out.print(i == 0 ? "" : "+");
      out.print("-".repeat(widths[i] + 2));
    }
    out.print('\n');
  }

  private void line(String[][] cells, int[] widths, boolean[] right) {
    int height = 1;
    for (String[] cell : cells) {
      height = Math.max(height, cell.length);
    }
    for (int n = 0; n < height; n++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < cells.length; i++) {
        String text = n < cells[i].length ? cells[i][n] : "";
        String space = " ".repeat(Math.max(0, widths[i] - width(text)));
        line.append(i == 0 ? " " : " | ").append(right[i] ? space + text : text + space);
      }
      out.print(line.toString().stripTrailing());
      out.print('\n');
    }
  }
}
