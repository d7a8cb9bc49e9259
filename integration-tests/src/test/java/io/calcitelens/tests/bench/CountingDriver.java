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
package io.calcitelens.tests.bench;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;

/** Connects {@code jdbc:counted:URL} to {@code jdbc:URL} and counts what goes to that database. */
public final class CountingDriver implements Driver {
  public static final String PREFIX = "jdbc:counted:";

  private static final Set<String> STATEMENTS =
      Set.of(
          "execute",
          "executeQuery",
          "executeUpdate",
          "executeLargeUpdate",
          "executeBatch",
          "executeLargeBatch");

  /** Each of these waits for the database's answer once, whatever was before. */
  private static final Set<String> MARKS =
      Set.of("setSavepoint", "releaseSavepoint", "setTransactionIsolation");

  private static final AtomicLong STATEMENT_COUNT = new AtomicLong();
  private static final AtomicLong ROUND_TRIP_COUNT = new AtomicLong();
  private static final boolean SHOWN = Boolean.getBoolean("bench.show");

  /** What was sent since the last call, by its text. */
  private static final Map<String, Integer> TEXTS = new TreeMap<>();

  /** The counts since the last call. */
  public static Counts take() {
    synchronized (TEXTS) {
      if (SHOWN) {
        TEXTS.forEach((text, count) -> System.err.println("  " + count + " x " + text));
      }
      TEXTS.clear();
    }
    return new Counts(STATEMENT_COUNT.getAndSet(0), ROUND_TRIP_COUNT.getAndSet(0));
  }

  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    return wrap(
        Connection.class,
        DriverManager.getConnection(url.substring(PREFIX.length()), info),
        new Link(),
        "");
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }

  /** Whether a connection has something that a commit or rollback would tell the database. */
  private static final class Link {
    private boolean open;
  }

  private static <T> T wrap(Class<T> type, T target, Link link, String text) {
    InvocationHandler handler =
        (proxy, method, arguments) -> call(target, method, arguments, link, text);
    return type.cast(
        Proxy.newProxyInstance(
            CountingDriver.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(
      Object target, Method method, Object[] arguments, Link link, String prepared)
      throws Throwable {
    boolean texted = arguments != null && arguments.length > 0 && arguments[0] instanceof String;
    String text = texted ? (String) arguments[0] : prepared;
    if (target instanceof Connection connection) {
      count(connection, method.getName(), arguments, link);
    } else if (target instanceof Statement statement && STATEMENTS.contains(method.getName())) {
      STATEMENT_COUNT.incrementAndGet();
      link.open = !statement.getConnection().getAutoCommit();
      sent(text);
    }
    Object result;
    try {
      result = method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    if (result instanceof CallableStatement s) {
      return wrap(CallableStatement.class, s, link, text);
    } else if (result instanceof PreparedStatement s) {
      return wrap(PreparedStatement.class, s, link, text);
    } else if (result instanceof Statement s) {
      return wrap(Statement.class, s, link, text);
    }
    return result;
  }

  private static void count(Connection connection, String method, Object[] arguments, Link link)
      throws SQLException {
    if (MARKS.contains(method)) {
      sent(method);
      return;
    }
    boolean ends =
        method.equals("commit")
            || method.equals("rollback")
            || method.equals("setAutoCommit") && arguments[0].equals(true);
    if (ends) {
      if (arguments != null && method.equals("rollback")) {
        sent("rollback to savepoint");
      } else if (link.open && !connection.getAutoCommit()) {
        sent(method);
        link.open = false;
      }
    }
  }

  private static void sent(String text) {
    ROUND_TRIP_COUNT.incrementAndGet();
    if (SHOWN) {
      synchronized (TEXTS) {
        TEXTS.merge(text, 1, Integer::sum);
      }
    }
  }
}
