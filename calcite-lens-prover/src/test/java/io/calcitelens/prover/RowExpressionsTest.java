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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.adapters.LensTypes;
import java.util.List;
import org.apache.calcite.DataContexts;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/** Expressions over one row. */
class RowExpressionsTest {
  private final RowExpressions expressions =
      new RowExpressions(
          "t",
          List.of("a", "b"),
          List.of(
              LensTypes.FACTORY.createSqlType(SqlTypeName.INTEGER),
              LensTypes.FACTORY.createSqlType(SqlTypeName.BIGINT)));

  private static SqlNode parse(String text) throws SqlParseException {
    return SqlParser.create(
            text,
            SqlParser.config().withUnquotedCasing(org.apache.calcite.avatica.util.Casing.UNCHANGED))
        .parseExpression();
  }

  private Object evaluate(String text, Object... row) throws SqlParseException {
    return expressions.compile(parse(text)).evaluate(row, DataContexts.EMPTY);
  }

  @Test
  void aRuleIsTrueFalseOrUnknown() throws SqlParseException {
    assertEquals(true, evaluate("a > 1 and T.B < 9", 2, 3L));
    assertEquals(false, evaluate("a > 1", 1, 3L));
    assertNull(evaluate("a > 1", null, 3L));
  }

  @Test
  void aStoredIntegerServesWhereABigintIsDeclared() throws SqlParseException {
    assertEquals(true, evaluate("b > 1", 0, 3));
  }

  @Test
  void anUnknownColumnIsRefused() throws SqlParseException {
    SqlNode unknown = parse("c > 1");
    assertThrows(CalciteException.class, () -> expressions.compile(unknown));
  }

  @Test
  void aQueryIsFound() throws SqlParseException {
    assertTrue(RowExpressions.holdsQuery(parse("a > (select max(a) from t)")));
    assertEquals(false, RowExpressions.holdsQuery(parse("a > 1")));
  }
}
