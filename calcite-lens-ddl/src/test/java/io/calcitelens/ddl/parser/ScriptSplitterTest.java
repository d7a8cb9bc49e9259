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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.ddl.parser.ScriptSplitter.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cutting scripts into statements. */
class ScriptSplitterTest {
  private static List<String> texts(String script) {
    return ScriptSplitter.split(script).stream().map(Statement::text).toList();
  }

  @Test
  void semicolonsEndStatements() {
    assertEquals(List.of("select 1", "select 2"), texts("select 1;\n select 2"));
    assertEquals(List.of("a", "b"), texts(";; a ;; b ;"));
    assertEquals(List.of(), texts(" -- nothing\n /* at ; all */ ;"));
  }

  @Test
  void semicolonsInQuotesAndCommentsDoNot() {
    for (String statement :
        List.of(
            "select 'a;b'",
            "select 'it''s; ok'",
            "select \"a;b\"",
            "select \"a\"\";b\"",
            "select 1 -- a;b\n + 2",
            "select 1 // a;b\n + 2",
            "select 1 /* a;b\n ; */ + 2",
            "select E'it\\'s;' from t",
            "select u&'\\00e9;'")) {
      assertEquals(List.of(statement, "x"), texts(statement + "; x;"), statement);
    }
  }

  @Test
  void blocksStayWhole() {
    String block = "declare schema S {\n  table t (a int);\n  table u (b text);\n}";
    assertEquals(List.of(block, "apply schema S"), texts(block + ";\napply schema S;"));
    assertEquals(List.of(block, "apply schema S"), texts(block + "\napply schema S;"));
    assertEquals(
        List.of(block, "declare lens for X over S { }"),
        texts(block + "\n-- next\ndeclare lens for X over S { }"));
  }

  @Test
  void tagsBelongToTheBlock() {
    String block = "declare schema S { table t (a int); } with tags (\"k\" = 'v')";
    assertEquals(List.of(block, "x"), texts(block + ";x"));
    assertEquals(List.of(block, "x"), texts(block + "\nx"));
    String plain = "declare schema S { table t (a int); }";
    assertEquals(
        List.of(plain, "with w as (select 1) select * from w"),
        texts(plain + "\nwith w as (select 1) select * from w"));
  }

  @Test
  void parenthesesInsteadOfBraces() {
    String block = "declare schema S ( table t (a int); table u (b int); )";
    assertEquals(List.of(block, "x"), texts(block + "; x"));
  }

  @Test
  void escapesAndUnbalancedTextsAreCutAtTheSemicolon() {
    assertEquals(List.of("select {d '2020-01-01'}", "x"), texts("select {d '2020-01-01'}; x"));
    assertEquals(List.of("select (1", "x"), texts("select (1; x"));
  }

  @Test
  void positionsAreThoseOfTheScript() {
    List<Statement> statements =
        ScriptSplitter.split("-- head\r\nselect 1;\r\n\r\n  /* x */ select\n 2; select 3");
    assertEquals(List.of(2, 4, 5), statements.stream().map(Statement::line).toList());
    assertEquals(List.of(1, 11, 5), statements.stream().map(Statement::column).toList());
    assertEquals(List.of(true, true, false), statements.stream().map(Statement::ended).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1;",
        "declare schema S { table t (a int); }",
        "declare schema S { table t (a int); } -- done",
        "a; b;",
        "-- nothing",
        "",
      })
  void complete(String text) {
    assertTrue(ScriptSplitter.isComplete(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1",
        "declare schema S { table t (a int);",
        "select 'a;",
        "select 1 /* ;",
        "/* ;",
        "a; b",
      })
  void incomplete(String text) {
    assertFalse(ScriptSplitter.isComplete(text));
  }
}
