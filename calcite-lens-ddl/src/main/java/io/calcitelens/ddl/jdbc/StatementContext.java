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

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.rules.CaptureLimits;
import java.util.function.Supplier;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;

/**
 * What an execution looks up by name. Most executions ask for their parameters and their
 * transaction alone; the rest, clock and time zone among it, is made when it is first asked for,
 * and then stays.
 */
final class StatementContext implements DataContext {
  private final LensConnection connection;
  private final Object[] parameters;
  private final LensTransaction transaction;
  private final ExecutionRequest request;
  private final Supplier<DataContext> making;
  private DataContext ambient;

  /**
   * The context of one execution.
   *
   * @param parameters in the internal representation, in order
   * @param making makes what is asked for rarely
   */
  StatementContext(
      LensConnection connection,
      Object[] parameters,
      LensTransaction transaction,
      ExecutionRequest request,
      Supplier<DataContext> making) {
    this.connection = requireNonNull(connection, "connection");
    this.parameters = requireNonNull(parameters, "parameters");
    this.transaction = requireNonNull(transaction, "transaction");
    this.request = requireNonNull(request, "request");
    this.making = requireNonNull(making, "making");
  }

  private synchronized DataContext ambient() {
    if (ambient == null) {
      ambient = making.get();
    }
    return ambient;
  }

  @Override
  public SchemaPlus getRootSchema() {
    return ambient().getRootSchema();
  }

  @Override
  public JavaTypeFactory getTypeFactory() {
    return connection.getTypeFactory();
  }

  @Override
  public QueryProvider getQueryProvider() {
    return connection;
  }

  @Override
  public Object get(String name) {
    if (name.charAt(0) == '?') {
      int ordinal = Integer.parseInt(name, 1, name.length(), 10);
      return ordinal < parameters.length ? parameters[ordinal] : null;
    }
    if (name.equals(LensTransaction.VARIABLE)) {
      return transaction;
    }
    if (name.equals(Variable.CANCEL_FLAG.camelName)) {
      return request.cancelFlag();
    }
    if (name.equals(Variable.TIMEOUT.camelName)) {
      return request.timeoutSeconds() > 0 ? request.timeoutSeconds() * 1000L : null;
    }
    if (name.equals(CaptureLimits.MEMORY_ROWS)) {
      return ConnectionOptions.captureMemoryRows(connection.getProperties()).orElse(null);
    }
    return ambient().get(name);
  }
}
