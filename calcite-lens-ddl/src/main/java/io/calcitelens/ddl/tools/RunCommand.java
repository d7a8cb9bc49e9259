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

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs scripts, one after the other, on one connection. */
@Command(
    name = "run",
    description = "Runs scripts; stops at the first error.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  @Mixin private DatabaseOption database = new DatabaseOption();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "TABLE",
      description = "How rows are printed: table, csv or json; default table.")
  private RowFormat format = RowFormat.TABLE;

  @Option(names = "--trace", description = "Prints the stack trace of the error, for a bug report.")
  private boolean trace;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Scripts; - is standard input.")
  private List<String> files = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    List<Script> scripts = files.stream().map(Script::read).toList();
    try (Connection connection = database.connect()) {
      ScriptRunner runner = new ScriptRunner(connection, format, spec.commandLine().getOut());
      for (Script script : scripts) {
        runner.run(script);
      }
    }
    return 0;
  }
}
