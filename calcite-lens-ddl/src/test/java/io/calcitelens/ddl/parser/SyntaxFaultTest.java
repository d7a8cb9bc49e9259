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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of syntax: the caret marks where the fault is to be found. */
class SyntaxFaultTest {
  @Test
  void unclosedBraceIsFoundAtTheBrace() {
    check(
        "declare logical schema App ^{\n  table Car (id int primary key);\n",
        "the '{' opened here is not closed");
  }

  @Test
  void unclosedBraceWithoutTheLastSemicolon() {
    check(
        "declare lens for X over Y ^{ view T as select 1 as a from t",
        "the '{' opened here is not closed");
  }

  @Test
  void reservedWordAsColumn() {
    check(
        "declare logical schema X {\n  table T (id int, ^order int);\n}",
        "unexpected 'order', a reserved word; to use it as a name, write it in double quotes");
  }

  @Test
  void reservedWordAsTable() {
    check("select * from table ^where a = 1", "unexpected 'where'; expected '('");
  }

  @Test
  void unexpectedToken() {
    check("^apply schem X", "a statement cannot begin with 'apply'");
    check("^selec a from t", "a statement cannot begin with 'selec'");
    check("declare lens for X over Y { view T as ^5 }", "expected a query, found '5'");
    check("drop lens ^X", "unexpected 'X'; expected 'for', 'if'");
  }

  @Test
  void unexpectedTokenInsideABlock() {
    check("declare schema S {\n  table t (a int)\n  ^tabel u (a int);\n}", "unexpected 'tabel'");
  }

  @Test
  void unexpectedTokenInAStatement() {
    check("select a from t group ^a", "unexpected 'a'; expected 'by'");
    check(
        "insert into t values (1) on conflict do ^something",
        "unexpected 'something'; expected 'nothing', 'update'");
    check("select 1^; select 2", "unexpected ';'");
  }

  @Test
  void textThatEndsTooEarly() {
    check("select a,^", "the statement ends too early");
    check("apply schema^ -- X", "the statement ends too early; expected a name");
    check("commit -- really\n work ^x", "unexpected 'x'; expected the end of the statement");
  }

  @Test
  void unclosedQuotes() {
    check("select ^'a from t", "the ' opened here is not closed");
    check("select a as ^\"b from t", "the \" opened here is not closed");
    check("select a ^/* from t", "the /* opened here is not closed");
  }

  @Test
  void strayCharacter() {
    check("select a ^# b from t", "unexpected '#'");
  }

  @Test
  void twoConflictClauses() {
    check(
        "insert or ignore into t values (1) ^on conflict do nothing",
        "'insert or …' and 'on conflict' cannot stand in one statement; keep one of them");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n ", "-- only a comment", "/* a */ // b", ";", " ; -- x"})
  void noStatement(String text) {
    LensException fault = assertThrows(LensException.class, () -> LensParsers.parse(text));
    assertEquals("lens.syntax: there is no statement in the text", fault.getMessage());
  }

  @Test
  void expressionsToo() {
    LensException fault =
        assertThrows(LensException.class, () -> LensParsers.parseExpression("a b"));
    assertEquals(3, fault.site().position());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "declare logical schema X { table T (a int, b text, ^A int) }"
            + "| the table T has two columns called 'A'",
        "declare schema X { table T (a int); view ^t as select 1 as a }"
            + "| the schema X declares 't' twice",
        "declare logical schema X { table T (a int) with tags (\"a\" = '1', ^\"a\" = '2') }"
            + "| the tag 'a' stands twice; keep one of them",
        "declare lens for X over Y { view T as select 1 as a; view ^T as select 2 as a; }"
            + "| the lens has two views called 'T'; a logical table takes one",
        "declare lens for X over Y { view T as ^select 1 as a union select 2 }"
            + "| the body of 'T' must be one select; values and set operations cannot be written"
            + " through",
        "declare lens for X over Y { view T as with w as (select 1) ^values (1) }"
            + "| the body of 'T' must be one select; values and set operations cannot be written"
            + " through",
        "declare lens for X over Y { view T as select 1 as a with defaults (b = 1, ^B = 2) }"
            + "| the view T gives the column 'B' two defaults",
      })
  void declarations(String marked, String message) {
    LensException fault =
        assertThrows(
            LensException.class,
            () -> {
              var node = LensParsers.parse(marked.replace("^", ""));
              if (node instanceof SqlDeclareLens lens) {
                DeclarationChecks.check(lens);
              } else {
                DeclarationChecks.check((SqlDeclareSchema) node);
              }
            });
    assertEquals(marked.indexOf('^') + 1, fault.site().position());
    assertTrue(fault.getMessage().endsWith(": " + message), fault.getMessage());
  }

  @Test
  void allFaultsOfADeclarationAtOnce() {
    SqlDeclareSchema declaration =
        (SqlDeclareSchema)
            LensParsers.parse(
                "declare schema X { table T (a int, a int); table T (b int, b int) }");
    LensException all =
        assertThrows(LensException.class, () -> DeclarationChecks.check(declaration));
    assertEquals(3, all.faults().size());
    assertEquals(LensCode.DUPLICATE, all.code());
  }

  private static void check(String marked, String message) {
    int at = marked.indexOf('^');
    int line = 1 + (int) marked.substring(0, at).chars().filter(c -> c == '\n').count();
    int column = at - marked.lastIndexOf('\n', at);
    LensException fault =
        assertThrows(LensException.class, () -> LensParsers.parse(marked.replace("^", "")));
    assertEquals(
        "lens.syntax: line " + line + ", column " + column + ": " + message, fault.getMessage());
    assertEquals(LensCode.SYNTAX, fault.code());
    assertEquals(line, fault.site().line());
    assertEquals(column, fault.site().position());
  }
}
