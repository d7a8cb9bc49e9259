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
package io.calcitelens.ddl.tools;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A connection whose {@code executeQuery} runs any statement. Quidem's {@code !error} calls it for
 * writes too, and the error of the write is what the script wants to see.
 */
public final class WritableConnection {
  private WritableConnection() {}

  public static Connection over(Connection connection) {
    return (Connection)
        proxy(
            Connection.class,
            (method, arguments) -> {
              Object result = invoke(connection, method, arguments);
              return method.getName().equals("createStatement")
                  ? statement((Statement) result)
                  : result;
            });
  }

  private static Object statement(Statement statement) {
    return proxy(
        Statement.class,
        (method, arguments) -> {
          if (!method.getName().equals("executeQuery")) {
            return invoke(statement, method, arguments);
          }
          if (!statement.execute((String) arguments[0])) {
            throw new SQLException("the statement succeeded, and gives no rows");
          }
          return statement.getResultSet();
        });
  }

  /** What a proxy does. */
  private interface Call {
    Object apply(Method method, Object[] arguments) throws Throwable;
  }

  private static Object proxy(Class<?> type, Call call) {
    return Proxy.newProxyInstance(
        WritableConnection.class.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) -> call.apply(method, arguments));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
