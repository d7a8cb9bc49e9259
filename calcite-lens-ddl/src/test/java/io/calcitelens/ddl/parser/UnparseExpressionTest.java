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
package io.calcitelens.ddl.parser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.Litmus;
import org.junit.jupiter.api.Test;

/** Expressions keep their meaning when only the parentheses that they need are written. */
class UnparseExpressionTest {
  private static final List<String> BINARY =
      List.of(
          "+",
          "-",
          "*",
          "/",
          "%",
          "||",
          "=",
          "<>",
          "<",
          ">",
          "<=",
          ">=",
          "and",
          "or",
          "like",
          "not like",
          "similar to",
          "is distinct from",
          "is not distinct from",
          "in",
          "not in");

  private static final List<String> SUFFIX =
      List.of(
          "is null",
          "is not null",
          "is true",
          "is not false",
          "is unknown",
          "between 1 and 2",
          "not between x and y",
          "between symmetric x + 1 and y",
          "in (1, 2)",
          "not in (select x from t)",
          "like 'x%' escape '!'");

  private static final List<String> LEAF =
      List.of(
          "a",
          "t.b",
          "1",
          "2.50",
          "1e3",
          "'it''s'",
          "null",
          "true",
          "x.y.z",
          "current_date",
          "date '2020-01-01'",
          "interval '1' day",
          "?",
          "(select max(a) from t)");

  private final Random random = new Random(20261201);

  private String expression(int depth) {
    if (depth == 0) {
      return LEAF.get(random.nextInt(LEAF.size()));
    }
    String one = "(" + expression(depth - 1) + ")";
    return switch (random.nextInt(9)) {
      case 0 -> "not " + one;
      case 1 -> "- " + one;
      case 2 -> one + " " + SUFFIX.get(random.nextInt(SUFFIX.size()));
      case 3 -> "coalesce(" + one + ", " + expression(depth - 1) + ")";
      case 4 ->
          "case when " + one + " then " + expression(depth - 1) + " else " + expression(0) + " end";
      case 5 -> "cast(" + one + " as decimal(10, 2))";
      default -> binary(one, depth);
    };
  }

  private String binary(String left, int depth) {
    String operator = BINARY.get(random.nextInt(BINARY.size()));
    String right = "(" + expression(depth - 1) + ")";
    return left + " " + operator + " " + right;
  }

  @Test
  void parenthesesAreKeptWhereTheyMatter() {
    for (int i = 0; i < 3000; i++) {
      String text = expression(1 + i % 4);
      SqlNode first = LensParsers.parseExpression(text);
      String written = LensParsers.toSql(first);
      SqlNode second = LensParsers.parseExpression(written);
      assertEquals(written, LensParsers.toSql(second), text);
      assertTrue(first.equalsDeep(second, Litmus.IGNORE), () -> text + "\nwritten as\n" + written);
    }
  }
}
