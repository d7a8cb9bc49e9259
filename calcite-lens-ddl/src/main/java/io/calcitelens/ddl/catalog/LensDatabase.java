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

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.sql.SqlNode;

/**
 * A database: its stores and its catalog. Databases of one name are one object within the JVM, open
 * as long as something holds it.
 */
public final class LensDatabase implements AutoCloseable {
  private final String name;
  private final AtomicReference<CatalogState> state =
      new AtomicReference<>(new CatalogDraft().freeze(0));

  private LensDatabase(String name) {
    this.name = requireNonNull(name, "name");
  }

  /**
   * Opens a database, or joins one that is open.
   *
   * @param part the database part of a URL: empty for a private one in memory, {@code mem:name} for
   *     one shared within the JVM, else the path of a durable one
   */
  public static LensDatabase open(String part) {
    return new LensDatabase(part);
  }

  /** The database part by which it was opened. */
  public String name() {
    return name;
  }

  /** The catalog at this moment. */
  public CatalogState state() {
    return state.get();
  }

  /**
   * Makes the schemas of a connection's model part of the database: JDBC schemas are read once and
   * become ordinary schemas over their data source, others are kept as they are. A name that is
   * already mounted from the same source is kept.
   */
  public void mount(SchemaPlus modelRoot) {
    requireNonNull(modelRoot, "modelRoot");
  }

  /** Runs a schema command or another DDL statement. */
  public DdlResult execute(SqlNode statement, DdlSession session) {
    throw new UnsupportedOperationException(statement.getKind().toString());
  }

  /** Lets go; the last one to do so closes the stores. */
  @Override
  public void close() {}
}
