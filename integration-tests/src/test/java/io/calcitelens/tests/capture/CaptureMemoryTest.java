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

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A write needs no memory for each of its rows. */
class CaptureMemoryTest {
  private static final int ROWS = 100_000;

  @TempDir private Path folder;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void manyRowsAreWrittenInLittleMemory() throws IOException, InterruptedException {
    Path spilled = Files.createDirectory(folder.resolve("spilled"));
    File output = folder.resolve("output").toFile();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Djava.io.tmpdir=" + spilled,
                "-cp",
                System.getProperty("java.class.path"),
                ManyRows.class.getName(),
                folder.resolve("db").toString(),
                String.valueOf(ROWS))
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    try {
      assertTrue(process.waitFor(4, TimeUnit.MINUTES), "the process does not end");
    } finally {
      process.destroyForcibly();
    }
    String said = Files.readString(output.toPath());
    assertEquals(Collections.nCopies(3, String.valueOf(ROWS)), said.lines().toList());
    try (var files = Files.list(spilled)) {
      assertEquals(List.of(), files.filter(f -> f.toString().endsWith(".rows")).toList());
    }
  }
}
