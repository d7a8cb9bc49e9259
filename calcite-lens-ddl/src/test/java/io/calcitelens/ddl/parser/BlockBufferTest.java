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

import io.calcitelens.prover.LensException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Blocks that a client sends in pieces. */
class BlockBufferTest {
  private final BlockBuffer buffer = new BlockBuffer();

  private void opens(String piece) {
    assertEquals(new BlockBuffer.Step(Optional.empty(), List.of()), buffer.add(piece));
    assertTrue(buffer.isOpen());
  }

  private void runs(String piece, String... statements) {
    assertEquals(new BlockBuffer.Step(Optional.empty(), List.of(statements)), buffer.add(piece));
    assertFalse(buffer.isOpen());
  }

  @Test
  void statementsPassAsTheyAre() {
    runs("select 1", "select 1");
    runs("select 1; select { x", "select 1; select { x");
    runs("", "");
    runs("declare lens for X over Y { }", "declare lens for X over Y { }");
  }

  @Test
  void piecesAreJoined() {
    opens("declare schema S {\n  table a (id int)");
    opens("\n  -- the second\n  table b (id int)");
    opens("  unique index i on b (id)");
    opens("  index j on b (id)");
    opens("  create view v as select 1 as x");
    opens("  materialized view m as select id from a order by id");
    opens("  view w as select 1 as x");
    opens("  -- only a comment");
    BlockBuffer.Step step = buffer.add("}");
    assertEquals(1, step.statements().size());
    SqlDeclareSchema declaration = (SqlDeclareSchema) LensParsers.parse(step.statements().get(0));
    assertEquals(7, declaration.items().size());
  }

  @Test
  void whatFollowsTheBlockRunsAfterIt() {
    opens("declare lens for X over Y {\n view T as select 1 as a");
    runs(
        "}\napply schema X",
        "declare lens for X over Y {\n view T as select 1 as a;\n}",
        "apply schema X");
    opens("declare schema S { table t (a int)");
    BlockBuffer.Step step = buffer.add("}\ndeclare schema U {\n table t (a int)");
    assertEquals(List.of("declare schema S { table t (a int);\n}"), step.statements());
    assertTrue(buffer.isOpen());
    runs("}", "declare schema U {\n table t (a int);\n}");
  }

  @Test
  void piecesMayKeepTheirSemicolon() {
    opens("declare schema S { table t (a int);");
    runs("}", "declare schema S { table t (a int);\n}");
  }

  @Test
  void anythingElseEndsTheBlock() {
    opens("declare schema S\n  { table t (a int)");
    BlockBuffer.Step step = buffer.add("select 1");
    assertEquals(List.of("select 1"), step.statements());
    LensException fault = step.fault().orElseThrow();
    assertEquals(
        "lens.syntax: line 2, column 3: the '{' opened here is not closed", fault.getMessage());
    assertFalse(buffer.isOpen());
  }

  @Test
  void anotherDeclarationEndsTheBlockAndMayOpenOne() {
    opens("declare schema S { table t (a int)");
    BlockBuffer.Step step = buffer.add("declare schema U { table t (a int)");
    assertTrue(step.fault().isPresent());
    assertEquals(List.of(), step.statements());
    assertTrue(buffer.isOpen());
    runs("}", "declare schema U { table t (a int);\n}");
  }

  @Test
  void onlyBracesOfDeclarationsAreWaitedFor() {
    runs("select {", "select {");
    runs("declare schema S ( table t (a int)", "declare schema S ( table t (a int)");
    runs(
        "declare schema S { table t (a text default '{') }",
        "declare schema S { table t (a text default '{') }");
  }

  @Test
  void clearGivesUp() {
    opens("declare schema S {");
    buffer.clear();
    assertFalse(buffer.isOpen());
    runs("table t", "table t");
  }
}
