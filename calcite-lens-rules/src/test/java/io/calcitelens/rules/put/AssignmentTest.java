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
package io.calcitelens.rules.put;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.calcitelens.adapters.LensTypes;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.math.BigDecimal;
import java.util.stream.Stream;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A column holds exactly the value that it is given, or refuses it. */
class AssignmentTest {
  private static final Site COLUMN = Site.column("x.t", "c");

  private static RelDataType type(SqlTypeName name, int... lengths) {
    return switch (lengths.length) {
      case 0 -> LensTypes.FACTORY.createSqlType(name);
      case 1 -> LensTypes.FACTORY.createSqlType(name, lengths[0]);
      default -> LensTypes.FACTORY.createSqlType(name, lengths[0], lengths[1]);
    };
  }

  static Stream<Arguments> held() {
    return Stream.of(
        Arguments.of(5L, type(SqlTypeName.INTEGER), 5),
        Arguments.of(new BigDecimal("5.00"), type(SqlTypeName.SMALLINT), (short) 5),
        Arguments.of(" 7 ", type(SqlTypeName.BIGINT), 7L),
        Arguments.of(2.5, type(SqlTypeName.DECIMAL, 5, 2), new BigDecimal("2.50")),
        Arguments.of(3, type(SqlTypeName.DOUBLE), 3.0),
        Arguments.of(3, type(SqlTypeName.REAL), 3f),
        Arguments.of("ab", type(SqlTypeName.CHAR, 4), "ab  "),
        Arguments.of("ab   ", type(SqlTypeName.CHAR, 3), "ab "),
        Arguments.of(
            "\uD83D\uDE00\uD83D\uDE00", type(SqlTypeName.VARCHAR, 2), "\uD83D\uDE00\uD83D\uDE00"),
        Arguments.of("TRUE", type(SqlTypeName.BOOLEAN), true),
        Arguments.of("1970-01-02", type(SqlTypeName.DATE), 1),
        Arguments.of(86_400_000L, type(SqlTypeName.DATE), 1),
        Arguments.of("00:00:01", type(SqlTypeName.TIME), 1000),
        Arguments.of("1970-01-01 00:00:01", type(SqlTypeName.TIMESTAMP), 1000L),
        Arguments.of(
            new byte[] {1}, type(SqlTypeName.VARBINARY, 1), new ByteString(new byte[] {1})));
  }

  @ParameterizedTest
  @MethodSource("held")
  void aValueIsHeld(Object value, RelDataType type, Object expected) {
    assertEquals(expected, Assignment.assign(value, type, COLUMN));
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(1.5, type(SqlTypeName.INTEGER), LensCode.PUTGET_VIOLATION),
        Arguments.of(
            new BigDecimal("0.005"), type(SqlTypeName.DECIMAL, 5, 2), LensCode.PUTGET_VIOLATION),
        Arguments.of(1000, type(SqlTypeName.DECIMAL, 5, 2), LensCode.OUT_OF_RANGE),
        Arguments.of(1L << 31, type(SqlTypeName.INTEGER), LensCode.OUT_OF_RANGE),
        Arguments.of(128, type(SqlTypeName.TINYINT), LensCode.OUT_OF_RANGE),
        Arguments.of(Double.NaN, type(SqlTypeName.INTEGER), LensCode.OUT_OF_RANGE),
        Arguments.of("x", type(SqlTypeName.INTEGER), LensCode.BAD_CAST),
        Arguments.of(true, type(SqlTypeName.DOUBLE), LensCode.BAD_CAST),
        Arguments.of("abc ", type(SqlTypeName.VARCHAR, 3), LensCode.VALUE_TOO_LONG),
        Arguments.of("abcd", type(SqlTypeName.CHAR, 3), LensCode.VALUE_TOO_LONG),
        Arguments.of(new byte[2], type(SqlTypeName.VARBINARY, 1), LensCode.VALUE_TOO_LONG),
        Arguments.of("yes", type(SqlTypeName.BOOLEAN), LensCode.BAD_CAST),
        Arguments.of("soon", type(SqlTypeName.DATE), LensCode.BAD_CAST),
        Arguments.of(86_400_001L, type(SqlTypeName.DATE), LensCode.PUTGET_VIOLATION),
        Arguments.of("soon", type(SqlTypeName.TIMESTAMP), LensCode.BAD_CAST));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void aValueIsRefused(Object value, RelDataType type, LensCode code) {
    LensException refused =
        assertThrows(LensException.class, () -> Assignment.assign(value, type, COLUMN));
    assertEquals(code, refused.code());
    assertEquals(COLUMN, refused.site());
  }

  @Test
  void nullAndDefaultPass() {
    assertNull(Assignment.assign(null, type(SqlTypeName.INTEGER), COLUMN));
    assertEquals(Unset.VALUE, Assignment.assign(Unset.VALUE, type(SqlTypeName.INTEGER), COLUMN));
  }
}
