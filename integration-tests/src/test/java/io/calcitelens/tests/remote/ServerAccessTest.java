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

import static io.calcitelens.tests.remote.Remote.fails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.ddl.server.LensServer;
import io.calcitelens.ddl.server.PasswordHash;
import io.calcitelens.ddl.server.ServerSettings;
import io.calcitelens.prover.LensException;
import io.calcitelens.tests.jdbc.Lenses;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may connect, with which properties, and what a client may make the server do. */
class ServerAccessTest {
  private static final ServerSettings LOCAL = ServerSettings.local("jdbc:lens:");

  @TempDir private Path folder;

  private Path users() throws IOException {
    return Files.writeString(
        folder.resolve("users"),
        "ada: "
            + PasswordHash.of("secret".toCharArray())
            + ",admin\nbob: "
            + PasswordHash.of("other".toCharArray())
            + "\n");
  }

  private static Connection connect(LensServer server, String user, String password)
      throws SQLException {
    return DriverManager.getConnection(
        server.clientUrl() + ";avatica_user=" + user + ";avatica_password=" + password);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model",
        "parserFactory",
        "schemaFactory",
        "typeSystem",
        "fun",
        "planCache",
        "anything"
      })
  void otherPropertiesAreRefusedByName(String property) {
    try (LensServer server = LensServer.start(LOCAL)) {
      fails("42501", "lens.not-allowed", () -> Remote.connect(server, property, "x").close());
      assertEquals(0, server.sessionCount());
    }
  }

  @Test
  void harmlessPropertiesAreTaken() throws SQLException {
    try (LensServer server = LensServer.start(LOCAL)) {
      try (Connection connection = Remote.connect(server)) {
        Remote.deploy(connection, "X", "Y");
        Lenses.run(connection, "insert into X.T values (1, 'x', 1)");
      }
      Properties properties = new Properties();
      properties.setProperty("user", "ada");
      properties.setProperty("password", "unused");
      properties.setProperty("readOnly", "true");
      properties.setProperty("autoCommit", "false");
      properties.setProperty("transactionIsolation", "SERIALIZABLE");
      try (Connection connection =
          DriverManager.getConnection(Remote.url(server, "protobuf"), properties)) {
        connection.setSchema("X");
        assertEquals(List.of("1"), Lenses.rows(connection, "select id from T"));
        fails("25006", "lens.read-only-transaction", () -> Lenses.run(connection, "delete from T"));
        assertEquals(Connection.TRANSACTION_SERIALIZABLE, connection.getTransactionIsolation());
        assertFalse(connection.getAutoCommit());
        assertEquals(
            List.of("ada|remote|127.0.0.1|false|X|running"),
            Lenses.rows(
                connection,
                "select user_name, kind, address, admin, schema_name, state"
                    + " from lens.sessions where kind = 'remote'"));
      }
    }
  }

  /** The stock client keeps these to itself. */
  @Test
  void schemaAndTimeZoneAreTakenFromOtherClients() throws Exception {
    try (LensServer server = LensServer.start(LOCAL);
        Connection connection = Remote.connect(server)) {
      Lenses.run(connection, "create schema X");
      HttpResponse<String> answer =
          open(server, "{\"schema\": \"X\", \"timeZone\": \"Asia/Tokyo\"}", "Accept", "*/*");
      assertEquals(200, answer.statusCode(), answer.body());
      assertEquals(
          List.of("X"),
          Lenses.rows(connection, "select schema_name from lens.sessions where schema_name <> ''"));
    }
  }

  @Test
  void pagesInABrowserAreNoClients() throws Exception {
    try (LensServer server = LensServer.start(LOCAL)) {
      assertEquals(403, open(server, "{}", "Origin", "http://elsewhere.example").statusCode());
      assertEquals(0, server.sessionCount());
    }
  }

  private static HttpResponse<String> open(
      LensServer server, String properties, String header, String value) throws Exception {
    String request =
        "{\"request\": \"openConnection\", \"connectionId\": \"c1\", \"info\": " + properties + "}";
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port()))
                .header(header, value)
                .POST(HttpRequest.BodyPublishers.ofString(request))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "declare schema Z using jdbc('jdbc:h2:mem:z') { table A (id int primary key); }",
        "declare schema Z { table A (id int primary key) using jdbc('env:HOME', '', ''); }",
        "declare schema Z { table A (id int primary key) using jdbc('x', '', 'file:/etc/hostname'); }",
        "create function f as 'java.lang.Math'",
        "set parserFactory = 'x'",
        "set planCache = 'false'",
        "set captureMemoryRows = 1000000000"
      })
  void whatReachesOutsideNeedsTheRole(String statement) throws SQLException {
    try (LensServer server = LensServer.start(LOCAL);
        Connection connection = Remote.connect(server)) {
      fails("42501", "lens.not-allowed", () -> Lenses.run(connection, statement));
      Lenses.run(connection, "set timeZone = 'UTC'");
    }
  }

  @Test
  void usersShowWhoTheyAre() throws Exception {
    try (LensServer server = LensServer.start(LOCAL.withUsers(users()))) {
      assertThrows(Exception.class, () -> Remote.connect(server).close());
      assertThrows(Exception.class, () -> connect(server, "ada", "wrong").close());
      assertThrows(Exception.class, () -> connect(server, "eve", "secret").close());
      assertEquals(0, server.sessionCount());
      String outside =
          "declare schema Z using jdbc('jdbc:h2:mem:z') { table A (id int primary key); }";
      try (Connection ada = connect(server, "ada", "secret");
          Connection bob = connect(server, "bob", "other")) {
        Lenses.run(ada, outside, "apply schema Z");
        fails("42501", "lens.not-allowed", () -> Lenses.run(bob, outside));
        assertEquals(
            List.of("ada|true", "bob|false"),
            Lenses.rows(
                bob,
                "select user_name, admin from lens.sessions where kind = 'remote'"
                    + " order by user_name"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ada: secret", "ada: MD5:5ebe2294ecd0e0f08eab7690d2a6ee69,admin"})
  void aUsersFileHoldsHashedPasswords(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("plain"), text);
    LensException fault =
        assertThrows(LensException.class, () -> LensServer.start(LOCAL.withUsers(file)));
    assertEquals("28000", fault.sqlState());
  }

  @Test
  void otherMachinesNeedUsersAndEncryption() throws Exception {
    LensException open =
        assertThrows(LensException.class, () -> LensServer.start(LOCAL.at("0.0.0.0", 0)));
    assertEquals("28000", open.sqlState());
    assertTrue(open.getMessage().startsWith("lens.authentication: "), open.getMessage());
    assertTrue(open.getMessage().contains("--users"), open.getMessage());
    LensException plain =
        assertThrows(
            LensException.class, () -> LensServer.start(LOCAL.at("0.0.0.0", 0).withUsers(users())));
    assertEquals("28000", plain.sqlState());
    assertTrue(plain.getMessage().contains("--keystore"), plain.getMessage());
  }

  @Test
  void aKeyEncrypts() throws Exception {
    Path keystore = folder.resolve("key.p12");
    Path tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    Process made =
        new ProcessBuilder(
                tool.toString(),
                "-genkeypair",
                "-alias",
                "lens",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                keystore.toString(),
                "-storepass",
                "changeit")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertTrue(made.waitFor(60, TimeUnit.SECONDS));
    ServerSettings settings =
        LOCAL
            .at("0.0.0.0", 0)
            .withUsers(users())
            .with(new ServerSettings.Keystore(keystore, "changeit"));
    try (LensServer server = LensServer.start(settings)) {
      String url =
          "jdbc:avatica:remote:url=https://127.0.0.1:"
              + server.port()
              + ";serialization=protobuf;authentication=BASIC;avatica_user=ada;avatica_password=secret"
              + ";truststore="
              + keystore
              + ";truststore_password=changeit";
      try (Connection connection = DriverManager.getConnection(url)) {
        assertEquals(
            List.of("ada"),
            Lenses.rows(connection, "select user_name from lens.sessions where kind = 'remote'"));
      }
    }
    LensException wrong =
        assertThrows(
            LensException.class,
            () -> LensServer.start(LOCAL.with(new ServerSettings.Keystore(keystore, "wrong"))));
    assertEquals("28000", wrong.sqlState());
  }
}
