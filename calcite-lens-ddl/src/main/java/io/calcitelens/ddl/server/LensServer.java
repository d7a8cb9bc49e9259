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
package io.calcitelens.ddl.server;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.ddl.Driver;
import io.calcitelens.ddl.catalog.Client;
import io.calcitelens.ddl.jdbc.DatabaseUrl;
import io.calcitelens.ddl.jdbc.LensConnection;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Throwables;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.eclipse.jetty.security.ConstraintMapping;
import org.eclipse.jetty.security.ConstraintSecurityHandler;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.security.Constraint;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A database that programs in other processes reach, by Avatica's stock client. */
public final class LensServer implements AutoCloseable {
  private static final Logger LOGGER = Logger.getLogger(LensServer.class.getName());
  private static final String REALM = "Calcite Lens";
  private static final String PRIVATE = "";

  private final ServerSettings settings;
  private final LensConnection holder;
  private final RemoteSessions sessions;
  private final Server server;
  private final ServerConnector connector;
  private boolean closed;

  private LensServer(
      ServerSettings settings,
      LensConnection holder,
      RemoteSessions sessions,
      Server server,
      ServerConnector connector) {
    this.settings = settings;
    this.holder = holder;
    this.sessions = sessions;
    this.server = server;
    this.connector = connector;
  }

  /**
   * Opens the database and takes requests.
   *
   * @throws LensException if it must not, or cannot
   */
  public static LensServer start(ServerSettings settings) {
    checkSafe(settings);
    Server server = new Server(threads());
    ServerConnector connector = connector(server, settings);
    Optional<ConstraintSecurityHandler> guard = settings.users().map(LensServer::guard);
    DatabaseUrl url = shared(DatabaseUrl.parse(settings.url(), new Properties()));
    // Holds the database for as long as the server runs, and mounts the schemas of its model.
    LensConnection holder = new Driver().connect(settings.url(), url, Client.EMBEDDED);
    RemoteSessions sessions =
        new RemoteSessions(settings.url(), withoutModel(url), settings.limits());
    LensServer result = new LensServer(settings, holder, sessions, server, connector);
    RemoteHandler handler = new RemoteHandler(new LensService(sessions));
    guard.ifPresent(g -> g.setHandler(handler));
    server.setHandler(guard.<Handler>map(g -> g).orElse(handler));
    try {
      server.start();
    } catch (Exception e) {
      result.close();
      throw LensException.of(
              LensCode.UNAVAILABLE,
              RESOURCE.cannotServe(settings.host() + ":" + settings.port(), Throwables.sentence(e)))
          .because(e);
    }
    return result;
  }

  private static void checkSafe(ServerSettings settings) {
    if (isLoopback(settings.host())) {
      return;
    }
    if (settings.users().isEmpty()) {
      throw LensException.of(LensCode.AUTHENTICATION, RESOURCE.needsUsers(settings.host()));
    }
    if (settings.keystore().isEmpty() && !settings.encryptedElsewhere()) {
      throw LensException.of(LensCode.AUTHENTICATION, RESOURCE.needsEncryption(settings.host()));
    }
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw LensException.of(
              LensCode.UNAVAILABLE, RESOURCE.cannotServe(host, "there is no such address"))
          .because(e);
    }
  }

  /** A private database is the server's own: its clients share it. */
  private static DatabaseUrl shared(DatabaseUrl url) {
    return url.database().equals(PRIVATE)
        ? new DatabaseUrl("mem:server-" + UUID.randomUUID(), url.properties())
        : url;
  }

  private static DatabaseUrl withoutModel(DatabaseUrl url) {
    Properties properties = new Properties();
    properties.putAll(url.properties());
    properties.remove(CalciteConnectionProperty.MODEL.camelName());
    return new DatabaseUrl(url.database(), properties);
  }

  private static QueuedThreadPool threads() {
    QueuedThreadPool threads = new QueuedThreadPool();
    threads.setName("lens-server");
    threads.setDaemon(true);
    return threads;
  }

  private static ServerConnector connector(Server server, ServerSettings settings) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    ServerConnector connector;
    if (settings.keystore().isPresent()) {
      http.addCustomizer(new SecureRequestCustomizer(false));
      connector =
          new ServerConnector(
              server,
              AbstractConnectionFactory.getFactories(
                  encryption(settings.keystore().get()), new HttpConnectionFactory(http)));
    } else {
      connector = new ServerConnector(server, new HttpConnectionFactory(http));
    }
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    server.addConnector(connector);
    return connector;
  }

  private static SslContextFactory.Server encryption(ServerSettings.Keystore keystore) {
    if (!Files.isReadable(keystore.file())) {
      throw LensException.of(
          LensCode.AUTHENTICATION,
          RESOURCE.badKeystore(keystore.toString(), "there is no such file"));
    }
    SslContextFactory.Server factory = new SslContextFactory.Server();
    factory.setKeyStorePath(keystore.file().toAbsolutePath().toString());
    factory.setKeyStorePassword(keystore.password());
    try {
      factory.start();
      factory.stop();
    } catch (Exception e) {
      throw LensException.of(
              LensCode.AUTHENTICATION,
              RESOURCE.badKeystore(keystore.toString(), Throwables.sentence(e)))
          .because(e);
    }
    return factory;
  }

  /** What lets only users through. */
  private static ConstraintSecurityHandler guard(Path users) {
    Constraint known = new Constraint(Constraint.__BASIC_AUTH, Constraint.ANY_AUTH);
    known.setAuthenticate(true);
    ConstraintMapping everywhere = new ConstraintMapping();
    everywhere.setConstraint(known);
    everywhere.setPathSpec("/*");
    ConstraintSecurityHandler security = new ConstraintSecurityHandler();
    security.setAuthenticator(new BasicAuthenticator());
    security.setRealmName(REALM);
    security.setLoginService(ServerUsers.read(users, REALM));
    security.addConstraintMapping(everywhere);
    return security;
  }

  /** The port on which it listens. */
  public int port() {
    return connector.getLocalPort();
  }

  /** How many sessions are open. */
  public int sessionCount() {
    return sessions.count();
  }

  /** What the stock client connects to. */
  public String clientUrl() {
    String host = settings.host().indexOf(':') < 0 ? settings.host() : "[" + settings.host() + "]";
    String scheme = settings.keystore().isPresent() ? "https" : "http";
    String authentication = settings.users().isPresent() ? ";authentication=BASIC" : "";
    return "jdbc:avatica:remote:url="
        + scheme
        + "://"
        + host
        + ":"
        + port()
        + ";serialization=protobuf"
        + authentication;
  }

  /** Ends all sessions, rolling back what they have open, and closes the database. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    sessions.close();
    try {
      server.stop();
    } catch (Exception e) {
      LOGGER.log(Level.WARNING, "The server stopped with a fault", e);
    }
    try {
      holder.close();
    } catch (SQLException | RuntimeException e) {
      LOGGER.log(Level.WARNING, "The database closed with a fault", e);
    }
  }
}
