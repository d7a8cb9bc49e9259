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
package io.calcitelens.prover;

import java.math.BigDecimal;
import java.util.Optional;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/** Constants of an expression, as rows hold them. */
final class Literals {
  private Literals() {}

  /** Empty if the type cannot hold the constant. */
  static Optional<Object> internal(RexLiteral literal, RelDataType type) {
    Object value = literal.getValue4();
    return value == null ? Optional.empty() : internal(value, type);
  }

  /** Empty if the type cannot hold the constant. */
  static Optional<Object> internal(Object value, RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
          value instanceof BigDecimal decimal
              ? ExactValues.narrow(decimal, type)
              : Optional.empty();
      case FLOAT, DOUBLE ->
          value instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
      case REAL ->
          value instanceof Number number ? Optional.of(number.floatValue()) : Optional.empty();
      case CHAR, VARCHAR -> text(value).map(t -> pad(t, type));
      case BOOLEAN -> value instanceof Boolean ? Optional.of(value) : Optional.empty();
      case BINARY, VARBINARY -> value instanceof ByteString ? Optional.of(value) : Optional.empty();
      case DATE ->
          value instanceof DateString date
              ? Optional.of(date.getDaysSinceEpoch())
              : Optional.empty();
      case TIME ->
          value instanceof TimeString time ? Optional.of(time.getMillisOfDay()) : Optional.empty();
      case TIMESTAMP ->
          value instanceof TimestampString timestamp
              ? Optional.of(timestamp.getMillisSinceEpoch())
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<String> text(Object value) {
    if (value instanceof NlsString nls) {
      return Optional.of(nls.getValue());
    }
    return value instanceof String string ? Optional.of(string) : Optional.empty();
  }

  private static Object pad(String text, RelDataType type) {
    int length = type.getPrecision();
    return type.getSqlTypeName() == org.apache.calcite.sql.type.SqlTypeName.CHAR
            && length > text.length()
        ? text + " ".repeat(length - text.length())
        : text;
  }
}
