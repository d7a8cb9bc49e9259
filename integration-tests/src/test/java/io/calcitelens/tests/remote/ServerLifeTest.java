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
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.ddl.server.LensServer;
import io.calcitelens.ddl.server.ServerLimits;
import io.calcitelens.ddl.server.ServerSettings;
import io.calcitelens.tests.jdbc.Lenses;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server gives at most, how its sessions end, and how it ends itself. */
class ServerLifeTest {
  @TempDir private Path folder;

  private static LensServer start(ServerLimits limits) {
    return LensServer.start(ServerSettings.local("jdbc:lens:").with(limits));
  }

  @Test
  void sessionsAndStatementsAreLimited() throws SQLException {
    ServerLimits limits = new ServerLimits(2, 3, 10, Duration.ofMinutes(1));
    try (LensServer server = start(limits);
        Connection first = Remote.connect(server)) {
      try (Connection second = Remote.connect(server)) {
        fails("53400", "lens.limit-reached", () -> Remote.connect(server).close());
        assertEquals(List.of("1"), Lenses.rows(first, "select 1"));
        assertEquals(List.of("1"), Lenses.rows(second, "select 1"));
      }
      try (Connection again = Remote.connect(server)) {
        assertEquals(2, server.sessionCount());
        List<Statement> open = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          open.add(again.createStatement());
          assertTrue(open.get(i).execute("select 1"));
        }
        fails("53400", "lens.limit-reached", () -> Lenses.rows(again, "select 1"));
        open.get(0).close();
        assertEquals(List.of("1"), Lenses.rows(again, "select 1"));
      }
    }
  }

  @Test
  void anAnswerHoldsNoMoreRowsThanItMay() throws SQLException {
    ServerLimits limits = new ServerLimits(2, 3, 10, Duration.ofMinutes(1));
    try (LensServer server = start(limits);
        Connection connection = Remote.connect(server)) {
      Lenses.run(connection, "create table N (id int primary key)");
      for (int i = 0; i < 25; i++) {
        Lenses.run(connection, "insert into N values (" + i + ")");
      }
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(1_000_000);
        try (ResultSet rows = statement.executeQuery("select id from N order by id")) {
          assertEquals(25, Lenses.rows(rows).size());
        }
      }
    }
  }

  @Test
  void idleSessionsEndAndTheirWorkIsTakenBack() throws Exception {
    ServerLimits limits = new ServerLimits(10, 10, 10, Duration.ofMillis(400));
    try (LensServer server = start(limits)) {
      Connection idle = Remote.connect(server);
      Lenses.run(idle, "create table N (id int primary key)");
      idle.setAutoCommit(false);
      Lenses.run(idle, "insert into N values (1)");
      while (server.sessionCount() > 0) {
        Thread.sleep(20);
      }
      fails("08003", "lens.no-connection", () -> Lenses.rows(idle, "select * from N"));
      try (Connection next = Remote.connect(server)) {
        assertEquals(List.of(), Lenses.rows(next, "select * from N"));
      }
      idle.close();
    }
  }

  @Test
  void clientsSeeTheModelOfTheServer() throws SQLException {
    String store = "jdbc:h2:mem:modelled";
    try (Connection direct = DriverManager.getConnection(store)) {
      Lenses.run(direct, "create table CAR (id int primary key)", "insert into CAR values (7)");
      String model =
          "inline:{version:'1.0',schemas:[{type:'jdbc',name:'S',jdbcUrl:'"
              + store
              + "',jdbcDriver:'org.h2.Driver'}]}";
      ServerSettings settings = ServerSettings.local("jdbc:lens:;model=\"" + model + "\"");
      try (LensServer server = LensServer.start(settings);
          Connection first = Remote.connect(server);
          Connection second = Remote.connect(server)) {
        assertEquals(1, Lenses.update(first, "update S.CAR set id = 8"));
        assertEquals(List.of("8"), Lenses.rows(second, "select id from S.CAR"));
      }
    }
  }

  @Test
  void whenItStopsNothingStaysBehind() throws SQLException {
    String url = "jdbc:lens:" + folder.resolve("stops");
    Connection left;
    try (LensServer server = LensServer.start(ServerSettings.local(url))) {
      left = Remote.connect(server);
      Lenses.run(left, "create table N (id int primary key)", "insert into N values (1)");
      left.setAutoCommit(false);
      Lenses.run(left, "insert into N values (2)");
    }
    try (Connection after = DriverManager.getConnection(url)) {
      assertEquals(List.of("1"), Lenses.rows(after, "select * from N"));
    }
    assertFalse(
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(t -> t.isAlive() && t.getName().startsWith("lens-server")));
  }

  @Test
  void theCommandServesUntilItIsTold() throws Exception {
    Path database = folder.resolve("served");
    Process process = serve("jdbc:lens:" + database);
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      String ready = out.readLine();
      assertTrue(
          ready.startsWith("lens: serving jdbc:avatica:remote:url=http://127.0.0.1:"), ready);
      String url = ready.substring("lens: serving ".length());
      Connection connection = DriverManager.getConnection(url);
      Lenses.run(connection, "create table N (id int primary key)", "insert into N values (1)");
      connection.setAutoCommit(false);
      Lenses.run(connection, "insert into N values (2)");
      process.destroy();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS));
      assertEquals(0, process.exitValue());
    } finally {
      process.destroyForcibly();
    }
    try (Connection after = DriverManager.getConnection("jdbc:lens:" + database)) {
      assertEquals(List.of("1"), Lenses.rows(after, "select * from N"));
    }
  }

  private static Process serve(String url) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "io.calcitelens.ddl.tools.Main",
            "serve",
            "-u",
            url,
            "--port",
            "0")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
