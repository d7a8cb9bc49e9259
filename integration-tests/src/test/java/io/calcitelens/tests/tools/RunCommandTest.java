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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code run} and {@code iq} print, and how they fail. */
class RunCommandTest {
  @TempDir private Path folder;

  @Test
  void rowsAsTable() throws IOException {
    String file = script("select 1 as a, 'x' as b union all select 22, null;");
    assertEquals(" a  | b\n----+------\n  1 | x\n 22 | null\n(2 rows)\n\n", out(file, "table"));
  }

  @Test
  void rowsAsCsv() throws IOException {
    String file = script("select 1 as a, 'x,\"y\"' as b union all select 2, null; select '' as c;");
    assertEquals("a,b\n1,\"x,\"\"y\"\"\"\n2,\n\nc\n\"\"\n\n", out(file, "csv"));
  }

  @Test
  void rowsAsJson() throws IOException {
    String file =
        script(
            "select 1 as a, true as b, 1.50 as c, 'é' as d; select 1 as a from (values 1) where false;");
    assertEquals("[\n{\"a\":1,\"b\":true,\"c\":1.50,\"d\":\"é\"}\n]\n[]\n", out(file, "json"));
  }

  @Test
  void semicolonsInBracesCutNothing() throws IOException {
    String file =
        script(
            """
            declare schema S { table T (a int primary key) using mem();
              table U (a int primary key) using mem(); }
            apply schema S
            ;
            insert into S.T values (1); -- not the end; either
            select a from S.T
            """);
    assertEquals("a\n1\n\n", out(file, "csv"));
  }

  @Test
  void stopsAtTheFirstErrorAndSaysWhere() throws IOException {
    String file = script("select 1 as a;\n\n  select 2 as a,\n   nope;\nselect 3 as a;\n");
    CommandLineRun run = CommandLineRun.of("run", "--format", "csv", file);
    assertEquals(1, run.status());
    assertEquals("a\n1\n\n", run.out());
    assertTrue(run.err().startsWith(file + ":4: 42703 lens.unknown-column "), run.err());
  }

  @Test
  void everyFaultOfADeployIsALine() throws IOException {
    String file =
        script(
            """
            declare schema S { table T (a int primary key) using mem(); };
            declare logical schema L { table T (a int primary key, b int, c int); };
            apply schema L;
            """);
    CommandLineRun run = CommandLineRun.of("run", file);
    assertEquals(1, run.status());
    assertEquals(2, run.err().lines().count(), run.err());
    assertTrue(
        run.err().lines().allMatch(l -> l.startsWith(file + ":3: 42000 lens.uncovered-column ")),
        run.err());
  }

  @Test
  void unclosedBrace() throws IOException {
    String file =
        script("select 1 as a;\ndeclare schema S {\n  table T (a int);\nselect 2 as a;\n");
    CommandLineRun run = CommandLineRun.of("run", file);
    assertEquals(1, run.status());
    assertTrue(run.err().startsWith(file + ":2: 42601 lens.syntax column 18: "), run.err());
  }

  @Test
  void filesThatAreNoScripts() throws IOException {
    String missing = folder.resolve("missing.sql").toString();
    assertEquals(missing + ": there is no such file\n", failure("run", missing));
    String empty = script("\n -- nothing\n");
    assertEquals(empty + ": holds no statement\n", failure("run", empty));
    String folderName = folder.toString();
    assertEquals(folderName + ": is a folder, not a script\n", failure("run", folderName));
    Path binary = folder.resolve("binary.sql");
    Files.write(binary, new byte[] {(byte) 0xCA, (byte) 0xFE, 0, 1});
    assertEquals(
        binary + ": is not text; a script is UTF-8 text\n", failure("run", binary.toString()));
  }

  @Test
  void noFileIsRunIfOneIsMissing() throws IOException {
    String good = script("select 1 as a;");
    CommandLineRun run = CommandLineRun.of("run", good, folder.resolve("missing.sql").toString());
    assertEquals(1, run.status());
    assertEquals("", run.out());
  }

  @Test
  void unknownOptionIsUsage() {
    assertEquals(2, CommandLineRun.of("run", "--nope").status());
    assertEquals(2, CommandLineRun.of("nope").status());
    assertEquals(2, CommandLineRun.of().status());
  }

  @Test
  void quidemPrintsOnlyTheDifference() throws IOException {
    Path good = folder.resolve("good.iq");
    Files.writeString(
        good,
        "!use lens\n!set outputformat csv\nselect 1 as a;\nA\n1\n!ok\n".replace("A\n", "a\n"));
    CommandLineRun same = CommandLineRun.of("iq", good.toString());
    assertEquals("", same.out());
    assertEquals(0, same.status());
    Path bad = folder.resolve("bad.iq");
    Files.writeString(bad, "!use lens\n!set outputformat csv\nselect 1 as a;\na\n2\n!ok\n");
    CommandLineRun differs = CommandLineRun.of("iq", bad.toString());
    assertEquals(1, differs.status());
    assertTrue(differs.out().contains("\n-2\n+1\n"), differs.out());
  }

  private String script(String text) throws IOException {
    Path file = Files.createTempFile(folder, "script", ".sql");
    Files.writeString(file, text);
    return file.toString();
  }

  private static String out(String file, String format) {
    CommandLineRun run = CommandLineRun.of("run", "--format", format, file);
    assertEquals("", run.err());
    assertEquals(0, run.status());
    return run.out();
  }

  private static String failure(String... arguments) {
    CommandLineRun run = CommandLineRun.of(arguments);
    assertEquals(1, run.status());
    return run.err().replace(System.lineSeparator(), "\n");
  }
}
