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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Rows that are fetched while the caller reads. */
final class JdbcCursor implements StoreCursor {
  private final JdbcSession session;
  private final String sql;
  private final PreparedStatement statement;
  private final ResultSet resultSet;
  private final ValueCodec[] codecs;
  private Object[] row;
  private boolean closed;

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
    try {
      return resultSet.next();
    } catch (SQLException e) {
      throw session.fault(e);
    }
  }

  @Override
  public Object[] row() {
    if (row == null) {
      final Object[] values = new Object[codecs.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = read(i);
      }
      row = values;
    }
    return row;
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

  /** Reads all rows, which frees the session for other statements. */
  StoreCursor readOut() {
    final List<Object[]> rows = new ArrayList<>();
    try (this) {
      while (next()) {
        rows.add(row());
      }
    }
    return new ListCursor(rows);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      resultSet.close();
      session.statements().put(sql, statement);
    } catch (SQLException e) {
      session.statements().discard(statement);
      throw session.fault(e);
    }
  }

  private static final class ListCursor implements StoreCursor {
    private final List<Object[]> rows;
    private int position = -1;

    ListCursor(List<Object[]> rows) {
      this.rows = rows;
    }

    @Override
    public boolean next() {
      return ++position < rows.size();
    }

    @Override
    public Object[] row() {
      return rows.get(position);
    }

    @Override
    public void close() {
      // The statement was closed when the rows were read out.
    }
  }
}
