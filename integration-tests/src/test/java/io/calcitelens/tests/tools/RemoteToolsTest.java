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
package io.calcitelens.tests.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.ddl.server.LensServer;
import io.calcitelens.ddl.server.PasswordHash;
import io.calcitelens.ddl.server.ServerSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line against a server, and what it makes for one. */
class RemoteToolsTest {
  @TempDir private Path folder;

  @Test
  void theTourLooksTheSameFromAnotherProcess() {
    String tour = CommandLineRun.ROOT.resolve("docs/tour.sql").toString();
    CommandLineRun embedded = CommandLineRun.of("run", tour);
    try (LensServer server = LensServer.start(ServerSettings.local("jdbc:lens:"))) {
      CommandLineRun remote = CommandLineRun.of("run", "-u", server.clientUrl(), tour);
      assertEquals("", remote.err());
      assertEquals(embedded.out(), remote.out());
      assertEquals(0, remote.status());
    }
  }

  @Test
  void aFaultNamesItsLineAndCode() throws IOException {
    Path script = Files.writeString(folder.resolve("bad.sql"), "select 1;\n\nselect nope;\n");
    try (LensServer server = LensServer.start(ServerSettings.local("jdbc:lens:"))) {
      CommandLineRun remote = CommandLineRun.of("run", "-u", server.clientUrl(), script.toString());
      assertEquals(1, remote.status());
      assertTrue(
          remote.err().startsWith(script + ":3: 42703 lens.unknown-column column 8: "),
          remote.err());
    }
  }

  @Test
  void aServerThatOthersReachNeedsUsers() {
    CommandLineRun run = CommandLineRun.of("serve", "--host", "0.0.0.0", "--port", "0");
    assertEquals(1, run.status());
    assertTrue(run.err().contains("lens.authentication: "), run.err());
    assertTrue(run.err().contains("--users"), run.err());
  }

  @Test
  void aPasswordIsHashed() {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream("secret\n".getBytes(StandardCharsets.UTF_8)));
    try {
      CommandLineRun run = CommandLineRun.of("password", "ada", "--role", "admin");
      assertEquals(0, run.status(), run.err());
      String line = run.out().strip();
      assertTrue(line.startsWith("ada: PBKDF2:") && line.endsWith(",admin"), line);
      PasswordHash hash =
          PasswordHash.parse(line.substring("ada: ".length(), line.length() - ",admin".length()));
      assertTrue(hash.matches("secret".toCharArray()));
      assertTrue(!hash.matches("Secret".toCharArray()));
    } finally {
      System.setIn(before);
    }
  }
}
