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
package io.calcitelens.tests.stores;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A MariaDB server for tests, of the distribution's package, started on first use and stopped with
 * the JVM.
 */
public final class MariaDbServer {
  public static final String USER = "lens";
  public static final String PASSWORD = "lens";

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private MariaDbServer() {}

  /**
   * Whether the build asks for it, as its Maven profile does.
   *
   * @throws IllegalStateException if it does and no server is installed
   */
  public static boolean available() {
    if (!Boolean.getBoolean("stores.mariadb")) {
      return false;
    }
    if (executable("mariadbd").isEmpty()) {
      throw new IllegalStateException("tests on MariaDB are asked for, and mariadbd is not there");
    }
    return true;
  }

  /** Makes an empty database, and tells its URL. */
  public static String newDatabase() throws SQLException {
    String name = "db" + DATABASES.incrementAndGet();
    String server = "jdbc:mariadb://127.0.0.1:" + Running.PORT + "/";
    try (Connection connection = DriverManager.getConnection(server, USER, PASSWORD);
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    }
    return server + name;
  }

  private static Optional<Path> executable(String name) {
    return Stream.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin")
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The server, which ends with the JVM. */
  private static final class Running {
    private static final int PORT = start();

    private static int start() {
      try {
        Path directory = Files.createTempDirectory("lens-mariadb");
        Path data = directory.resolve("data");
        run(
            directory,
            executable("mariadb-install-db").orElseThrow().toString(),
            "--no-defaults",
            "--datadir=" + data,
            "--auth-root-authentication-method=normal",
            "--user=" + System.getProperty("user.name"));
        Path setUp = directory.resolve("init.sql");
        Files.writeString(
            setUp,
            "create user '"
                + USER
                + "'@'127.0.0.1' identified by '"
                + PASSWORD
                + "';\n"
                + "grant all on *.* to '"
                + USER
                + "'@'127.0.0.1';\n");
        int port = freePort();
        Process server =
            process(
                    directory,
                    executable("mariadbd").orElseThrow().toString(),
                    "--no-defaults",
                    "--user=" + System.getProperty("user.name"),
                    "--datadir=" + data,
                    "--socket=" + directory.resolve("socket"),
                    "--pid-file=" + directory.resolve("pid"),
                    "--bind-address=127.0.0.1",
                    "--port=" + port,
                    "--skip-name-resolve",
                    "--init-file=" + setUp,
                    "--innodb-flush-log-at-trx-commit=0")
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, directory)));
        await(server, port, directory);
        return port;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private static int freePort() throws IOException {
      try (ServerSocket socket = new ServerSocket(0)) {
        return socket.getLocalPort();
      }
    }

    private static ProcessBuilder process(Path directory, String... command) {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(
              ProcessBuilder.Redirect.appendTo(directory.resolve("server.log").toFile()));
    }

    private static void run(Path directory, String... command)
        throws IOException, InterruptedException {
      Process process = process(directory, command).start();
      if (process.waitFor() != 0) {
        throw new IOException(log(directory));
      }
    }

    private static String log(Path directory) throws IOException {
      return Files.readString(directory.resolve("server.log"));
    }

    private static void await(Process server, int port, Path directory)
        throws IOException, InterruptedException {
      String url = "jdbc:mariadb://127.0.0.1:" + port + "/";
      for (int i = 0; i < 300 && server.isAlive(); i++) {
        try {
          DriverManager.getConnection(url, USER, PASSWORD).close();
          return;
        } catch (SQLException notYet) {
          Thread.sleep(100);
        }
      }
      throw new IOException(log(directory));
    }

    private static void stop(Process server, Path directory) {
      server.destroy();
      try {
        if (!server.waitFor(20, TimeUnit.SECONDS)) {
          server.destroyForcibly().waitFor();
        }
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
          files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
          Files.delete(file);
        }
      } catch (IOException | InterruptedException e) {
        // The next clean-up of the temporary directory takes the rest.
      }
    }
  }
}
