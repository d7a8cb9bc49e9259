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

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Opens sqlline on a database. */
@Command(
    name = "shell",
    description = "Opens a prompt on a database.",
    mixinStandardHelpOptions = true)
final class ShellCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "URL",
      defaultValue = DatabaseOption.PRIVATE,
      description = "The database; default ${DEFAULT-VALUE} (in memory).")
  private String url = DatabaseOption.PRIVATE;

  @Override
  public Integer call() throws IOException {
    return new Shell().open(url);
  }
}
