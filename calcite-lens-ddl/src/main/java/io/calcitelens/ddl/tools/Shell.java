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
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import sqlline.SqlLine;

/** Sqlline with settings that fit the driver, which joins the blocks that sqlline cuts. */
final class Shell {
  private static final List<String> SETTINGS =
      List.of(
          "--isolation=TRANSACTION_READ_COMMITTED", "--showElapsedTime=false", "--prompt=lens> ");

  /** Input that is piped in has no width, and sqlline would show tables without columns. */
  private static final List<String> WITHOUT_TERMINAL = List.of("--maxWidth=200", "--maxHeight=-1");

  /** Held, so that its level is not lost. */
  private static final Logger TERMINAL = Logger.getLogger("org.jline");

  /** Opens a prompt on the terminal, or on standard input; answers the exit status. */
  int open(String url) throws IOException {
    return run(new SqlLine(), url, null);
  }

  /**
   * Reads and runs lines until the end of the input or {@code !quit}.
   *
   * @param input what is typed; null for the terminal
   */
  int run(SqlLine line, String url, InputStream input) throws IOException {
    // That input which is piped in has no terminal is no news.
    TERMINAL.setLevel(Level.SEVERE);
    List<String> arguments = new ArrayList<>(SETTINGS);
    if (input != null || System.console() == null) {
      arguments.addAll(WITHOUT_TERMINAL);
    }
    arguments.addAll(List.of("-u", url, "-n", "", "-p", ""));
    return line.begin(arguments.toArray(String[]::new), input, input == null).ordinal();
  }
}
