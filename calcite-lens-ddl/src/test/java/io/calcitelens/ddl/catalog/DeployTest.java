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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.ddl.parser.LensParsers;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.junit.jupiter.api.Test;

/** Declared designs are deployed over H2. */
class DeployTest {
  /** A session without a transaction. */
  static final DdlSession SESSION =
      new DdlSession() {
        @Override
        public List<String> defaultSchemaPath() {
          return List.of();
        }

        @Override
        public boolean hasWritten() {
          return false;
        }

        @Override
        public void run(SqlNode statement) {
          throw new AssertionError(statement);
        }
      };

  static DdlResult run(LensDatabase database, String sql) {
    return database.execute(LensParsers.parse(sql), SESSION);
  }

  static void car(LensDatabase database) {
    run(
        database,
        "declare logical schema App { table Car ("
            + "id int primary key, make text, topSpeed int); }");
    run(
        database,
        "declare schema Store {"
            + " table CarCore (id int primary key, make text) using mem();"
            + " table CarSpeed (id int primary key, topSpeed int) using mem(); }");
    run(
        database,
        "declare lens for App over Store { view Car as"
            + " select id, make, topSpeed from CarCore join CarSpeed using (id); }");
  }

  @Test
  void theCarExampleDeploysAndAppliesItsBasis() {
    try (LensDatabase database = LensDatabase.open("")) {
      car(database);
      run(database, "apply schema App");
      assertEquals(
          "SELECT \"CarCore\".\"id\" AS \"id\", \"CarCore\".\"make\" AS \"make\","
              + " \"CarSpeed\".\"topSpeed\" AS \"topSpeed\" FROM \"Store\".\"CarCore\" AS"
              + " \"CarCore\" INNER JOIN \"Store\".\"CarSpeed\" AS \"CarSpeed\" ON"
              + " \"CarCore\".\"id\" = \"CarSpeed\".\"id\"",
          database.state().deployed("app", "car").orElseThrow().body().sql().replace("\n", " "));
      assertTrue(database.state().deployed("App", "Car").orElseThrow().lens().readOnly().isEmpty());
    }
  }

  @Test
  void applyingAgainChangesNothing() {
    try (LensDatabase database = LensDatabase.open("")) {
      car(database);
      run(database, "apply schema App");
      CatalogState before = database.state();
      run(database, "apply schema App");
      run(database, "apply schema Store");
      assertEquals(before.generation(), database.state().generation());
    }
  }
}
