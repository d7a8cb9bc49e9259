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

import io.calcitelens.ddl.server.PasswordHash;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks for a password and prints the line of a users file that recognises it. */
@Command(
    name = "password",
    description = "Prints an entry for the users file of a server.",
    mixinStandardHelpOptions = true)
final class PasswordCommand implements Callable<Integer> {
  @Parameters(arity = "1", paramLabel = "NAME", description = "The user.")
  private String name = "";

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = "A role; admin may declare stores and create functions.")
  private List<String> roles = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (!name.matches("[\\w.@-]+")) {
      throw new ToolException(RESOURCE.badUserName(name));
    }
    char[] password = read();
    if (password.length == 0) {
      throw new ToolException(RESOURCE.noPassword());
    }
    StringBuilder entry = new StringBuilder(name).append(": ").append(PasswordHash.of(password));
    Arrays.fill(password, ' ');
    roles.forEach(role -> entry.append(',').append(role));
    spec.commandLine().getOut().println(entry);
    return 0;
  }

  /** From the terminal, without showing it; else the first line of the input. */
  private static char[] read() throws IOException {
    Console console = System.console();
    if (console != null) {
      char[] password = console.readPassword("Password: ");
      return password == null ? new char[0] : password;
    }
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = input.readLine();
    return line == null ? new char[0] : line.toCharArray();
  }
}
