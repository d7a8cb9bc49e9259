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

import io.calcitelens.rules.DmlResult;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.AvaticaSite;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.jdbc.CalcitePrepare;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;

/**
 * A statement that is planned once and executed many times; it is planned again only when the
 * catalog has changed.
 */
final class LensPreparedStatement extends PreparedSetters {
  private final LensConnection owner;
  private final KeyRequest keys;
  private final Object[] values;
  private final List<List<Object>> batch = new ArrayList<>();
  private StatementPlan plan;
  private Optional<DmlResult.Generated> generated = Optional.empty();

  LensPreparedStatement(LensConnection connection, StatementPlan plan, KeyRequest keys)
      throws SQLException {
    super(connection, signature(plan));
    this.owner = connection;
    this.plan = plan;
    this.keys = keys;
    this.values = new Object[plan.parameterRowType().getFieldCount()];
    Arrays.fill(values, ParameterValues.UNSET);
  }

  private static CalcitePrepare.CalciteSignature<Object> signature(StatementPlan plan) {
    List<AvaticaParameter> parameters = new ArrayList<>();
    for (RelDataTypeField field : plan.parameterRowType().getFieldList()) {
      RelDataType type = field.getType();
      parameters.add(
          new AvaticaParameter(
              true,
              Math.max(type.getPrecision(), 0),
              type.getScale() == RelDataType.SCALE_NOT_SPECIFIED ? 0 : type.getScale(),
              ResultColumns.jdbcType(type),
              ResultColumns.typeName(type),
              Object.class.getName(),
              field.getName()));
    }
    return new CalcitePrepare.CalciteSignature<>(
        plan.sql(),
        parameters,
        Map.of(),
        null,
        plan.columns(),
        Meta.CursorFactory.ARRAY,
        null,
        List.of(),
        -1,
        null,
        statementType(plan));
  }

  private static Meta.StatementType statementType(StatementPlan plan) {
    if (plan.givesRows()) {
      return Meta.StatementType.SELECT;
    }
    return plan instanceof StatementPlan.Write
        ? Meta.StatementType.IS_DML
        : Meta.StatementType.OTHER_DDL;
  }

  private StatementPlan currentPlan() {
    if (!owner.isCurrent(plan)) {
      plan = owner.plan(plan.sql());
    }
    return plan;
  }

  private Outcome run(LensStatement.Expected expected) throws SQLException {
    checkOpen();
    closePrevious();
    cancelFlag.set(false);
    try {
      StatementPlan current = currentPlan();
      expected.check(current);
      Outcome outcome = owner.runner().run(current, request(Arrays.asList(values)));
      generated = outcome.generated();
      updateCount = outcome.count();
      return outcome;
    } catch (RuntimeException e) {
      throw ErrorTranslation.toSql(e);
    }
  }

  private ExecutionRequest request(List<Object> values) throws SQLException {
    return new ExecutionRequest(values, cancelFlag, getLargeMaxRows(), getQueryTimeout(), keys);
  }

  private void closePrevious() {
    AvaticaResultSet previous = openResultSet;
    openResultSet = null;
    updateCount = -1;
    generated = Optional.empty();
    if (previous != null) {
      previous.close();
    }
  }

  private boolean show(Outcome outcome) throws SQLException {
    if (outcome.rows().isEmpty()) {
      return false;
    }
    openResultSet = LensResultSet.open(owner, this, outcome.rows().get());
    updateCount = -1;
    return true;
  }

  @Override
  public boolean execute() throws SQLException {
    return show(run(LensStatement.Expected.ANYTHING));
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    show(run(LensStatement.Expected.ROWS));
    return openResultSet;
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    return run(LensStatement.Expected.COUNT).count();
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    checkOpen();
    return GeneratedKeys.result(owner, keys, generated);
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    return plan.givesRows() ? super.getMetaData() : null;
  }

  @Override
  protected AvaticaSite getSite(int param) throws SQLException {
    checkOpen();
    return new ParameterSite(getParameter(param), getCalendar(), param - 1, values);
  }

  @Override
  public void setObject(int parameterIndex, Object x, SQLType targetSqlType) throws SQLException {
    setObject(parameterIndex, x);
  }

  @Override
  public void setObject(int parameterIndex, Object x, SQLType targetSqlType, int scaleOrLength)
      throws SQLException {
    setObject(parameterIndex, x);
  }

  @Override
  public void clearParameters() throws SQLException {
    checkOpen();
    Arrays.fill(values, ParameterValues.UNSET);
  }

  @Override
  public void addBatch() throws SQLException {
    checkOpen();
    batch.add(Arrays.asList(values.clone()));
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    batch.clear();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    checkOpen();
    closePrevious();
    List<List<Object>> entries = List.copyOf(batch);
    batch.clear();
    BatchOutcome outcome;
    try {
      StatementPlan current = currentPlan();
      List<BatchEntry> prepared = new ArrayList<>();
      for (List<Object> entry : entries) {
        prepared.add(new BatchEntry(current, request(entry)));
      }
      outcome = owner.runner().batch(prepared);
    } catch (RuntimeException e) {
      throw ErrorTranslation.toSql(e);
    }
    generated = outcome.generated();
    return outcome.counts();
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    checkOpen();
    if (current != KEEP_CURRENT_RESULT) {
      closePrevious();
    }
    openResultSet = null;
    updateCount = -1;
    return false;
  }

  @Override
  public void setPoolable(boolean poolable) throws SQLException {
    checkOpen();
  }

  @Override
  public void setEscapeProcessing(boolean enable) throws SQLException {
    checkOpen();
  }
}
