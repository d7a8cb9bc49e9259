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
package io.calcitelens.adapters.jdbc;

import io.calcitelens.adapters.StoreCursor;
import io.calcitelens.adapters.spill.RowBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Iterator;

/** Rows that are fetched while the caller reads, or that were read out before. */
final class JdbcCursor implements StoreCursor {
  /** How many rows that were read out stay in memory. */
  private static final int MEMORY_ROWS = 10_000;

  private final JdbcSession session;
  private final String sql;
  private final PreparedStatement statement;
  private final ResultSet resultSet;
  private final ValueCodec[] codecs;
  private boolean onRow;
  private Object[] row;
  private RuntimeException lost;
  private RowBuffer readOut;
  private Iterator<Object[]> left;
  private boolean released;

  JdbcCursor(
      JdbcSession session,
      String sql,
      PreparedStatement statement,
      ResultSet resultSet,
      ValueCodec[] codecs) {
    this.session = session;
    this.sql = sql;
    this.statement = statement;
    this.resultSet = resultSet;
    this.codecs = codecs;
  }

  @Override
  public boolean next() {
    row = null;
    if (left != null) {
      row = left.hasNext() ? left.next() : null;
      return row != null;
    }
    return fetch();
  }

  private boolean fetch() {
    if (lost != null) {
      throw lost;
    }
    try {
      onRow = resultSet.next();
      return onRow;
    } catch (SQLException e) {
      throw session.fault(e);
    }
  }

  @Override
  public Object[] row() {
    if (row == null) {
      row = readRow();
    }
    return row;
  }

  private Object[] readRow() {
    final Object[] values = new Object[codecs.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = read(i);
    }
    return values;
  }

  /** Read from the driver when it is asked for: most clients ask once, and not for all. */
  @Override
  public Object value(int column) {
    return row == null ? read(column) : row[column];
  }

  private Object read(int column) {
    try {
      return codecs[column].read(resultSet, column + 1);
    } catch (SQLException e) {
      throw session.fault(e);
    }
  }

  /** Reads the rows that are left, which frees the session for other statements. */
  void readOut() {
    if (released) {
      return;
    }
    if (onRow) {
      row();
    }
    readOut = new RowBuffer(MEMORY_ROWS);
    while (fetch()) {
      readOut.add(readRow());
    }
    left = readOut.iterator();
    release();
  }

  /** Reads the rows that are left before they are lost; whoever reads on is told if it failed. */
  void keep() {
    try {
      readOut();
    } catch (RuntimeException e) {
      lost = e;
      close();
    }
  }

  @Override
  public void close() {
    if (readOut != null) {
      readOut.close();
    }
    release();
  }

  private void release() {
    if (released) {
      return;
    }
    released = true;
    session.forget(this);
    try {
      resultSet.close();
      session.statements().put(sql, statement);
    } catch (SQLException e) {
      session.statements().discard(statement);
      throw session.fault(e);
    }
  }
}
