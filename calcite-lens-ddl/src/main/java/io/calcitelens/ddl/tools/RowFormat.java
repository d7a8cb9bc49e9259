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

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;

/** How the rows of a query are printed. */
enum RowFormat {
  /** Columns of even width, for people. */
  TABLE {
    @Override
    void print(ResultSet rows, PrintWriter out) throws SQLException {
      new TablePrinter(out).print(rows);
    }
  },
  /** A header and a line per row; null is nothing, the empty string is {@code ""}. */
  CSV {
    @Override
    void print(ResultSet rows, PrintWriter out) throws SQLException {
      new CsvPrinter(out).print(rows);
    }
  },
  /** An array of objects per query. */
  JSON {
    @Override
    void print(ResultSet rows, PrintWriter out) throws SQLException {
      try {
        new JsonPrinter(out).print(rows);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  };

  abstract void print(ResultSet rows, PrintWriter out) throws SQLException;
}
