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
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One of the two databases of a run. */
abstract class Side implements AutoCloseable {
  final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private Savepoint savepoint;

  Side(Connection connection) {
    this.connection = connection;
  }

  /** Runs a statement; the outcome of a twin names every class of error that is right. */
  abstract Outcome run(Op.Run statement) throws SQLException;

  final void execute(List<String> statements) throws SQLException {
    for (String sql : statements) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      } catch (SQLException e) {
        throw new SQLException("in: " + sql, e.getSQLState(), e);
      }
    }
  }

  final void turn(Op.Turn turn) throws SQLException {
    if (connection.getAutoCommit() != (turn == Op.Turn.BEGIN)) {
      throw new SQLException(turn + " in the wrong place");
    }
    switch (turn) {
      case BEGIN -> connection.setAutoCommit(false);
      case COMMIT -> {
        connection.commit();
        connection.setAutoCommit(true);
      }
      case ROLLBACK -> {
        connection.rollback();
        connection.setAutoCommit(true);
      }
      case SAVEPOINT -> savepoint = connection.setSavepoint("s");
      case ROLLBACK_TO -> connection.rollback(savepoint);
    }
  }

  final Outcome execute(Fragment fragment, Map<Hole, Object> values) throws SQLException {
    String sql = fragment.sql(values, false);
    List<Hole> parameters = fragment.parameters();
    if (parameters.isEmpty()) {
      try (Statement statement = connection.createStatement()) {
        return outcome(statement, statement.execute(sql));
      } catch (SQLException e) {
        return Outcome.error(e);
      }
    }
    try {
      PreparedStatement statement = prepare(sql);
      bind(statement, parameters, values);
      return outcome(statement, statement.execute());
    } catch (SQLException e) {
      return Outcome.error(e);
    }
  }

  /** The rows of a query, sorted. */
  final List<String> query(String sql) throws SQLException {
    try (ResultSet result = prepare(sql).executeQuery()) {
      return Outcome.read(result);
    }
  }

  /** The rows of a query as values, in its order. */
  final List<Object[]> tuples(Fragment fragment, Map<Hole, Object> values) throws SQLException {
    PreparedStatement statement = prepare(fragment.sql(values, false));
    bind(statement, fragment.parameters(), values);
    List<Object[]> rows = new ArrayList<>();
    try (ResultSet result = statement.executeQuery()) {
      int width = result.getMetaData().getColumnCount();
      while (result.next()) {
        Object[] row = new Object[width];
        for (int i = 0; i < width; i++) {
          row[i] = result.getObject(i + 1);
        }
        rows.add(row);
      }
    }
    return rows;
  }

  final PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    return statement;
  }

  private static void bind(PreparedStatement statement, List<Hole> holes, Map<Hole, Object> values)
      throws SQLException {
    for (int i = 0; i < holes.size(); i++) {
      Object value = values.get(holes.get(i));
      if (value == null) {
        statement.setNull(i + 1, holes.get(i).kind.jdbcType);
      } else if (value instanceof Integer n) {
        statement.setInt(i + 1, n);
      } else if (value instanceof BigDecimal d) {
        statement.setBigDecimal(i + 1, d);
      } else if (value instanceof Boolean b) {
        statement.setBoolean(i + 1, b);
      } else {
        statement.setString(i + 1, (String) value);
      }
    }
  }

  private static Outcome outcome(Statement statement, boolean query) throws SQLException {
    if (!query) {
      return Outcome.count(statement.getUpdateCount());
    }
    try (ResultSet result = statement.getResultSet()) {
      return Outcome.rows(Outcome.read(result));
    }
  }

  @Override
  public void close() throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback();
    }
    for (PreparedStatement statement : prepared.values()) {
      statement.close();
    }
    connection.close();
  }
}
