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

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.avatica.util.ByteString;

/**
 * Parameters as they come over the protocol. Its dates and times are local ones, whatever the time
 * zones of client and server, and are given to the driver as such.
 */
final class RemoteParameters {
  private RemoteParameters() {}

  /** Sets all parameters of a statement. */
  static void set(PreparedStatement statement, List<TypedValue> values) throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      TypedValue value = values.get(i);
      if (value == null) {
        throw LensException.of(LensCode.UNBOUND_PARAMETER, RESOURCE.unboundParameter(i + 1));
      }
      statement.setObject(i + 1, value(value));
    }
  }

  private static Object value(TypedValue typed) {
    Object value = typed.value;
    if (value == null) {
      return null;
    }
    try {
      return switch (typed.type) {
        case JAVA_SQL_DATE -> LocalDate.ofEpochDay(number(value));
        case JAVA_SQL_TIME -> LocalTime.ofNanoOfDay(number(value) * 1_000_000);
        case JAVA_SQL_TIMESTAMP, JAVA_UTIL_DATE ->
            LocalDateTime.ofInstant(Instant.ofEpochMilli(number(value)), ZoneOffset.UTC);
        case BYTE_STRING -> ByteString.ofBase64((String) value).getBytes();
        case ARRAY -> ((List<?>) value).stream().map(RemoteParameters::element).toArray();
        default -> value;
      };
    } catch (RuntimeException e) {
      throw LensException.of(
              LensCode.BAD_CAST, RESOURCE.unreadableParameter(String.valueOf(e.getMessage())))
          .because(e);
    }
  }

  private static Object element(Object element) {
    return element instanceof TypedValue typed ? value(typed) : element;
  }

  private static long number(Object value) {
    return ((Number) value).longValue();
  }
}
