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
package io.calcitelens.ddl.tools;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.ddl.parser.BlockBuffer;
import io.calcitelens.ddl.parser.ScriptSplitter;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs the statements of scripts in order and prints what they answer. */
final class ScriptRunner {
  /** The first words of statements whose answer is a count of rows, and what happened to them. */
  private static final Map<String, String> WRITES =
      Map.of(
          "insert", "inserted",
          "update", "updated",
          "delete", "deleted",
          "merge", "merged",
          "upsert", "written",
          "with", "written");

  private final Connection connection;
  private final RowFormat format;
  private final PrintWriter out;

  ScriptRunner(Connection connection, RowFormat format, PrintWriter out) {
    this.connection = connection;
    this.format = format;
    this.out = out;
  }

  /** Runs a script; its first fault ends it, as a {@link ToolException} that says where. */
  void run(Script script) {
    List<ScriptSplitter.Statement> statements = ScriptSplitter.split(script.text());
    if (statements.isEmpty()) {
      throw new ToolException(RESOURCE.emptyScript(script.name()));
    }
    for (ScriptSplitter.Statement statement : statements) {
      BlockBuffer.unclosedBlock(statement.text())
          .ifPresent(
              fault -> {
                throw failure(script, statement, fault, fault.sqlState());
              });
      try (Statement runs = connection.createStatement()) {
        print(statement.text(), runs, runs.execute(statement.text()));
      } catch (SQLException e) {
        throw failure(script, statement, e, e.getSQLState());
      } finally {
        out.flush();
      }
    }
  }

  private static ToolException failure(
      Script script, ScriptSplitter.Statement statement, Exception fault, String sqlState) {
    String text =
        ErrorText.of(
            sqlState, fault.getMessage(), script.name(), statement.line(), statement.column());
    return new ToolException(text, fault);
  }

  private void print(String text, Statement statement, boolean givesRows) throws SQLException {
    if (givesRows) {
      try (ResultSet rows = statement.getResultSet()) {
        format.print(rows, out);
      }
      return;
    }
    String done = WRITES.get(text.split("\\W+", 2)[0].toLowerCase(Locale.ROOT));
    if (format == RowFormat.TABLE && done != null) {
      long count = statement.getLargeUpdateCount();
      out.print((count == 1 ? "1 row " : count + " rows ") + done + "\n\n");
    }
  }
}
