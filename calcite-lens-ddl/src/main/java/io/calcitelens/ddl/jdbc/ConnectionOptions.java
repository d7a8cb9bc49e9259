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
package io.calcitelens.ddl.jdbc;

import static io.calcitelens.prover.LensResource.RESOURCE;

import com.google.common.collect.ImmutableSortedSet;
import com.google.common.primitives.Ints;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.rules.CaptureLimits;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;
import org.apache.calcite.util.NlsString;

/** The statement {@code set}: changes a property of the connection. */
final class ConnectionOptions {
  /** The only ones that can load no class, read no file, and take no memory of a server. */
  private static final Set<String> OF_REMOTE_CLIENTS =
      ImmutableSortedSet.orderedBy(String.CASE_INSENSITIVE_ORDER).add("schema", "timeZone").build();

  private ConnectionOptions() {}

  static void set(LensConnection connection, SqlSetOption option) {
    String name = option.name() == null ? "ALL" : option.name().toString();
    if (connection.presence().client().isRemote() && !OF_REMOTE_CLIENTS.contains(name)) {
      throw LensException.of(LensCode.NOT_ALLOWED, RESOURCE.notOfRemoteClients(name));
    }
    SqlNode value = option.getValue();
    if (name.equalsIgnoreCase("schema")) {
      setSchema(connection, value == null ? null : text(value));
      return;
    }
    if (name.equalsIgnoreCase(CaptureLimits.MEMORY_ROWS)) {
      setCaptureMemoryRows(connection.getProperties(), value == null ? null : text(value));
      return;
    }
    for (CalciteConnectionProperty property : CalciteConnectionProperty.values()) {
      if (property.camelName().equalsIgnoreCase(name)
          && property != CalciteConnectionProperty.MODEL) {
        if (value == null) {
          connection.getProperties().remove(property.camelName());
        } else {
          connection.getProperties().setProperty(property.camelName(), text(value));
        }
        return;
      }
    }
    throw LensException.of(LensCode.NOT_SUPPORTED, RESOURCE.unknownOption(name));
  }

  private static void setCaptureMemoryRows(Properties properties, String rows) {
    if (rows == null) {
      properties.remove(CaptureLimits.MEMORY_ROWS);
    } else {
      rows(rows);
      properties.setProperty(CaptureLimits.MEMORY_ROWS, rows);
    }
  }

  /** How many captured rows a statement may hold in memory, if the connection says so. */
  static Optional<Integer> captureMemoryRows(Properties properties) {
    return Optional.ofNullable(properties.getProperty(CaptureLimits.MEMORY_ROWS))
        .map(ConnectionOptions::rows);
  }

  private static int rows(String text) {
    Integer rows = Ints.tryParse(text.strip());
    if (rows == null || rows < 1) {
      throw LensException.of(
          LensCode.OUT_OF_RANGE, RESOURCE.badOption(CaptureLimits.MEMORY_ROWS, text));
    }
    return rows;
  }

  private static void setSchema(LensConnection connection, String schema) {
    try {
      connection.setSchema(schema);
    } catch (SQLException e) {
      throw ErrorTranslation.toLens(e);
    }
  }

  private static String text(SqlNode value) {
    if (value instanceof SqlIdentifier identifier) {
      return identifier.toString();
    }
    Object literal = value instanceof SqlLiteral l ? l.getValue() : value;
    return literal instanceof NlsString string ? string.getValue() : String.valueOf(literal);
  }
}
