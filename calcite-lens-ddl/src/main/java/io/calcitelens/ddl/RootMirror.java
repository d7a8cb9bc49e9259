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
package io.calcitelens.ddl;

import io.calcitelens.ddl.catalog.LensDatabase;
import io.calcitelens.ddl.catalog.MirroredSchema;
import java.lang.ref.Cleaner;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.impl.AbstractSchema;

/** Shows the schemas of a database in the root schema of a plain Calcite connection. */
final class RootMirror {
  private static final Cleaner CLEANER = Cleaner.create();

  private final LensDatabase database;
  private final Set<String> schemas = new HashSet<>();
  private final Set<String> tables = new HashSet<>();
  private final Set<String> functions = new HashSet<>();

  private RootMirror(LensDatabase database) {
    this.database = database;
  }

  /** The database of a lens schema in the root's model, else a new private one. */
  static RootMirror of(CalciteSchema root) {
    for (CalciteSchema schema : root.getSubSchemaMap().values()) {
      if (schema.schema instanceof LensSchema lens) {
        RootMirror mirror = new RootMirror(lens.database());
        mirror.schemas.addAll(mirror.ours().keySet());
        return mirror;
      }
    }
    return new RootMirror(open("", root));
  }

  /** Opens a database for as long as a root schema is in use. */
  static LensDatabase open(String part, CalciteSchema root) {
    LensDatabase database = LensDatabase.open(part);
    CLEANER.register(root, database::close);
    return database;
  }

  LensDatabase database() {
    return database;
  }

  /** The schemas of the connection that are not the database's own. */
  SchemaPlus foreign(CalciteSchema root) {
    CalciteSchema foreign = CalciteSchema.createRootSchema(false, false);
    root.getSubSchemaMap()
        .forEach(
            (name, schema) -> {
              if (!schemas.contains(name) && !(schema.schema instanceof LensSchema)) {
                foreign.add(name, new MirroredSchema(schema.plus()));
              }
            });
    return foreign.plus();
  }

  private Map<String, CalciteSchema> ours() {
    return database.state().rootSchema().getSubSchemaMap();
  }

  /** Brings the root up to the database's state. */
  void update(CalciteSchema root) {
    schemas.forEach(root::removeSubSchema);
    tables.forEach(root::removeTable);
    schemas.clear();
    tables.clear();
    functions.forEach(root::removeFunction);
    functions.clear();
    ours()
        .forEach(
            (name, schema) -> {
              root.add(name, new MirroredSchema(schema.plus()));
              schemas.add(name);
            });
    CalciteSchema state = database.state().rootSchema();
    for (String table : state.getTableNames()) {
      CalciteSchema.TableEntry entry = state.getTable(table, true);
      if (entry != null) {
        root.add(table, entry.getTable());
        tables.add(table);
      }
    }
    SchemaPlus from = state.plus();
    for (String function : from.getFunctionNames()) {
      from.getFunctions(function).forEach(f -> root.plus().add(function, f));
      functions.add(function);
    }
  }

  /** A schema whose sub-schemas are the database's, as they are at each look. */
  static final class LensSchema extends AbstractSchema {
    private final LensDatabase database;

    LensSchema(LensDatabase database) {
      this.database = database;
    }

    LensDatabase database() {
      return database;
    }

    @Override
    protected Map<String, Schema> getSubSchemaMap() {
      Map<String, Schema> schemas = new TreeMap<>();
      database
          .state()
          .rootSchema()
          .getSubSchemaMap()
          .forEach((name, schema) -> schemas.put(name, new MirroredSchema(schema.plus())));
      return schemas;
    }
  }
}
