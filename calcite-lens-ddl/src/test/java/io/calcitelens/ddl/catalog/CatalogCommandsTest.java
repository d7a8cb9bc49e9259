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
package io.calcitelens.ddl.catalog;

import static io.calcitelens.ddl.catalog.DeployTest.car;
import static io.calcitelens.ddl.catalog.DeployTest.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.ddl.parser.LensParsers;
import io.calcitelens.ddl.parser.ScriptSplitter;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Export, difference, explanation, dropping. */
class CatalogCommandsTest {
  private static LensCode refused(LensDatabase database, String sql) {
    return assertThrows(LensException.class, () -> run(database, sql), sql).code();
  }

  @Test
  void anExportMakesTheSameAgain() {
    try (LensDatabase database = LensDatabase.open("");
        LensDatabase copy = LensDatabase.open("")) {
      car(database);
      run(database, "apply schema App");
      for (String schema : List.of("Store", "App")) {
        String script = String.join("\n", run(database, "export schema " + schema).lines());
        for (ScriptSplitter.Statement piece : ScriptSplitter.split(script)) {
          run(copy, piece.text());
        }
      }
      run(copy, "apply schema App");
      assertEquals(
          run(database, "export schema App").lines(), run(copy, "export schema App").lines());
      assertEquals(
          BasisHash.of(database.state().basis("Store").orElseThrow()),
          BasisHash.of(copy.state().basis("Store").orElseThrow()));
    }
  }

  @Test
  void aSchemaThatNobodyDeclaredCanBeExported() {
    try (LensDatabase database = LensDatabase.open("")) {
      run(database, "create table Emp (id int primary key, name varchar(20) not null unique)");
      run(database, "create table Dept (id int primary key, boss int references Emp (id))");
      List<String> lines = run(database, "export schema main").lines();
      assertFalse(lines.isEmpty());
      LensParsers.parse(String.join("\n", lines));
    }
  }

  @Test
  void theDifferenceIsWhatApplyWouldDo() {
    try (LensDatabase database = LensDatabase.open("")) {
      car(database);
      assertEquals(3, run(database, "diff schema Store").lines().size());
      run(database, "apply schema App");
      assertEquals(List.of(), run(database, "diff schema Store").lines());
      assertEquals(List.of(), run(database, "diff schema App").lines());
      run(
          database,
          "declare schema Store {"
              + " table CarCore (id int primary key, make text, vin text) using mem();"
              + " table CarSpeed (id int primary key, topSpeed int) using mem(); }");
      List<String> lines = run(database, "diff schema Store").lines();
      assertEquals(1, lines.size());
      assertTrue(lines.get(0).contains("\"vin\""), lines.get(0));
      run(
          database,
          "declare logical schema App { table Car ("
              + "id int primary key, make text, vin text); }");
      assertEquals(
          List.of(
              "alter table App.Car add column vin text",
              "alter table App.Car drop column topSpeed"),
          run(database, "diff schema App").lines());
    }
  }

  @Test
  void theExplanationNamesMembersAndColumns() {
    try (LensDatabase database = LensDatabase.open("")) {
      car(database);
      run(database, "apply schema App");
      List<String> lines = run(database, "explain lens App.Car").lines();
      assertEquals("App.Car over Store", lines.get(0));
      assertTrue(lines.contains("member CarCore: anchor"), lines.toString());
      assertTrue(lines.contains("member CarSpeed: owned"), lines.toString());
      assertTrue(lines.contains("column topSpeed (override): CarSpeed.topSpeed"), lines.toString());
    }
  }

  @Test
  void whatALensStandsOnIsNotDropped() {
    try (LensDatabase database = LensDatabase.open("")) {
      car(database);
      run(database, "apply schema App");
      assertEquals(LensCode.DEPENDENTS, refused(database, "drop schema Store"));
      assertEquals(LensCode.DEPENDENTS, refused(database, "drop table Store.CarCore"));
      assertTrue(database.state().deployed("App", "Car").isPresent());
      run(database, "drop schema Store cascade");
      assertTrue(database.state().deployed("App", "Car").isEmpty());
      assertTrue(database.state().basis("Store").isEmpty());
    }
  }

  @Test
  void aChangedBasisIsNotAppliedIfALensWouldBreak() {
    try (LensDatabase database = LensDatabase.open("")) {
      car(database);
      run(database, "apply schema App");
      run(database, "declare logical schema Top { table Car (id int primary key, topSpeed int); }");
      run(database, "declare lens for Top over App { }");
      run(database, "apply schema Top");
      run(database, "declare logical schema App { table Car (id int primary key, make text); }");
      run(
          database,
          "declare lens for App over Store { view Car as select id, make from CarCore; }");
      CatalogState before = database.state();
      assertEquals(LensCode.UNCOVERED_COLUMN, refused(database, "apply schema App"));
      assertEquals(before, database.state());
    }
  }

  @Test
  void everyFaultOfADeployIsTold() {
    try (LensDatabase database = LensDatabase.open("")) {
      run(
          database,
          "declare schema Y { table T (id int primary key, n bigint, s int); table U (id int); }");
      run(
          database,
          "declare logical schema X { table T (id int primary key, n int, s text, q int);"
              + " table U (id int not null); }");
      LensException fault =
          assertThrows(LensException.class, () -> run(database, "apply schema X"));
      assertEquals(
          List.of(LensCode.UNCOVERED_COLUMN, LensCode.NULLABILITY_MISMATCH),
          fault.faults().stream().map(LensException::code).toList());
      run(database, "declare logical schema X { table T (id int primary key, n int, s text); }");
      fault = assertThrows(LensException.class, () -> run(database, "apply schema X"));
      assertEquals(
          List.of("n", "s"),
          fault.faults().stream().map(f -> f.site().column().orElseThrow()).toList());
    }
  }

  @Test
  void aBasisIsBoundOnlyWithoutDoubt() {
    try (LensDatabase database = LensDatabase.open("")) {
      run(database, "declare logical schema X { table T (id int primary key); }");
      assertEquals(LensCode.NO_BASIS, refused(database, "apply schema X"));
      run(database, "declare schema Y { table T (id int primary key); }");
      run(database, "apply schema X");
      assertEquals("Y", database.state().deployed("X").orElseThrow().basis());
      run(database, "declare schema Z { table T (id int primary key); }");
      assertEquals(LensCode.NO_BASIS, refused(database, "apply schema X"));
      run(database, "declare lens for X over Nowhere { }");
      assertEquals(LensCode.NO_BASIS, refused(database, "apply schema X"));
      run(database, "declare lens for X over X { }");
      assertEquals(LensCode.NO_BASIS, refused(database, "apply schema X"));
    }
  }

  @Test
  void storageModulesAreKnownByName() {
    try (LensDatabase database = LensDatabase.open("")) {
      run(database, "declare schema Y { table T (id int primary key) using tape(); }");
      LensException fault =
          assertThrows(LensException.class, () -> run(database, "apply schema Y"));
      assertTrue(fault.getMessage().contains("mem()"), fault.getMessage());
      run(
          database,
          "declare schema Y using jdbc('jdbc:hsqldb:mem:catalog_commands', 'SA', '') {"
              + " table T (id int primary key, s varchar(10)); }");
      run(database, "apply schema Y");
      assertEquals(1, database.state().basis("Y").orElseThrow().relations().size());
    }
  }

  @Test
  void aMaterializedViewIsAnIndexOrRefused() {
    try (LensDatabase database = LensDatabase.open("")) {
      run(
          database,
          "declare schema Y { table T (id int primary key, a int, b int);"
              + " create materialized view ix as select a, id from T order by a desc; }");
      assertTrue(
          run(database, "diff schema Y").lines().stream().anyMatch(l -> l.contains("INDEX")));
      run(database, "apply schema Y");
      assertEquals(List.of(), run(database, "diff schema Y").lines());
      run(
          database,
          "declare schema Z { table T (id int primary key, a int);"
              + " create materialized view ix as select a + 1 as b from T order by a; }");
      assertEquals(LensCode.INVALID_DECLARATION, refused(database, "apply schema Z"));
    }
  }

  @Test
  void tagsAreCheckedWhenDeclared() {
    try (LensDatabase database = LensDatabase.open("")) {
      LensException fault =
          assertThrows(
              LensException.class,
              () ->
                  run(
                      database,
                      "declare logical schema X { table T (id int primary key"
                          + " with tags (\"quereus.lens.writeable\" = 'true')); }"));
      assertEquals(LensCode.INVALID_TAG, fault.code());
      assertTrue(fault.getMessage().contains("'lens.writable'"), fault.getMessage());
      assertTrue(database.state().declaration("X").isEmpty());
    }
  }

  @Test
  void storageInADesignIsRefusedByName() {
    try (LensDatabase database = LensDatabase.open("")) {
      run(
          database,
          "declare logical schema X using mem() { table T (id int primary key) using mem();"
              + " index ix on T (id); }");
      LensException fault =
          assertThrows(LensException.class, () -> run(database, "apply schema X"));
      assertEquals(3, fault.faults().size());
      assertEquals(LensCode.PHYSICAL_IN_LOGICAL, fault.code());
    }
  }

  @Test
  void aSchemaDeclaredInAnotherSpellingIsTheSame() {
    try (LensDatabase database = LensDatabase.open("")) {
      run(database, "declare schema Y { table T (id int primary key); }");
      run(database, "apply schema Y");
      run(database, "declare schema y { table T (id int primary key, a int); }");
      run(database, "apply schema y");
      BasisSchema basis = database.state().basis("Y").orElseThrow();
      assertEquals("Y", basis.name());
      assertEquals(2, basis.relation("T").orElseThrow().basis().orElseThrow().columns().size());
    }
  }
}
