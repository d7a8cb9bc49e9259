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
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was declared and deployed is there after a restart. */
class DurableDatabaseTest {
  @TempDir Path directory;

  @Test
  void theCatalogSurvivesARestart() {
    String path = directory.resolve("cars").toString();
    List<String> export;
    String body;
    try (LensDatabase database = LensDatabase.open(path)) {
      car(database);
      run(database, "apply schema App");
      run(database, "create table Emp (id int primary key, name text)");
      run(database, "create view fast as select id from App.Car where topSpeed > 100");
      run(database, "create type point as (x int, y int)");
      run(database, "declare logical schema Later { table T (id int primary key); }");
      export = run(database, "export schema App").lines();
      body = database.state().deployed("App", "Car").orElseThrow().body().sql();
    }
    try (LensDatabase database = LensDatabase.open(path)) {
      CatalogState state = database.state();
      assertEquals(export, run(database, "export schema App").lines());
      assertEquals(body, state.deployed("App", "Car").orElseThrow().body().sql());
      assertEquals(1, state.deployed("App").orElseThrow().generation());
      assertTrue(state.basis("main").orElseThrow().relation("emp").isPresent());
      assertTrue(state.compiled().view(state.view("main", "fast").orElseThrow()).isPresent());
      assertTrue(state.declaration("Later").isPresent());
      assertTrue(state.rootSchema().getType("point", false) != null);
      run(database, "apply schema App");
      assertEquals(state.generation(), database.state().generation());
    }
  }

  @Test
  void connectionsOfOneNameShareADatabase() {
    try (LensDatabase one = LensDatabase.open("mem:shared_catalog");
        LensDatabase other = LensDatabase.open("mem:Shared_Catalog")) {
      assertSame(one, other);
      car(one);
      run(one, "apply schema App");
    }
    try (LensDatabase again = LensDatabase.open("mem:shared_catalog")) {
      assertTrue(again.state().deployed("App").isEmpty());
    }
  }

  @Test
  void aStoreThatIsGoneDoesNotKeepTheDatabaseFromOpening() {
    String path = directory.resolve("gone").toString();
    try (LensDatabase database = LensDatabase.open(path)) {
      run(
          database,
          "declare schema Y using jdbc('jdbc:hsqldb:mem:durable_gone;ifexists=false', 'SA', '') {"
              + " table T (id int primary key); }");
      run(database, "declare logical schema X { table T (id int primary key); }");
      run(database, "apply schema X");
    }
    dropHsqldb();
    try (LensDatabase database = LensDatabase.open(path)) {
      assertTrue(database.state().deployed("X").orElseThrow().unavailable().isPresent());
    }
  }

  private static void dropHsqldb() {
    try (var connection =
            java.sql.DriverManager.getConnection("jdbc:hsqldb:mem:durable_gone", "SA", "");
        var statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    } catch (java.sql.SQLException e) {
      throw new AssertionError(e);
    }
  }
}
