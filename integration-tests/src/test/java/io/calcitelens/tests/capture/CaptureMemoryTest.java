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
package io.calcitelens.tests.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.calcitelens.tests.postgres.PostgresServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A write needs no memory for each of its rows. At full size: {@code -Dmemory.rows=2000000
 * -Dmemory.heap=256m}.
 */
class CaptureMemoryTest {
  private static final int FEW = 60_000;
  private static final int ROWS = Integer.getInteger("memory.rows", FEW);
  private static final String HEAP = System.getProperty("memory.heap", "64m");

  @TempDir private Path folder;

  /** What the store keeps needs no memory here, so that it is left to the run at full size. */
  static Stream<Arguments> homes() {
    return Stream.of("postgres", "h2")
        .flatMap(
            store ->
                Stream.of("jvm", "store")
                    .filter(home -> home.equals("jvm") || ROWS > FEW)
                    .map(home -> Arguments.of(store, home)));
  }

  @ParameterizedTest
  @MethodSource("homes")
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void manyRowsAreWrittenInLittleMemory(String store, String home)
      throws IOException, InterruptedException, SQLException {
    boolean postgres = store.equals("postgres");
    assumeTrue(!postgres || PostgresServer.available(), "no PostgreSQL for this machine");
    Path spilled = Files.createDirectory(folder.resolve("spilled"));
    File output = folder.resolve("output").toFile();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP,
                "-Djava.io.tmpdir=" + spilled,
                "-Dmemory.show=" + Boolean.getBoolean("memory.show"),
                "-cp",
                System.getProperty("java.class.path"),
                ManyRows.class.getName(),
                "jdbc:lens:"
                    + folder.resolve("db")
                    + ";captureHome="
                    + home
                    + ";captureMemoryRows=5000",
                postgres ? PostgresServer.using() : "using mem()",
                String.valueOf(ROWS))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(output)
            .start();
    try {
      assertTrue(process.waitFor(25, TimeUnit.MINUTES), "the process does not end");
    } finally {
      process.destroyForcibly();
    }
    String said = Files.readString(output.toPath());
    assertEquals(Collections.nCopies(4, String.valueOf(ROWS)), said.lines().toList());
    try (var files = Files.list(spilled)) {
      assertEquals(List.of(), files.filter(f -> f.toString().endsWith(".rows")).toList());
    }
  }
}
