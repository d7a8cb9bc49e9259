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
package io.calcitelens.tests.faults;

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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;

/** Connects {@code jdbc:faulty:NAME} to an H2 in memory whose n-th executing call fails. */
public final class FaultyDriver implements Driver {
  private static final String PREFIX = "jdbc:faulty:";
  private static final Set<String> COUNTED =
      Set.of(
          "execute",
          "executeQuery",
          "executeUpdate",
          "executeLargeUpdate",
          "executeBatch",
          "executeLargeBatch",
          "commit");

  /** How many calls are left until one fails; negative if none is to fail. */
  private static final AtomicInteger LEFT = new AtomicInteger(-1);

  /** Makes the n-th call from now fail, once. */
  static void failAt(int call) {
    LEFT.set(call);
  }

  /**
   * Lets all calls succeed again.
   *
   * @return whether the call that was to fail has come
   */
  static boolean disarm() {
    return LEFT.getAndSet(-1) <= 0;
  }

  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    String real = "jdbc:h2:mem:" + url.substring(PREFIX.length()) + ";DB_CLOSE_DELAY=-1";
    return wrap(Connection.class, DriverManager.getConnection(real, info));
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

  private static <T> T wrap(Class<T> type, T target) {
    InvocationHandler handler = (proxy, method, arguments) -> call(target, method, arguments);
    return type.cast(
        Proxy.newProxyInstance(
            FaultyDriver.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    if (COUNTED.contains(method.getName())
        && LEFT.getAndUpdate(left -> left > 0 ? left - 1 : left) == 1) {
      throw new SQLException("injected at " + method.getName(), "58030");
    }
    Object result;
    try {
      result = method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    if (result instanceof CallableStatement s) {
      return wrap(CallableStatement.class, s);
    } else if (result instanceof PreparedStatement s) {
      return wrap(PreparedStatement.class, s);
    } else if (result instanceof Statement s) {
      return wrap(Statement.class, s);
    }
    return result;
  }
}
