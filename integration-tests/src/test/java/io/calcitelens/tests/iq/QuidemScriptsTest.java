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
package io.calcitelens.tests.iq;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.calcitelens.ddl.tools.WritableConnection;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.stream.Stream;
import net.hydromatic.quidem.Quidem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs each script; what it prints must be the script itself. {@code -Diq.write=FOLDER} writes what
 * the scripts print there instead, to be read before it is taken over.
 */
class QuidemScriptsTest {
  static List<String> scripts() throws IOException, URISyntaxException {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> f.endsWith(".iq"))
          .sorted()
          .toList();
    }
  }

  private static Path folder() throws URISyntaxException {
    return Path.of(QuidemScriptsTest.class.getResource("/iq").toURI());
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void scriptPrintsItself(String script) throws IOException, URISyntaxException {
    String text = Files.readString(folder().resolve(script));
    StringWriter printed = new StringWriter();
    Quidem.Config config =
        Quidem.configBuilder()
            .withReader(new StringReader(text))
            .withWriter(printed)
            .withConnectionFactory(
                (name, reference) ->
                    WritableConnection.over(DriverManager.getConnection("jdbc:lens:")))
            .build();
    new Quidem(config).execute();
    String write = System.getProperty("iq.write");
    if (write == null) {
      assertEquals(text, printed.toString());
    } else {
      Files.writeString(Path.of(write, script), printed.toString());
    }
  }
}
