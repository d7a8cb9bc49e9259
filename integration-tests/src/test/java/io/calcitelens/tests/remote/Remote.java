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
package io.calcitelens.tests.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.ddl.server.LensServer;
import io.calcitelens.tests.jdbc.Lenses;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.apache.calcite.avatica.AvaticaClientRuntimeException;
import org.junit.jupiter.api.function.Executable;

/** Connections of the stock client, and designs for them. */
final class Remote {
  private Remote() {}

  static String url(LensServer server, String serialization) {
    return "jdbc:avatica:remote:url=http://127.0.0.1:"
        + server.port()
        + ";serialization="
        + serialization;
  }

  static Connection connect(LensServer server) throws SQLException {
    return DriverManager.getConnection(url(server, "protobuf"));
  }

  static Connection connect(LensServer server, String property, String value) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty(property, value);
    return DriverManager.getConnection(url(server, "protobuf"), properties);
  }

  /** Declares and deploys a table T (id, a, n) of a design over two members. */
  static void deploy(Connection connection, String design, String storage) throws SQLException {
    Lenses.run(
        connection,
        "declare schema "
            + storage
            + " { table A (id int primary key, a varchar(10)) using mem();"
            + " table B (id int primary key, n int) using mem(); }",
        "declare logical schema "
            + design
            + " { table T (id int primary key, a varchar(10), n int check (n >= 0)); }",
        "declare lens for "
            + design
            + " over "
            + storage
            + " { view T as select id, a, n from A join B using (id); }",
        "apply schema " + design);
  }

  /**
   * That a call fails with a SQLSTATE, and a message that holds a code. The stock client wraps what
   * the server says in some calls and not in others.
   */
  static void fails(String sqlState, String code, Executable call) {
    Exception fault = assertThrows(Exception.class, call);
    String state =
        fault instanceof AvaticaClientRuntimeException raw
            ? raw.getSqlState()
            : assertInstanceOf(SQLException.class, fault).getSQLState();
    assertEquals(sqlState, state, fault.getMessage());
    assertTrue(fault.getMessage().contains(code + ": "), fault.getMessage());
  }
}
