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

import static io.calcitelens.prover.LensResource.RESOURCE;
import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.LensTypes;
import io.calcitelens.ddl.catalog.CatalogState;
import io.calcitelens.ddl.catalog.Client;
import io.calcitelens.ddl.catalog.LensDatabase;
import io.calcitelens.ddl.catalog.PlanCache;
import io.calcitelens.ddl.parser.BlockBuffer;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.rules.CaptureHome;
import io.calcitelens.rules.DmlPlanner;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.jdbc.CalcitePrepare;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.Driver;
import org.apache.calcite.jdbc.LensConnectionBase;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.tools.RelRunner;

/** A connection to a lens database. Its calls are serialised; results read beside them. */
public final class LensConnection extends LensConnectionBase {
  /** A property of connections: {@code false} plans every statement anew. */
  private static final String PLAN_CACHE = "planCache";

  private static final String CAPTURE_HOME = "captureHome";

  private final LensDatabase database;
  private final Presence presence;
  private final ConnectionTransaction transaction;
  private final StatementRunner runner;
  private final DmlPlanner dmlPlanner;
  private final CaptureHome captureHome;
  private final BlockBuffer blocks = new BlockBuffer();
  private final Properties clientInfo = new Properties();
  private final Set<LensResultSet> openResults = Collections.newSetFromMap(new WeakHashMap<>());
  private Set<String> mounted = Set.of();
  private Optional<CatalogState> pinned = Optional.empty();
  private int savepointCount;

  /** Null until it is asked for, which happens before this class is initialised too. */
  private volatile PropertySnapshot snapshot;

  /** Connects to a database that the connection then owns one hold of. */
  public LensConnection(
      Driver driver,
      AvaticaFactory factory,
      String url,
      Properties info,
      LensDatabase database,
      DmlPlanner dmlPlanner,
      Client client) {
    super(
        driver,
        factory,
        url,
        info,
        CalciteSchema.createRootSchema(false, false),
        LensTypes.newFactory());
    this.database = requireNonNull(database, "database");
    this.dmlPlanner = requireNonNull(dmlPlanner, "dmlPlanner");
    this.presence = new Presence(this, requireNonNull(client, "client"));
    this.captureHome = captureHome(info);
    this.transaction = new ConnectionTransaction(database::begin);
    this.runner = new StatementRunner(this, transaction, database);
  }

  /** The database, for the tools that come with the driver. */
  public LensDatabase database() {
    return database;
  }

  /** Shows the connection in {@code lens.sessions} until it is closed. */
  public void enter() {
    presence.enter();
  }

  /** Who uses the connection, and what it does now. */
  Presence presence() {
    return presence;
  }

  ConnectionTransaction transaction() {
    return transaction;
  }

  StatementRunner runner() {
    return runner;
  }

  // --- planning

  /**
   * The catalog that statements see: in a transaction that which it saw first, else the newest.
   * Schemas that were added to the connection's root are made part of the database first.
   */
  synchronized CatalogState state() {
    mountOwnSchemas();
    if (transaction.autoCommit()) {
      return database.state();
    }
    if (pinned.isEmpty()) {
      pinned = Optional.of(database.state());
    }
    return pinned.get();
  }

  /** Lets the transaction see the catalog as it is now. */
  synchronized void forgetState() {
    pinned = Optional.empty();
  }

  /** Makes the schemas of the connection's model part of the database. */
  public void mountModel() {
    state();
  }

  /** The property {@code schema} of the URL names the default schema. */
  public void useSchemaProperty() {
    String schema = config().schema();
    if (schema != null && config().model() == null) {
      ErrorTranslation.translating(
          () -> {
            setSchema(schema);
            return schema;
          });
    }
  }

  private void mountOwnSchemas() {
    Set<String> names = ownSchemaNames();
    if (!names.equals(mounted)) {
      Set<String> mounting = Set.copyOf(names);
      database.mount(ownRootSchema().plus());
      mounted = mounting;
      pinned = Optional.empty();
    }
  }

  @Override
  public CalcitePrepare.Context createPrepareContext() {
    return new PrepareContext(this, state().rootSchema());
  }

  @Override
  public <T> T unwrap(Class<T> iface) throws SQLException {
    if (iface == RelRunner.class) {
      RelRunner runner = rel -> prepare(() -> plan(p -> p.prepare(rel)), KeyRequest.NONE);
      return iface.cast(runner);
    }
    return super.unwrap(iface);
  }

  /** Plans against what the connection sees now. */
  LensPlanning planning() {
    CatalogState state = state();
    return new LensPlanning(
        state.rootSchema(),
        state.generation(),
        defaultSchemaPath(),
        config(),
        typeFactory,
        captureHome);
  }

  List<String> defaultSchemaPath() {
    try {
      String schema = getSchema();
      return List.of(schema == null || schema.isEmpty() ? CatalogState.DEFAULT_SCHEMA : schema);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a text of a plain statement means, after those that came before it. */
  synchronized BlockBuffer.Step take(String text) {
    return ErrorTranslation.translating(() -> blocks.add(text));
  }

  /** Makes a statement ready to run, any number of times. */
  synchronized StatementPlan plan(String sql) {
    return sharesPlans()
        ? sharedPlans().plan(sql)
        : plan(preparer -> preparer.prepare(sql, SqlText.statement(sql, config())));
  }

  /** Makes a statement ready to run once; those that differ in literals share a plan. */
  synchronized ReadyStatement ready(String sql) {
    return sharesPlans() ? sharedPlans().ready(sql) : new ReadyStatement(plan(sql), List.of());
  }

  private static CaptureHome captureHome(Properties properties) {
    String name = properties.getProperty(CAPTURE_HOME, CaptureHome.AUTO.name());
    return CaptureHome.of(name)
        .orElseThrow(
            () ->
                LensException.of(
                    LensCode.NOT_SUPPORTED,
                    RESOURCE.propertyValue(CAPTURE_HOME, name, "auto, jvm or store")));
  }

  private PropertySnapshot snapshot() {
    PropertySnapshot known = snapshot;
    if (known == null || !known.isOf(getProperties())) {
      known = PropertySnapshot.of(getProperties(), config());
      snapshot = known;
    }
    return known;
  }

  @Override
  public TimeZone getTimeZone() {
    return snapshot().timeZone();
  }

  private boolean sharesPlans() {
    return !"false".equalsIgnoreCase(getProperties().getProperty(PLAN_CACHE));
  }

  private SharedPlans sharedPlans() {
    CatalogState state = state();
    PlanCache.Key base =
        new PlanCache.Key(
            state, "", "", defaultSchemaPath(), getTimeZone().getID(), snapshot().ofPlans());
    return new SharedPlans(
        state.plans(), base, (text, statement) -> plan(p -> p.prepare(text, statement)), config());
  }

  /** Makes a statement ready to run that is parsed already. */
  StatementPlan plan(SqlNode statement) {
    return plan(preparer -> preparer.prepare(statement));
  }

  private synchronized StatementPlan plan(Function<Preparer, StatementPlan> preparing) {
    // Parts of Calcite ask the thread for the context of what is being prepared.
    CalcitePrepare.Context context = createPrepareContext();
    CalcitePrepare.Dummy.push(context);
    try {
      return preparing.apply(new Preparer(planning(), dmlPlanner));
    } finally {
      CalcitePrepare.Dummy.pop(context);
    }
  }

  /** Whether a text is a statement that writes rows; a text that is none is not. */
  boolean isWrite(String sql) {
    try {
      return Preparer.isWrite(SqlText.statement(sql, config()));
    } catch (LensException e) {
      return false;
    }
  }

  /** Whether a plan still is for the catalog that the connection sees. */
  boolean isCurrent(StatementPlan plan) {
    return plan.generation() < 0 || plan.generation() == state().generation();
  }

  // --- statements

  @Override
  public LensStatement createStatement(
      int resultSetType, int resultSetConcurrency, int resultSetHoldability) throws SQLException {
    checkOpen();
    return new LensStatement(this, null, resultSetType, resultSetConcurrency, resultSetHoldability);
  }

  @Override
  public LensPreparedStatement prepareStatement(
      String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
      throws SQLException {
    return prepare(() -> plan(sql), KeyRequest.NONE);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
    return prepare(() -> plan(sql), KeyRequest.flag(autoGeneratedKeys));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
    return prepare(() -> plan(sql), KeyRequest.indexes(columnIndexes));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
    return prepare(() -> plan(sql), KeyRequest.names(columnNames));
  }

  /** Results are read forward only, and end with the transaction, whatever was asked for. */
  private LensPreparedStatement prepare(Supplier<StatementPlan> planning, KeyRequest keys)
      throws SQLException {
    checkOpen();
    try {
      return new LensPreparedStatement(this, planning.get(), keys);
    } catch (RuntimeException e) {
      throw ErrorTranslation.toSql(e);
    }
  }

  /** Remembers a result that ends with the transaction. */
  synchronized void opened(LensResultSet result) {
    if (!transaction.autoCommit()) {
      openResults.add(result);
    }
  }

  private void closeResults() {
    List<LensResultSet> ending = List.copyOf(openResults);
    openResults.clear();
    ending.forEach(LensResultSet::close);
  }

  // --- transactions

  /** A step of transaction control, whose faults are told the JDBC way. */
  private synchronized void control(Runnable step) throws SQLException {
    checkOpen();
    try {
      step.run();
    } catch (RuntimeException e) {
      throw ErrorTranslation.toSql(e);
    }
  }

  /** Ends what stands on the transaction, then ends it. */
  synchronized void endTransaction(Runnable ending) {
    closeResults();
    pinned = Optional.empty();
    ending.run();
  }

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    control(
        () -> {
          if (autoCommit != transaction.autoCommit()) {
            endTransaction(() -> transaction.setAutoCommit(autoCommit));
          }
        });
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    checkOpen();
    return transaction.autoCommit();
  }

  @Override
  public void commit() throws SQLException {
    control(() -> endTransaction(transaction::commit));
  }

  @Override
  public void rollback() throws SQLException {
    control(() -> endTransaction(transaction::rollback));
  }

  @Override
  public void setReadOnly(boolean readOnly) throws SQLException {
    control(() -> transaction.setReadOnly(readOnly));
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    checkOpen();
    return transaction.readOnly();
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    control(
        () -> {
          if (level != Connection.TRANSACTION_READ_COMMITTED
              && level != Connection.TRANSACTION_REPEATABLE_READ
              && level != Connection.TRANSACTION_SERIALIZABLE
              && level != Connection.TRANSACTION_READ_UNCOMMITTED) {
            throw LensException.of(
                LensCode.NOT_SUPPORTED, RESOURCE.notSupported("isolation level " + level));
          }
          transaction.setIsolation(level);
        });
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    checkOpen();
    int level = transaction.isolation();
    return level == Connection.TRANSACTION_NONE ? Connection.TRANSACTION_READ_COMMITTED : level;
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    LensSavepoint savepoint = LensSavepoint.unnamed(++savepointCount);
    control(() -> transaction.savepoint(savepoint.key()));
    return savepoint;
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    LensSavepoint savepoint = LensSavepoint.named(name);
    control(() -> transaction.savepoint(savepoint.key()));
    return savepoint;
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    control(() -> transaction.rollbackTo(LensSavepoint.key(savepoint)));
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    control(() -> transaction.release(LensSavepoint.key(savepoint)));
  }

  // --- the rest of the connection

  @Override
  public int getHoldability() throws SQLException {
    checkOpen();
    return ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public String nativeSQL(String sql) throws SQLException {
    checkOpen();
    return sql;
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    checkOpen();
    return Map.of();
  }

  @Override
  public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    checkOpen();
  }

  @Override
  public void setClientInfo(String name, String value) {
    if (value == null) {
      clientInfo.remove(name);
    } else {
      clientInfo.setProperty(name, value);
    }
  }

  @Override
  public void setClientInfo(Properties properties) {
    clientInfo.clear();
    clientInfo.putAll(properties);
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    checkOpen();
    Properties copy = new Properties();
    copy.putAll(clientInfo);
    return copy;
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    close();
  }

  @Override
  public synchronized void close() throws SQLException {
    if (isClosed()) {
      return;
    }
    try {
      closeResults();
      for (Statement statement : List.copyOf(statementMap.values())) {
        statement.close();
      }
      transaction.end();
    } catch (RuntimeException e) {
      throw ErrorTranslation.toSql(e);
    } finally {
      presence.leave();
      try {
        super.close();
      } finally {
        database.close();
      }
    }
  }
}
