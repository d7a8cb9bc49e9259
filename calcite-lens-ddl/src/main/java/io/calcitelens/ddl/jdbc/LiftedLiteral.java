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

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A literal that is a parameter of a shared plan.
 *
 * @param kind a letter: n number, m negated number, s text, b truth value, d date, t timestamp
 * @param place where it stands
 * @param start of its span in the text, without a sign
 * @param end behind its span
 */
record LiftedLiteral(Object value, char kind, Place place, int start, int end) {
  private static final int MILLISECOND_DIGITS = 3;

  /** Where a literal stands: what it is written to, or what it is compared with. */
  enum Place {
    WRITTEN,
    COMPARED
  }

  LiftedLiteral {
    requireNonNull(value, "value");
    requireNonNull(place, "place");
  }

  /** Whether each literal is a value of its parameter's type, to be neither rounded nor cut. */
  static boolean fit(List<LiftedLiteral> literals, List<RelDataType> types) {
    for (int i = 0; i < literals.size(); i++) {
      if (!literals.get(i).fits(types.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean fits(RelDataType type) {
    boolean written = place == Place.WRITTEN;
    return switch (type.getSqlTypeName()) {
      case TINYINT -> isWhole(value, Byte.SIZE);
      case SMALLINT -> isWhole(value, Short.SIZE);
      case INTEGER -> isWhole(value, Integer.SIZE);
      case BIGINT -> isWhole(value, Long.SIZE);
      case DECIMAL ->
          value instanceof BigDecimal number
              && number.scale() <= type.getScale()
              && number.precision() - number.scale() <= type.getPrecision() - type.getScale();
      case FLOAT, DOUBLE -> written && value instanceof BigDecimal;
      case VARCHAR ->
          value instanceof String text
              && (type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
                  || text.length() <= type.getPrecision());
      case BOOLEAN -> value instanceof Boolean;
      case DATE -> value instanceof LocalDate;
      case TIMESTAMP -> value instanceof LocalDateTime moment && isPrecise(moment, type);
      default -> false;
    };
  }

  private static boolean isWhole(Object value, int bits) {
    return value instanceof BigDecimal number
        && number.scale() == 0
        && number.unscaledValue().bitLength() < bits;
  }

  /** Whether a type keeps the fraction of a second; all of them keep whole ones. */
  private static boolean isPrecise(LocalDateTime moment, RelDataType type) {
    int digits = Math.min(Math.max(type.getPrecision(), 0), MILLISECOND_DIGITS);
    int unit = 1_000_000_000;
    for (int i = 0; i < digits; i++) {
      unit /= 10;
    }
    return moment.getNano() % unit == 0;
  }
}
