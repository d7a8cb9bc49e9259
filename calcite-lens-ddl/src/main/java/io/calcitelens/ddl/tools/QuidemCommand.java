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

import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Callable;
import net.hydromatic.quidem.Quidem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs Quidem scripts, which hold what they should print, and prints where they differ. */
@Command(
    name = "iq",
    description = "Runs Quidem scripts; prints the difference.",
    mixinStandardHelpOptions = true)
final class QuidemCommand implements Callable<Integer> {
  @Mixin private DatabaseOption database = new DatabaseOption();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Quidem scripts.")
  private List<String> files = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<Script> scripts = files.stream().map(Script::read).toList();
    PrintWriter out = spec.commandLine().getOut();
    int status = 0;
    for (Script script : scripts) {
      List<String> expected = script.text().lines().toList();
      List<String> printed = print(script.text()).lines().toList();
      if (!expected.equals(printed)) {
        status = 1;
        out.println("--- " + script.name());
        out.println("+++ " + script.name() + " (printed)");
        new TextDifference(expected, printed).print(out);
      }
    }
    out.flush();
    return status;
  }

  private String print(String text) {
    StringWriter printed = new StringWriter();
    Quidem.Config config =
        Quidem.configBuilder()
            .withReader(new StringReader(text))
            .withWriter(printed)
            .withConnectionFactory((name, reference) -> WritableConnection.over(database.connect()))
            .build();
    new Quidem(config).execute();
    return printed.toString();
  }
}
