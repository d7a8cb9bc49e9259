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

import com.google.common.collect.ImmutableSortedSet;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.avatica.AvaticaConnection;

/**
 * The properties with which a client opens a session. Only those are taken that can load no class
 * and open no file. The stock client keeps schema and time zone to itself; others send them.
 */
final class RemoteProperties {
  private static final String USER = "user";
  private static final String SCHEMA = "schema";
  private static final String TIME_ZONE = "timeZone";
  private static final String AUTO_COMMIT = "autoCommit";
  private static final String READ_ONLY = "readOnly";
  private static final String ISOLATION = "transactionIsolation";

  /** The last is the stock client's own, though it sends it. */
  private static final Set<String> TAKEN =
      ImmutableSortedSet.orderedBy(String.CASE_INSENSITIVE_ORDER)
          .add(USER, "password", SCHEMA, TIME_ZONE, AUTO_COMMIT, READ_ONLY, ISOLATION)
          .add(AvaticaConnection.NUM_EXECUTE_RETRIES_KEY)
          .build();

  private final Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  RemoteProperties(Map<String, String> properties) {
    properties.forEach(this::take);
  }

  private void take(String name, String value) {
    if (!TAKEN.contains(name)) {
      throw LensException.of(LensCode.NOT_ALLOWED, RESOURCE.notOfRemoteClients(name));
    }
    given.put(name, value);
  }

  /** How the client calls itself. */
  String user() {
    return Optional.ofNullable(given.get(USER)).orElse("");
  }

  /** The properties of the connection that serves the client: the server's, then its own. */
  Properties over(Properties ofServer) {
    Properties result = new Properties();
    result.putAll(ofServer);
    for (String name : List.of(SCHEMA, TIME_ZONE)) {
      String value = given.get(name);
      if (value != null && !value.isEmpty()) {
        result.setProperty(name, value);
      }
    }
    return result;
  }

  /** Sets the modes that the client asks for. */
  void apply(Connection connection) throws SQLException {
    if (given.containsKey(ISOLATION)) {
      connection.setTransactionIsolation(isolation(given.get(ISOLATION)));
    }
    if (given.containsKey(READ_ONLY)) {
      connection.setReadOnly(Boolean.parseBoolean(given.get(READ_ONLY)));
    }
    if (given.containsKey(AUTO_COMMIT)) {
      connection.setAutoCommit(Boolean.parseBoolean(given.get(AUTO_COMMIT)));
    }
  }

  private static int isolation(String level) {
    return switch (level.strip().toUpperCase(Locale.ROOT).replace(' ', '_')) {
      case "1", "READ_UNCOMMITTED" -> Connection.TRANSACTION_READ_UNCOMMITTED;
      case "2", "READ_COMMITTED" -> Connection.TRANSACTION_READ_COMMITTED;
      case "4", "REPEATABLE_READ" -> Connection.TRANSACTION_REPEATABLE_READ;
      case "8", "SERIALIZABLE" -> Connection.TRANSACTION_SERIALIZABLE;
      default ->
          throw LensException.of(
              LensCode.NOT_SUPPORTED, RESOURCE.notSupported("isolation level " + level));
    };
  }
}
