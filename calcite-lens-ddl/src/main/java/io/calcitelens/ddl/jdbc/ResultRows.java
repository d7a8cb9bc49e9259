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
package io.calcitelens.ddl.jdbc;

import org.apache.calcite.linq4j.Enumerator;

/** Rows that a client reads, in the internal representation. */
interface ResultRows extends AutoCloseable {
  /** Moves to the next row; false at the end. */
  boolean next();

  /** One value of the current row; columns count from 0. */
  Object value(int column);

  /** Releases what the rows are read from. */
  @Override
  void close();

  /** Rows that are there, or are computed, as arrays. */
  static ResultRows of(Enumerator<Object[]> rows) {
    return new ResultRows() {
      private Object[] row;

      @Override
      public boolean next() {
        // Generated code computes a row whenever it is asked for, and may fail: once, and here.
        final boolean more = rows.moveNext();
        row = more ? rows.current() : null;
        return more;
      }

      @Override
      public Object value(int column) {
        return row[column];
      }

      @Override
      public void close() {
        rows.close();
      }
    };
  }
}
