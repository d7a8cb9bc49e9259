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

import io.calcitelens.ddl.catalog.MirroredSchema;
import java.util.Map;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaFactory;
import org.apache.calcite.schema.SchemaPlus;

/**
 * Makes a lens database part of a model file. The operand {@code database} names it, as in a URL of
 * our driver; without it, the database is private to the connection. Its schemas are found under
 * the model's name for it and at the root.
 */
public final class LensSchemaFactory implements SchemaFactory {
  /** Calcite creates it by name. */
  public LensSchemaFactory() {}

  @Override
  public Schema create(SchemaPlus parentSchema, String name, Map<String, Object> operand) {
    Object database = operand.get("database");
    CalciteSchema parent = CalciteSchema.from(parentSchema);
    RootMirror.LensSchema schema =
        new RootMirror.LensSchema(
            RootMirror.open(database == null ? "" : String.valueOf(database), parent.root()));
    schema
        .database()
        .state()
        .rootSchema()
        .getSubSchemaMap()
        .forEach((n, s) -> parent.add(n, new MirroredSchema(s.plus())));
    return schema;
  }
}
