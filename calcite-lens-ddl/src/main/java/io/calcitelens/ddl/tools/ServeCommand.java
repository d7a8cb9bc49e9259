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

import io.calcitelens.ddl.server.LensServer;
import io.calcitelens.ddl.server.ServerLimits;
import io.calcitelens.ddl.server.ServerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jline.utils.Signals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Serves a database to programs in other processes, until it is told to stop. */
@Command(
    name = "serve",
    description = "Serves a database to other programs, by Avatica's client.",
    mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
  private static final int PORT = 8765;

  @Mixin private DatabaseOption database = new DatabaseOption();

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port; 0 for any that is free; default " + PORT + ".")
  private int port = PORT;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "The address; default ${DEFAULT-VALUE}. Others need --users.",
      defaultValue = ServerSettings.LOOPBACK)
  private String host = ServerSettings.LOOPBACK;

  @Option(
      names = "--users",
      paramLabel = "FILE",
      description = "Who may connect: lines as './lens password NAME' prints them.")
  private Path users;

  @Option(
      names = "--keystore",
      paramLabel = "FILE",
      description = "The key and certificate with which connections are encrypted.")
  private Path keystore;

  @Option(
      names = "--keystore-password",
      paramLabel = "SECRET",
      defaultValue = "env:LENS_KEYSTORE_PASSWORD",
      description = "env:NAME or file:PATH; default ${DEFAULT-VALUE}.")
  private String keystorePassword = "";

  @Option(
      names = "--no-tls",
      description = "Something in front of the server encrypts; it needs no key.")
  private boolean encryptedElsewhere;

  @Option(names = "--sessions", paramLabel = "N", description = "Most open sessions; default 256.")
  private int sessions = ServerLimits.DEFAULT.sessions();

  @Option(
      names = "--statements",
      paramLabel = "N",
      description = "Most open statements of a session; default 1000.")
  private int statements = ServerLimits.DEFAULT.statements();

  @Option(
      names = "--fetch",
      paramLabel = "ROWS",
      description = "Most rows in one answer; default 10000.")
  private int rows = ServerLimits.DEFAULT.rows();

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      description = "How long a session may rest before it ends; default 1800.")
  private long idle = ServerLimits.DEFAULT.idle().toSeconds();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    CountDownLatch told = new CountDownLatch(1);
    try (LensServer server = LensServer.start(settings())) {
      // What the signals set off: a hook would run beside those of the stores, which close them.
      Signals.register("TERM", told::countDown);
      Signals.register("INT", told::countDown);
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "lens-server-stop"));
      spec.commandLine().getOut().println("lens: serving " + server.clientUrl());
      told.await();
    }
    return 0;
  }

  private ServerSettings settings() {
    requirePositive("--sessions", sessions);
    requirePositive("--statements", statements);
    requirePositive("--fetch", rows);
    requirePositive("--idle", idle);
    return new ServerSettings(
        database.url(),
        host,
        port,
        Optional.ofNullable(users),
        Optional.ofNullable(keystore)
            .map(file -> new ServerSettings.Keystore(file, Secret.of(keystorePassword))),
        encryptedElsewhere,
        new ServerLimits(sessions, statements, rows, Duration.ofSeconds(idle)));
  }

  private void requirePositive(String option, long value) {
    if (value <= 0) {
      throw new ParameterException(spec.commandLine(), option + ": must be above 0");
    }
  }
}
