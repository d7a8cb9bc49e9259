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
package io.calcitelens.ddl;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.ddl.catalog.Client;
import io.calcitelens.ddl.catalog.LensDatabase;
import io.calcitelens.ddl.jdbc.DatabaseUrl;
import io.calcitelens.ddl.jdbc.ErrorTranslation;
import io.calcitelens.ddl.jdbc.LensConnection;
import io.calcitelens.ddl.jdbc.LensDmlStatements;
import io.calcitelens.ddl.jdbc.LensFactory;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Throwables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.apache.calcite.avatica.DriverVersion;

/**
 * The JDBC driver of {@code jdbc:lens:[mem:name | path][;property=value]…}. Nothing before the
 * first semicolon is a private database in memory, {@code mem:name} one that the JVM shares,
 * anything else the path of one that lasts. Properties are Calcite's and belong to the connection.
 */
public final class Driver extends org.apache.calcite.jdbc.Driver {
  private static final int MAJOR = 0;
  private static final int MINOR = 1;

  static {
    new Driver().register();
  }

  /** Creates the driver; the service loader does so. */
  public Driver() {}

  @Override
  protected String getConnectStringPrefix() {
    return DatabaseUrl.PREFIX;
  }

  @Override
  protected String getFactoryClassName(JdbcVersion jdbcVersion) {
    return LensFactory.class.getName();
  }

  @Override
  protected DriverVersion createDriverVersion() {
    return new DriverVersion(
        "Calcite Lens JDBC Driver",
        "0.1.0",
        "Calcite Lens",
        "0.1.0",
        true,
        MAJOR,
        MINOR,
        MAJOR,
        MINOR);
  }

  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    try {
      return connect(url, DatabaseUrl.parse(url, info), Client.EMBEDDED);
    } catch (RuntimeException | Error e) {
      throw ErrorTranslation.toSql(e);
    }
  }

  /**
   * Connects a client, which may be one of a server.
   *
   * @param url what the connection says that it is connected to
   * @throws LensException if there is no such database, or a property makes no sense
   */
  public LensConnection connect(String url, DatabaseUrl parsed, Client client) {
    LensDatabase database = LensDatabase.open(parsed.database());
    try {
      return connect(url, parsed.properties(), database, client);
    } catch (RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  private LensConnection connect(
      String url, Properties properties, LensDatabase database, Client client) {
    LensConnection connection = create(url, properties, database, client);
    try {
      handler.onConnectionInit(connection);
    } catch (SQLException | RuntimeException e) {
      throw LensException.of(
              LensCode.UNAVAILABLE,
              RESOURCE.badModel(properties.getProperty("model", ""), Throwables.sentence(e)))
          .because(e);
    }
    connection.mountModel();
    connection.useSchemaProperty();
    connection.enter();
    return connection;
  }

  /** Properties are read when the connection is made; a value that is none of theirs fails then. */
  private LensConnection create(
      String url, Properties properties, LensDatabase database, Client client) {
    try {
      return new LensConnection(
          this, factory, url, properties, database, new LensDmlStatements(), client);
    } catch (LensException e) {
      throw e;
    } catch (RuntimeException e) {
      throw LensException.of(LensCode.UNAVAILABLE, RESOURCE.badUrl(Throwables.sentence(e)))
          .because(e);
    }
  }
}
