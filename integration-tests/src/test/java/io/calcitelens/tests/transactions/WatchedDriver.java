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
package io.calcitelens.tests.transactions;

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
import java.util.Properties;
import java.util.Set;
import java.util.logging.Logger;

/**
 * Connects {@code jdbc:watched:LABEL:URL} to a URL, and tells a watcher of each call that counts.
 */
public final class WatchedDriver implements Driver {
  private static final String PREFIX = "jdbc:watched:";
  private static final Set<String> COUNTED =
      Set.of(
          "execute",
          "executeQuery",
          "executeUpdate",
          "executeLargeUpdate",
          "executeBatch",
          "executeLargeBatch",
          "commit");

  private static volatile Watcher watcher = Watcher.NONE;

  /** Who is told of calls; what it throws is thrown by the call. */
  interface Watcher {
    Watcher NONE =
        new Watcher() {
          @Override
          public void before(String label, String call) {}

          @Override
          public void after(String label, String call) {}
        };

    /**
     * A call is about to be made.
     *
     * @param call the statement's text, or the method's name where there is none
     */
    void before(String label, String call) throws SQLException;

    /** A call has succeeded. */
    void after(String label, String call) throws SQLException;
  }

  /** Thrown by a watcher to cut the connection. */
  static final class Lost extends SQLException {
    private static final long serialVersionUID = 1L;

    Lost() {
      super("cut", "08006");
    }
  }

  static void watch(Watcher watching) {
    watcher = watching;
  }

  /** The URL of a store, watched under a label. */
  static String url(String label, String url) {
    return PREFIX + label + ":" + url;
  }

  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    int colon = url.indexOf(':', PREFIX.length());
    String label = url.substring(PREFIX.length(), colon);
    Connection real = DriverManager.getConnection(url.substring(colon + 1), info);
    return new Calls(label, real).wrap(Connection.class, real, "");
  }

  /** The calls of one connection and its statements. */
  private record Calls(String label, Connection connection) {
    <T> T wrap(Class<T> type, T target, String sql) {
      InvocationHandler handler =
          (proxy, method, arguments) -> call(target, method, arguments, sql);
      return type.cast(
          Proxy.newProxyInstance(
              WatchedDriver.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private Object call(Object target, Method method, Object[] arguments, String sql)
        throws Throwable {
      String text =
          arguments != null && arguments.length > 0 && arguments[0] instanceof String given
              ? given
              : sql;
      Object result;
      try {
        result =
            COUNTED.contains(method.getName())
                ? watched(target, method, arguments, text.isEmpty() ? method.getName() : text)
                : method.invoke(target, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      } catch (Lost e) {
        connection.abort(Runnable::run);
        throw e;
      }
      if (result instanceof CallableStatement s) {
        return wrap(CallableStatement.class, s, text);
      } else if (result instanceof PreparedStatement s) {
        return wrap(PreparedStatement.class, s, text);
      } else if (result instanceof Statement s) {
        return wrap(Statement.class, s, "");
      }
      return result;
    }

    private Object watched(Object target, Method method, Object[] arguments, String told)
        throws SQLException, ReflectiveOperationException {
      Watcher watching = watcher;
      watching.before(label, told);
      Object result = method.invoke(target, arguments);
      watching.after(label, told);
      return result;
    }
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
}
