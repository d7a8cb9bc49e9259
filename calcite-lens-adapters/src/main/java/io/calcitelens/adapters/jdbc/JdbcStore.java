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

import static java.util.Objects.requireNonNull;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.SetStatements;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreCapabilities;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.TableId;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import javax.transaction.xa.XAResource;
import org.apache.calcite.sql.SqlDialect;
import org.h2.jdbcx.JdbcConnectionPool;

/** A database behind a JDBC data source. */
public final class JdbcStore implements Store {
  /** Sessions that wait longer than this for a lock are told to try again. */
  static final int LOCK_TIMEOUT_MILLIS = 10_000;

  private static final int MAX_CONNECTIONS = 64;

  private final String name;
  private final DataSource dataSource;
  private final StoreProduct product;
  private final AutoCloseable onClose;
  private final BasisConvention convention;
  private final Optional<IdleSessions> idle;

  private JdbcStore(
      String name,
      DataSource dataSource,
      StoreProduct product,
      AutoCloseable onClose,
      Optional<IdleSessions> idle) {
    this.name = requireNonNull(name, "name");
    this.dataSource = requireNonNull(dataSource, "dataSource");
    this.product = requireNonNull(product, "product");
    this.onClose = requireNonNull(onClose, "onClose");
    this.idle = requireNonNull(idle, "idle");
    this.convention = new BasisConvention(this);
  }

  /**
   * A store over a data source that somebody else made and closes. It keeps none of its connections
   * longer than a session lasts.
   *
   * @throws StoreException of kind UNAVAILABLE if it gives no connection
   */
  public static JdbcStore over(String name, DataSource dataSource) {
    return create(name, dataSource, () -> {}, Optional.empty());
  }

  /**
   * A store behind a URL, with a pool of connections that lives as long as the store.
   *
   * @throws StoreException of kind UNAVAILABLE if it cannot be reached
   */
  public static JdbcStore connect(String name, String url, String user, String password) {
    final HikariConfig config = new HikariConfig();
    config.setPoolName("lens-" + name);
    config.setJdbcUrl(url);
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(MAX_CONNECTIONS);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(LOCK_TIMEOUT_MILLIS);
    config.setInitializationFailTimeout(-1);
    // A pool would try again until its timeout, and then not say why.
    try (Connection first = DriverManager.getConnection(url, user, password)) {
      final StoreProduct product = StoreProduct.of(first.getMetaData());
      final HikariDataSource pool = new HikariDataSource(config);
      return new JdbcStore(name, pool, product, pool, Optional.of(new IdleSessions()));
    } catch (SQLException | RuntimeException e) {
      throw unavailable(name, e);
    }
  }

  /** An H2 of its own in memory; its rows live as long as the store is open. */
  public static JdbcStore ownMemory(String name) {
    return own(name, "mem:lens_" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE");
  }

  /**
   * An H2 of its own in a file, to which H2 appends {@code .mv.db}. A commit is on the disk when it
   * returns.
   *
   * @throws StoreException of kind UNAVAILABLE if the file is in use by another process, or is none
   *     of H2's
   */
  public static JdbcStore ownFile(String name, Path path) {
    final String file = path.toAbsolutePath().normalize().toString();
    if (file.indexOf(';') >= 0) {
      throw unavailable(name, new IllegalArgumentException("semicolon in the path " + file));
    }
    return own(name, "file:" + file + ";DB_CLOSE_DELAY=-1;WRITE_DELAY=0");
  }

  private static JdbcStore own(String name, String database) {
    final JdbcConnectionPool pool =
        JdbcConnectionPool.create(
            "jdbc:h2:" + database + ";TRACE_LEVEL_FILE=0;LOCK_TIMEOUT=" + LOCK_TIMEOUT_MILLIS,
            "sa",
            "");
    pool.setMaxConnections(MAX_CONNECTIONS);
    return create(name, pool, () -> shutDown(pool), Optional.of(new IdleSessions()));
  }

  private static void shutDown(JdbcConnectionPool pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    } finally {
      pool.dispose();
    }
  }

  private static JdbcStore create(
      String name, DataSource dataSource, AutoCloseable onClose, Optional<IdleSessions> idle) {
    try (Connection connection = dataSource.getConnection()) {
      return new JdbcStore(
          name, dataSource, StoreProduct.of(connection.getMetaData()), onClose, idle);
    } catch (SQLException e) {
      final StoreException fault = unavailable(name, e);
      try {
        onClose.close();
      } catch (Exception closing) {
        fault.addSuppressed(closing);
      }
      throw fault;
    }
  }

  private static StoreException unavailable(String name, Exception cause) {
    return new StoreException(
        StoreException.Kind.UNAVAILABLE,
        name,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        cause);
  }

  @Override
  public String name() {
    return name;
  }

  /** The data source, for what goes past the store. */
  public DataSource dataSource() {
    return dataSource;
  }

  @Override
  public SqlDialect dialect() {
    return product.dialect();
  }

  @Override
  public StoreCapabilities capabilities() {
    return product.capabilities();
  }

  @Override
  public boolean joinsStatements() {
    return product.joinsStatements();
  }

  @Override
  public Optional<SetStatements> sets() {
    return product.sets().map(dialect -> new JdbcSets(this, dialect));
  }

  @Override
  public Optional<XAResource> branches() {
    return product.branches().map(sql -> new PreparedBranches(this, sql));
  }

  StoreProduct product() {
    return product;
  }

  /** The convention of all relations that this store computes. */
  BasisConvention convention() {
    return convention;
  }

  @Override
  public Object comparisonKey(BasisColumn column, Object value) {
    return ComparisonKeys.of(product, column.type(), value);
  }

  @Override
  public JdbcSession open(SessionOptions options) {
    if (idle.isPresent()) {
      Optional<JdbcSession> kept = idle.get().take(options);
      while (kept.isPresent()) {
        if (kept.get().reopen(options)) {
          return kept.get();
        }
        kept = idle.get().take(options);
      }
    }
    try {
      return JdbcSession.open(this, dataSource.getConnection(), options);
    } catch (SQLException e) {
      final StoreFault fault = product.fault(StoreProduct.root(e));
      final StoreException.Kind kind =
          switch (fault.kind()) {
            case UNAVAILABLE, SERIALIZATION -> fault.kind();
            default -> StoreException.Kind.CONNECTION;
          };
      throw new StoreException(kind, name, Optional.empty(), List.of(), Optional.empty(), e);
    }
  }

  /** Keeps a session that is not needed now; false if it is to end. */
  boolean keep(JdbcSession session) {
    return idle.isPresent() && idle.get().keep(session);
  }

  /** Ends the idle sessions: after a fault, and when the schema changes. */
  void forgetIdle() {
    idle.ifPresent(IdleSessions::clear);
  }

  /** Ends what is idle after a connection was lost: where one is, the others mostly are too. */
  void forgetLost() {
    forgetIdle();
    if (dataSource instanceof HikariDataSource pool && pool.getHikariPoolMXBean() != null) {
      pool.getHikariPoolMXBean().softEvictConnections();
    }
  }

  /** A fault of the store in terms of its tables. */
  StoreException fault(SQLException e, Optional<TableId> table) {
    final StoreFault fault = product.fault(StoreProduct.root(e));
    return new StoreException(fault.kind(), name, table, fault.columns(), fault.constraint(), e);
  }

  /** Closes the pool, and with it a database of its own. */
  @Override
  public void close() {
    idle.ifPresent(IdleSessions::end);
    try {
      onClose.close();
    } catch (SQLException e) {
      throw fault(e, Optional.empty());
    } catch (Exception e) {
      throw new IllegalStateException("closing store " + name, e);
    }
  }

  @Override
  public String toString() {
    return "JdbcStore(" + name + ")";
  }
}
