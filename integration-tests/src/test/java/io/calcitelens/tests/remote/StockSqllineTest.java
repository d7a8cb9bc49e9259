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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.ddl.server.LensServer;
import io.calcitelens.ddl.server.ServerSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sqlline.SqlLine;

/** Sqlline as it comes, which cuts every statement at its semicolons, braces or not. */
class StockSqllineTest {
  private static final String SCRIPT =
      """
      -- The design: how you want to think about it. No storage decisions here.
      declare logical schema App {
        table Car (
          id       int primary key,
          make     varchar(20),
          topSpeed int
        );
      }
      ;
      -- The storage: ordinary module-backed tables.
      declare schema Store {
        -- a comment; with a semicolon
        table CarCore  (id int primary key, make varchar(20)) using mem();
        /* another; one */
        table CarSpeed (id int primary key, topSpeed int) using mem();
      };
      declare lens for App over Store {
        view Car as
          select id, make, topSpeed
          from CarCore join CarSpeed using (id);
      }
      ;
      apply schema App;
      insert into App.Car (id, make, topSpeed) values (7, 'Civic', 180);
      select make || ';' || topSpeed as shown from App.Car where id = 7;
      !autocommit off
      update App.Car set topSpeed = 200 where id = 7;
      rollback;
      select 'speed ' || topSpeed as shown from Store.CarSpeed;
      """;

  @TempDir private Path folder;

  private String run(String url, String script) throws IOException {
    Path file = Files.writeString(folder.resolve("script.sql"), script);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    SqlLine line = new SqlLine();
    line.setOutputStream(stream);
    line.setErrorStream(stream);
    String[] arguments = {
      "-u",
      url,
      "-n",
      "",
      "-p",
      "",
      "--maxWidth=200",
      "--isolation=TRANSACTION_READ_COMMITTED",
      "-f",
      file.toString()
    };
    line.begin(arguments, new ByteArrayInputStream(new byte[0]), false);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void assertRan(String output) {
    assertTrue(output.contains("Civic;180"), output);
    assertTrue(output.contains("speed 180"), output);
    assertFalse(output.contains("Error"), output);
  }

  @Test
  void embedded() throws IOException {
    assertRan(run("jdbc:lens:", SCRIPT));
  }

  @Test
  void remote() throws IOException {
    try (LensServer server = LensServer.start(ServerSettings.local("jdbc:lens:"))) {
      assertRan(run(Remote.url(server, "protobuf"), SCRIPT));
      assertEquals(0, server.sessionCount());
    }
  }

  @Test
  void aBlockThatBreaksOffIsTold() throws IOException {
    String output =
        run(
            "jdbc:lens:",
            """
            declare schema S {
              table A (id int primary key);
            select 'ran ' || 'all the same' as shown from (values (1)) as t (x);
            select 'and ' || 'the next' as shown from (values (1)) as t (x);
            """);
    assertTrue(output.contains("42601"), output);
    assertTrue(output.contains("line 1, column 18"), output);
  }
}
