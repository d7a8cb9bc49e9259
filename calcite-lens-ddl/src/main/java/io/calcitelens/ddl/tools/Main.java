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

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line: {@code lens shell | run | iq | serve | password}. */
@Command(
    name = "lens",
    description = "Lenses and layered schemas for Apache Calcite.",
    mixinStandardHelpOptions = true,
    version = "Calcite Lens 0.1.0",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ShellCommand.class,
      RunCommand.class,
      QuidemCommand.class,
      ServeCommand.class,
      PasswordCommand.class
    },
    footer = {
      "",
      "  classpath  Prints the class path of a program that uses the driver.",
      "",
      "Databases: jdbc:lens: (in memory, for this run), jdbc:lens:PATH (lasts)."
    })
public final class Main {
  private Main() {}

  /** Ends the JVM with status 0, 1 for a failure, 2 for a command line that makes no sense. */
  public static void main(String[] arguments) {
    System.setOut(utf8(FileDescriptor.out));
    System.setErr(utf8(FileDescriptor.err));
    int status = execute(System.out, System.err, arguments);
    System.out.flush();
    System.exit(status);
  }

  /** Runs one command line and answers the exit status. */
  public static int execute(PrintStream out, PrintStream err, String... arguments) {
    CommandLine line = new CommandLine(new Main());
    line.setOut(writer(out));
    line.setErr(writer(err));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(
        (fault, command, parsed) -> {
          command.getErr().println(ErrorText.of(fault));
          if (command.getParseResult().hasMatchedOption("--trace")) {
            fault.printStackTrace(command.getErr());
          }
          return command.getCommandSpec().exitCodeOnExecutionException();
        });
    if (arguments.length == 0) {
      line.usage(line.getErr());
      return CommandLine.ExitCode.USAGE;
    }
    return line.execute(arguments);
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
