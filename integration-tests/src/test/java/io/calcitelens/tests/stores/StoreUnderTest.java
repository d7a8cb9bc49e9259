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

import static java.util.Objects.requireNonNull;

import io.calcitelens.tests.postgres.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A store on which the tests of logical behaviour run: how to open it, and what it can do. */
public enum StoreUnderTest {
  H2(
      EnumSet.complementOf(
          EnumSet.of(
              Capability.PARTIAL_INDEXES,
              Capability.EXPRESSION_INDEXES,
              Capability.CASELESS_PADDED_TEXT))) {
    @Override
    public Place newDatabase() {
      return new Place("jdbc:h2:mem:" + nextName() + ";DB_CLOSE_DELAY=-1", "sa", "");
    }
  },
  HSQLDB(
      EnumSet.complementOf(
          EnumSet.of(
              Capability.PARTIAL_INDEXES,
              Capability.EXPRESSION_INDEXES,
              Capability.CASELESS_PADDED_TEXT))) {
    @Override
    public Place newDatabase() {
      return new Place("jdbc:hsqldb:mem:" + nextName(), "SA", "");
    }
  },
  POSTGRESQL(EnumSet.complementOf(EnumSet.of(Capability.CASELESS_PADDED_TEXT))) {
    @Override
    public boolean available() {
      return PostgresServer.available();
    }

    @Override
    public Place newDatabase() throws SQLException {
      return new Place(PostgresServer.newDatabase(), PostgresServer.USER, PostgresServer.PASSWORD);
    }
  },
  SQLITE(
      EnumSet.of(
          Capability.CHECKS,
          Capability.NAMED_CONSTRAINTS,
          Capability.REFERENTIAL_ACTIONS,
          Capability.UPDATE_OF_REFERRED_ROWS,
          Capability.PARTIAL_INDEXES,
          Capability.EXPRESSION_INDEXES,
          Capability.SAVEPOINTS,
          Capability.GENERATED_COLUMNS)) {
    @Override
    public Place newDatabase() {
      return new Place("jdbc:sqlite:" + newFile("sqlite"), "", "");
    }
  },
  DUCKDB(
      EnumSet.of(
          Capability.CHECKS,
          Capability.EXPRESSION_INDEXES,
          Capability.CONCURRENT_WRITERS,
          Capability.GENERATED_COLUMNS,
          Capability.SCHEMAS)) {
    @Override
    public Place newDatabase() {
      return new Place("jdbc:duckdb:" + newFile("duckdb"), "", "");
    }
  },
  MARIADB(
      EnumSet.complementOf(
          EnumSet.of(
              Capability.PARTIAL_INDEXES,
              Capability.EXPRESSION_INDEXES,
              Capability.ANY_IDENTITIES))) {
    @Override
    public boolean available() {
      return MariaDbServer.available();
    }

    @Override
    public Place newDatabase() throws SQLException {
      return new Place(MariaDbServer.newDatabase(), MariaDbServer.USER, MariaDbServer.PASSWORD);
    }
  };

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private final Set<Capability> capabilities;

  StoreUnderTest(Set<Capability> capabilities) {
    this.capabilities = Set.copyOf(capabilities);
  }

  /** Whether it is there on this machine, and wanted in this build. */
  public boolean available() {
    return true;
  }

  /** Whether the store can do something. */
  public boolean can(Capability capability) {
    return capabilities.contains(capability);
  }

  /** Makes an empty database. */
  public abstract Place newDatabase() throws SQLException;

  static String nextName() {
    return "stores" + DATABASES.incrementAndGet();
  }

  private static Path newFile(String suffix) {
    try {
      Path directory = Files.createTempDirectory("lens-stores");
      Path file = directory.resolve("test." + suffix);
      directory.toFile().deleteOnExit();
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Where a database is.
   *
   * @param url a JDBC URL
   */
  public record Place(String url, String user, String password) {
    public Place {
      requireNonNull(url, "url");
    }

    /** The {@code using} of a declaration whose tables stand here. */
    public String using() {
      return "using jdbc('" + url + "', '" + user + "', '" + password + "')";
    }

    /** A connection past the lens. */
    public Connection open() throws SQLException {
      return DriverManager.getConnection(url, user, password);
    }

    /** A model that mounts schemas of the database by Calcite's own factory. */
    public String model(String name, String storedSchema) {
      String schema = storedSchema.isEmpty() ? "" : ", \"jdbcSchema\": \"" + storedSchema + "\"";
      return "inline:{\"version\": \"1.0\", \"schemas\": [{\"name\": \""
          + name
          + "\", \"type\": \"custom\","
          + " \"factory\": \"org.apache.calcite.adapter.jdbc.JdbcSchema$Factory\","
          + " \"operand\": {\"jdbcUrl\": \""
          + url
          + "\", \"jdbcUser\": \""
          + user
          + "\", \"jdbcPassword\": \""
          + password
          + "\""
          + schema
          + "}}]}";
    }
  }
}
