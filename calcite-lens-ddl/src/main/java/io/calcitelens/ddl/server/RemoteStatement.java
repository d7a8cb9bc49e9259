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
package io.calcitelens.ddl.server;

import static io.calcitelens.prover.LensResource.RESOURCE;

import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.AvaticaPreparedStatement;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.Service.ResultSetResponse;
import org.apache.calcite.avatica.remote.TypedValue;

/** A statement of a session, and the result that is being read from it. */
final class RemoteStatement {
  /** An answer is cut where it has grown this large, whatever the number of its rows. */
  private static final long ANSWER_BYTES = 8L << 20;

  private final String session;
  private final int id;
  private final Statement statement;
  private final int rowLimit;
  private Optional<Reading> reading = Optional.empty();

  /** A result, and how many of its rows were sent. */
  private static final class Reading {
    private final ResultSet rows;
    private final List<RemoteColumn> columns;
    private long sent;
    private boolean ended;

    Reading(ResultSet rows) throws SQLException {
      this.rows = rows;
      this.columns = RemoteColumn.of(rows.getMetaData());
    }
  }

  RemoteStatement(String session, int id, Statement statement, int rowLimit) {
    this.session = session;
    this.id = id;
    this.statement = statement;
    this.rowLimit = rowLimit;
  }

  /** What a client must know of a prepared statement. */
  synchronized Meta.StatementHandle handle(String sql) throws SQLException {
    PreparedStatement prepared = (PreparedStatement) statement;
    ResultSetMetaData result = prepared.getMetaData();
    return new Meta.StatementHandle(
        session,
        id,
        new Meta.Signature(
            result == null ? List.of() : descriptions(RemoteColumn.of(result)),
            sql,
            parameters(prepared.getParameterMetaData()),
            null,
            Meta.CursorFactory.LIST,
            prepared.unwrap(AvaticaPreparedStatement.class).getStatementType()));
  }

  private static List<AvaticaParameter> parameters(ParameterMetaData metaData) throws SQLException {
    List<AvaticaParameter> parameters = new ArrayList<>();
    for (int i = 1; i <= metaData.getParameterCount(); i++) {
      parameters.add(
          new AvaticaParameter(
              metaData.isSigned(i),
              metaData.getPrecision(i),
              metaData.getScale(i),
              metaData.getParameterType(i),
              metaData.getParameterTypeName(i),
              metaData.getParameterClassName(i),
              "?" + i));
    }
    return parameters;
  }

  void limitRows(long maxRows) throws SQLException {
    statement.setLargeMaxRows(Math.max(maxRows, 0));
  }

  synchronized ResultSetResponse execute(String sql, long maxRows, int firstRows)
      throws SQLException {
    forget();
    limitRows(maxRows);
    return answer(statement.execute(sql), firstRows);
  }

  synchronized ResultSetResponse execute(List<TypedValue> parameters, int firstRows)
      throws SQLException {
    forget();
    PreparedStatement prepared = (PreparedStatement) statement;
    RemoteParameters.set(prepared, parameters);
    return answer(prepared.execute(), firstRows);
  }

  synchronized long[] executeBatch(List<String> texts) throws SQLException {
    forget();
    statement.clearBatch();
    for (String text : texts) {
      statement.addBatch(text);
    }
    return statement.executeLargeBatch();
  }

  synchronized long[] executeBatchOf(List<List<TypedValue>> entries) throws SQLException {
    forget();
    PreparedStatement prepared = (PreparedStatement) statement;
    prepared.clearBatch();
    for (List<TypedValue> entry : entries) {
      RemoteParameters.set(prepared, entry);
      prepared.addBatch();
    }
    return prepared.executeLargeBatch();
  }

  private ResultSetResponse answer(boolean givesRows, int firstRows) throws SQLException {
    if (!givesRows) {
      return new ResultSetResponse(
          session, id, true, null, null, statement.getLargeUpdateCount(), null);
    }
    Reading begun = new Reading(statement.getResultSet());
    reading = Optional.of(begun);
    Meta.Frame frame = frame(begun, firstRows);
    return response(session, id, begun.columns, frame);
  }

  /** Rows of a result with what describes them. */
  static ResultSetResponse response(
      String session, int id, List<RemoteColumn> columns, Meta.Frame frame) {
    return new ResultSetResponse(
        session,
        id,
        true,
        new Meta.Signature(
            descriptions(columns),
            "",
            List.of(),
            null,
            Meta.CursorFactory.LIST,
            Meta.StatementType.SELECT),
        frame,
        -1,
        null);
  }

  private static List<ColumnMetaData> descriptions(List<RemoteColumn> columns) {
    return columns.stream().map(RemoteColumn::description).toList();
  }

  /** The rows that follow those which were sent. */
  synchronized Meta.Frame fetch(long offset, int rows) throws SQLException {
    Reading current = reading.orElseThrow(() -> RemoteFaults.wrongCall(RESOURCE.noStatement(id)));
    if (offset != current.sent) {
      throw RemoteFaults.wrongCall(RESOURCE.notAtRow(id, offset, current.sent));
    }
    return frame(current, rows);
  }

  private Meta.Frame frame(Reading from, int wanted) throws SQLException {
    int limit = Math.min(wanted <= 0 ? AvaticaStatement.DEFAULT_FETCH_SIZE : wanted, rowLimit);
    long offset = from.sent;
    List<Object> rows = new ArrayList<>();
    long bytes = 0;
    while (!from.ended && rows.size() < limit && bytes < ANSWER_BYTES) {
      if (from.rows.next()) {
        Object[] row = row(from);
        rows.add(row);
        for (Object value : row) {
          bytes += RemoteColumn.size(value);
        }
      } else {
        from.ended = true;
        from.rows.close();
      }
    }
    from.sent += rows.size();
    return new Meta.Frame(offset, from.ended, rows);
  }

  private static Object[] row(Reading from) throws SQLException {
    Object[] row = new Object[from.columns.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = from.columns.get(i).value(from.rows);
    }
    return row;
  }

  /** All rows of a result that belongs to no statement of the client. */
  static ResultSetResponse all(String session, int id, ResultSet result) throws SQLException {
    try (result) {
      Reading whole = new Reading(result);
      List<Object> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(row(whole));
      }
      return response(session, id, whole.columns, new Meta.Frame(0, true, rows));
    }
  }

  private void forget() {
    reading = Optional.empty();
  }

  /** Makes what runs end soon. */
  void cancel() throws SQLException {
    statement.cancel();
  }

  synchronized void close() throws SQLException {
    forget();
    statement.close();
  }
}
