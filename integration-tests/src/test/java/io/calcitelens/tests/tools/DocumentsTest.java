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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.ddl.parser.ScriptSplitter;
import io.calcitelens.prover.LensCode;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The examples of the documents do what they show. Behind a statement, {@code -- => a | b} is a row
 * of its answer, and {@code -- => error 23505 lens.unique} how it fails.
 */
class DocumentsTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```sql\n(.*?)^```$");
  private static final Pattern STEP = Pattern.compile("(?m)(?:^-- => .*\n)+");
  private static final Pattern CODE_ROW =
      Pattern.compile("(?m)^\\| ([0-9A-Z]{5}) \\| `(lens\\.[a-z-]+)` \\| .+ \\|$");

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/language.md"})
  void examplesDoWhatTheyShow(String document) throws IOException, SQLException {
    List<String> blocks = BLOCK.matcher(read(document)).results().map(m -> m.group(1)).toList();
    assertFalse(blocks.isEmpty());
    try (Connection connection = DriverManager.getConnection("jdbc:lens:")) {
      for (String block : blocks) {
        int start = 0;
        for (MatchResult step : STEP.matcher(block).results().toList()) {
          run(connection, block.substring(start, step.start()), shown(step.group()));
          start = step.end();
        }
        run(connection, block.substring(start), List.of());
      }
    }
  }

  @Test
  void everyCodeIsDocumented() throws IOException {
    Set<String> documented =
        CODE_ROW
            .matcher(read("docs/errors.md"))
            .results()
            .map(m -> m.group(1) + " " + m.group(2))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> codes =
        Arrays.stream(LensCode.values())
            .map(c -> c.sqlState() + " " + c.code())
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(codes, documented);
  }

  private static void run(Connection connection, String text, List<String> shown)
      throws SQLException {
    List<ScriptSplitter.Statement> statements = ScriptSplitter.split(text);
    for (int i = 0; i < statements.size(); i++) {
      String statement = statements.get(i).text();
      if (shown.isEmpty() || i < statements.size() - 1) {
        execute(connection, statement);
      } else if (shown.get(0).startsWith("error ")) {
        fails(connection, statement, shown.get(0).substring("error ".length()));
      } else {
        assertEquals(shown, rows(connection, statement), statement);
      }
    }
  }

  private static void fails(Connection connection, String statement, String fault) {
    SQLException thrown =
        assertThrows(SQLException.class, () -> execute(connection, statement), statement);
    String text = thrown.getSQLState() + " " + thrown.getMessage();
    assertTrue(text.startsWith(fault), text);
  }

  private static List<String> rows(Connection connection, String query) throws SQLException {
    return CommandLineRun.rows(connection, query).stream().map(r -> r.replace("|", " | ")).toList();
  }

  private static void execute(Connection connection, String statement) throws SQLException {
    try (Statement runs = connection.createStatement()) {
      runs.execute(statement);
    } catch (SQLException e) {
      throw new SQLException(e.getMessage() + " in: " + statement, e.getSQLState(), e);
    }
  }

  private static List<String> shown(String step) {
    List<String> shown = new ArrayList<>();
    step.lines().forEach(line -> shown.add(line.substring("-- => ".length())));
    return shown;
  }

  private static String read(String document) throws IOException {
    return Files.readString(CommandLineRun.ROOT.resolve(document));
  }
}
