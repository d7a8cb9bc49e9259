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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a session keeps of its statements. */
class RemoteSessionTest {
  private int opened;
  private int closed;

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** One whose statements cannot be described. */
  private Connection connection() {
    return proxy(
        Connection.class,
        (connection, call, arguments) -> {
          opened++;
          return proxy(PreparedStatement.class, (statement, c, a) -> answer(c.getName()));
        });
  }

  private Object answer(String call) throws SQLException {
    switch (call) {
      case "close":
        closed++;
        return null;
      case "getMetaData":
        throw new SQLException("cannot be described");
      default:
        return null;
    }
  }

  /**
   * The client learns no number by which it could close one, nor does it use up what is allowed.
   */
  @Test
  void statementThatCannotBeDescribedIsClosed() {
    ServerLimits limits = new ServerLimits(1, 2, 10, Duration.ofMinutes(1));
    RemoteSession session =
        new RemoteSession("s", new RemoteUser("", "here", false), connection(), limits);
    for (int i = 1; i <= 3; i++) {
      SQLException e = assertThrows(SQLException.class, () -> session.prepare("select 1", -1));
      assertEquals("cannot be described", e.getMessage());
      assertEquals(i, opened);
      assertEquals(i, closed);
    }
  }
}
