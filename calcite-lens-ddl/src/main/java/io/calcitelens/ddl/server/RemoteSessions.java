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
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The sessions of a server, each under the name that its client gave it. */
final class RemoteSessions implements AutoCloseable {
  private static final Logger LOGGER = Logger.getLogger(RemoteSessions.class.getName());

  /** How long a stop waits for what runs, before and after it is cancelled. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final long POLL_MILLIS = 20;

  private final Driver driver = new Driver();
  private final String url;
  private final DatabaseUrl database;
  private final ServerLimits limits;
  private final Semaphore room;
  private final Map<String, RemoteSession> sessions = new ConcurrentHashMap<>();
  private final ScheduledExecutorService reaper;
  private volatile boolean stopping;

  /**
   * Lets clients in.
   *
   * @param url what their connections say that they are connected to
   * @param database what they are connected to, with the properties of all of them
   */
  RemoteSessions(String url, DatabaseUrl database, ServerLimits limits) {
    this.url = url;
    this.database = database;
    this.limits = limits;
    this.room = new Semaphore(limits.sessions());
    this.reaper =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "lens-server-idle");
              thread.setDaemon(true);
              return thread;
            });
    long period = Math.max(limits.idle().toMillis() / 4, 50);
    reaper.scheduleWithFixedDelay(this::endIdle, period, period, TimeUnit.MILLISECONDS);
  }

  int count() {
    return sessions.size();
  }

  void open(String id, Map<String, String> properties) throws SQLException {
    if (stopping) {
      throw LensException.of(LensCode.UNAVAILABLE, RESOURCE.stopping());
    }
    if (sessions.containsKey(id)) {
      throw RemoteFaults.wrongCall(RESOURCE.sessionExists(id));
    }
    RemoteProperties given = new RemoteProperties(properties);
    if (!room.tryAcquire()) {
      throw LensException.of(LensCode.LIMIT_REACHED, RESOURCE.tooManySessions(limits.sessions()));
    }
    try {
      enter(id, given);
    } catch (SQLException | RuntimeException | Error e) {
      room.release();
      throw e;
    }
  }

  private void enter(String id, RemoteProperties given) throws SQLException {
    RemoteUser user = RemoteUser.current();
    Connection connection = connect(given, user);
    try {
      given.apply(connection);
      RemoteSession session = new RemoteSession(id, user, connection, limits);
      if (sessions.putIfAbsent(id, session) != null) {
        throw RemoteFaults.wrongCall(RESOURCE.sessionExists(id));
      }
    } catch (SQLException | RuntimeException | Error e) {
      connection.close();
      throw e;
    }
    if (stopping) {
      close(id);
      throw LensException.of(LensCode.UNAVAILABLE, RESOURCE.stopping());
    }
  }

  private Connection connect(RemoteProperties given, RemoteUser user) {
    String name = user.name().isEmpty() ? given.user() : user.name();
    Client client = new Client(Client.Kind.REMOTE, name, user.address(), user.admin());
    DatabaseUrl own = new DatabaseUrl(database.database(), given.over(database.properties()));
    return driver.connect(url, own, client);
  }

  /** What is done with a session. */
  interface Use<T> {
    T of(RemoteSession session) throws SQLException;
  }

  /** Does something with a session, which does not end meanwhile. */
  <T> T with(String id, Use<T> use) throws SQLException {
    RemoteSession session = id == null ? null : sessions.get(id);
    if (session == null || !session.isOf(RemoteUser.current()) || !session.begin()) {
      throw LensException.of(
          LensCode.NO_CONNECTION,
          stopping ? RESOURCE.stopping() : RESOURCE.noSession(String.valueOf(id)));
    }
    try {
      return use.of(session);
    } finally {
      session.end();
    }
  }

  /** Ends a session; one that is not open is ended already. */
  void close(String id) throws SQLException {
    RemoteSession session = id == null ? null : sessions.get(id);
    if (session != null && session.isOf(RemoteUser.current()) && session.retire()) {
      end(id, session);
    }
  }

  private void end(String id, RemoteSession session) throws SQLException {
    try {
      session.close();
    } finally {
      sessions.remove(id, session);
      room.release();
    }
  }

  private void endIdle() {
    sessions.forEach(
        (id, session) -> {
          if (session.expire(limits.idle())) {
            endQuietly(id, session);
          }
        });
  }

  private void endQuietly(String id, RemoteSession session) {
    try {
      end(id, session);
    } catch (SQLException | RuntimeException e) {
      LOGGER.log(Level.WARNING, "A session ended with a fault", e);
    }
  }

  /** Lets what runs come to its end, or cancels it, and ends all sessions. */
  @Override
  public void close() {
    stopping = true;
    reaper.shutdownNow();
    List<RemoteSession> working = List.copyOf(sessions.values());
    if (!rest(working)) {
      working.forEach(RemoteSession::cancelAll);
      rest(working);
    }
    sessions.forEach(
        (id, session) -> {
          if (session.retire()) {
            endQuietly(id, session);
          }
        });
  }

  /** Waits until nothing works; false if it takes too long. */
  private static boolean rest(List<RemoteSession> sessions) {
    long deadline = System.nanoTime() + GRACE.toNanos();
    while (sessions.stream().anyMatch(RemoteSession::isWorking)) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }
}
