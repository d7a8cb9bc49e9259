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
package io.calcitelens.tests.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** A PostgreSQL server that runs as long as the JVM, started when it is first asked for. */
public final class PostgresServer {
  public static final String USER = "postgres";
  public static final String PASSWORD = "postgres";

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private PostgresServer() {}

  /** Whether the server's binaries are there for this machine. */
  public static boolean available() {
    return System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64");
  }

  /** The {@code using} of a declaration whose tables stand in a new, empty database. */
  public static String using() throws SQLException {
    return "using jdbc('" + newDatabase() + "', '" + USER + "', '" + PASSWORD + "')";
  }

  /** Makes an empty database, which sorts text by code points, and tells its URL. */
  public static String newDatabase() throws SQLException {
    String name = "db" + DATABASES.incrementAndGet();
    EmbeddedPostgres server = Running.SERVER;
    try (Connection connection =
            DriverManager.getConnection(server.getJdbcUrl(USER, "postgres"), USER, PASSWORD);
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name + " lc_collate 'C' template template0");
    }
    return "jdbc:postgresql://localhost:" + server.getPort() + "/" + name;
  }

  /** The server closes itself when the JVM ends. */
  private static final class Running {
    private static final EmbeddedPostgres SERVER = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder()
            .setServerConfig("max_connections", "200")
            .setServerConfig("max_prepared_transactions", "64")
            .start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
