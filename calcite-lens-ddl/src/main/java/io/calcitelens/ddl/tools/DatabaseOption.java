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
import java.sql.DriverManager;
import java.sql.SQLException;
import picocli.CommandLine.Option;

/** The option that says which database a command works on. */
final class DatabaseOption {
  /** A database in memory that ends with the command. */
  static final String PRIVATE = "jdbc:lens:";

  @Option(
      names = {"-u", "--url"},
      paramLabel = "URL",
      defaultValue = PRIVATE,
      description = "The database; default ${DEFAULT-VALUE} (in memory, for this run).")
  private String url = PRIVATE;

  String url() {
    return url;
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }
}
