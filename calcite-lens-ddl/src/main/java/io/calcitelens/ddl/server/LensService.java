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

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.proto.Requests;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.Service;
import org.apache.calcite.avatica.remote.TypedValue;

/**
 * All that Avatica's protocol can ask, answered from the sessions. Faults carry their SQLSTATE.
 * That a session or statement is missing is a fault as well: the protocol's own answers for it make
 * the stock client run a statement again, on a new connection or another snapshot.
 */
final class LensService implements Service {
  /** Makes the answers whose classes only Avatica can make, once what they stand for is done. */
  private static final Service DONE =
      new LocalService(
          (Meta)
              Proxy.newProxyInstance(
                  LensService.class.getClassLoader(),
                  new Class<?>[] {Meta.class},
                  (proxy, method, arguments) -> null));

  private final RemoteSessions sessions;

  LensService(RemoteSessions sessions) {
    this.sessions = sessions;
  }

  /** The address is told by the handlers, with faults. */
  @Override
  public void setRpcMetadata(RpcMetadataResponse metadata) {}

  private <T> T in(String session, RemoteSessions.Use<T> use) {
    return RemoteFaults.telling(() -> sessions.with(session, use));
  }

  // --- sessions

  @Override
  public OpenConnectionResponse apply(OpenConnectionRequest request) {
    return RemoteFaults.telling(
        () -> {
          sessions.open(
              request.connectionId, request.info == null ? Map.of() : Map.copyOf(request.info));
          return new OpenConnectionResponse();
        });
  }

  @Override
  public CloseConnectionResponse apply(CloseConnectionRequest request) {
    return RemoteFaults.telling(
        () -> {
          sessions.close(request.connectionId);
          return new CloseConnectionResponse();
        });
  }

  @Override
  public ConnectionSyncResponse apply(ConnectionSyncRequest request) {
    return in(
        request.connectionId, s -> new ConnectionSyncResponse(s.sync(request.connProps), null));
  }

  @Override
  public CommitResponse apply(CommitRequest request) {
    return in(
        request.connectionId,
        s -> {
          s.connection().commit();
          return DONE.apply(request);
        });
  }

  @Override
  public RollbackResponse apply(RollbackRequest request) {
    return in(
        request.connectionId,
        s -> {
          s.connection().rollback();
          return DONE.apply(request);
        });
  }

  // --- statements

  @Override
  public CreateStatementResponse apply(CreateStatementRequest request) {
    return in(
        request.connectionId,
        s -> new CreateStatementResponse(request.connectionId, s.create(), null));
  }

  @Override
  public CloseStatementResponse apply(CloseStatementRequest request) {
    return in(
        request.connectionId,
        s -> {
          s.close(request.statementId);
          return new CloseStatementResponse();
        });
  }

  @Override
  public PrepareResponse apply(PrepareRequest request) {
    return in(
        request.connectionId,
        s -> new PrepareResponse(s.prepare(request.sql, request.maxRowCount), null));
  }

  @Override
  public ExecuteResponse apply(ExecuteRequest request) {
    Meta.StatementHandle handle = request.statementHandle;
    List<TypedValue> values = request.parameterValues == null ? List.of() : request.parameterValues;
    return in(
        handle.connectionId,
        s -> answer(s.statement(handle.id).execute(values, request.maxRowCount)));
  }

  @Override
  public ExecuteResponse apply(PrepareAndExecuteRequest request) {
    return in(
        request.connectionId,
        s ->
            answer(
                s.statement(request.statementId)
                    .execute(request.sql, request.maxRowCount, request.maxRowsInFirstFrame)));
  }

  private static ExecuteResponse answer(ResultSetResponse result) {
    return new ExecuteResponse(List.of(result), false, null);
  }

  @Override
  public ExecuteBatchResponse apply(PrepareAndExecuteBatchRequest request) {
    return in(
        request.connectionId,
        s ->
            counts(
                request.connectionId,
                request.statementId,
                s.statement(request.statementId).executeBatch(request.sqlCommands)));
  }

  @Override
  public ExecuteBatchResponse apply(ExecuteBatchRequest request) {
    List<List<TypedValue>> entries =
        request.hasProtoUpdateBatches()
            ? request.getProtoUpdateBatches().stream().map(LensService::values).toList()
            : request.parameterValues;
    return in(
        request.connectionId,
        s ->
            counts(
                request.connectionId,
                request.statementId,
                s.statement(request.statementId).executeBatchOf(entries)));
  }

  private static List<TypedValue> values(Requests.UpdateBatch entry) {
    return entry.getParameterValuesList().stream().map(TypedValue::fromProto).toList();
  }

  private static ExecuteBatchResponse counts(String session, int statement, long[] counts) {
    return new ExecuteBatchResponse(session, statement, counts, false, null);
  }

  @Override
  public FetchResponse apply(FetchRequest request) {
    return in(
        request.connectionId,
        s ->
            new FetchResponse(
                s.statement(request.statementId).fetch(request.offset, request.fetchMaxRowCount),
                false,
                false,
                null));
  }

  @Override
  public SyncResultsResponse apply(SyncResultsRequest request) {
    return RemoteFaults.telling(
        () -> {
          throw LensException.of(
              LensCode.NOT_SUPPORTED, RESOURCE.notSupported("reading a lost result again"));
        });
  }

  // --- metadata

  /** A question to the connection's metadata. */
  private interface Question {
    ResultSet ask(DatabaseMetaData metaData) throws SQLException;
  }

  private ResultSetResponse metadata(String session, Question question) {
    return in(session, s -> s.metadata(question.ask(s.connection().getMetaData())));
  }

  @Override
  public ResultSetResponse apply(CatalogsRequest request) {
    return metadata(request.connectionId, DatabaseMetaData::getCatalogs);
  }

  @Override
  public ResultSetResponse apply(SchemasRequest request) {
    return metadata(
        request.connectionId, m -> m.getSchemas(request.catalog, request.schemaPattern));
  }

  @Override
  public ResultSetResponse apply(TablesRequest request) {
    String[] types =
        request.typeList == null || request.typeList.isEmpty()
            ? null
            : request.typeList.toArray(String[]::new);
    return metadata(
        request.connectionId,
        m -> m.getTables(request.catalog, request.schemaPattern, request.tableNamePattern, types));
  }

  @Override
  public ResultSetResponse apply(TableTypesRequest request) {
    return metadata(request.connectionId, DatabaseMetaData::getTableTypes);
  }

  @Override
  public ResultSetResponse apply(TypeInfoRequest request) {
    return metadata(request.connectionId, DatabaseMetaData::getTypeInfo);
  }

  @Override
  public ResultSetResponse apply(ColumnsRequest request) {
    return metadata(
        request.connectionId,
        m ->
            m.getColumns(
                request.catalog,
                request.schemaPattern,
                request.tableNamePattern,
                request.columnNamePattern));
  }

  @Override
  public DatabasePropertyResponse apply(DatabasePropertyRequest request) {
    return in(
        request.connectionId,
        s -> {
          DatabaseMetaData metaData = s.connection().getMetaData();
          Map<Meta.DatabaseProperty, Object> properties =
              new EnumMap<>(Meta.DatabaseProperty.class);
          for (Meta.DatabaseProperty property : Meta.DatabaseProperty.values()) {
            properties.put(property, value(property, metaData));
          }
          return new DatabasePropertyResponse(properties, null);
        });
  }

  private static Object value(Meta.DatabaseProperty property, DatabaseMetaData metaData)
      throws SQLException {
    if (!property.isJdbc) {
      return property.defaultValue;
    }
    try {
      return property.method.invoke(metaData);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof SQLException sql ? sql : new SQLException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
