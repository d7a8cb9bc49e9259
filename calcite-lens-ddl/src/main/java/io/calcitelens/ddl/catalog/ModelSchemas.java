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

import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.collection.CollectionStore;
import io.calcitelens.adapters.collection.CollectionTable;
import io.calcitelens.adapters.jdbc.JdbcBasisTable;
import io.calcitelens.adapters.jdbc.JdbcSchemaReader;
import io.calcitelens.adapters.jdbc.JdbcStore;
import io.calcitelens.adapters.jdbc.StoredSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.adapter.jdbc.JdbcSchema;
import org.apache.calcite.adapter.jdbc.JdbcTable;
import org.apache.calcite.schema.ModifiableTable;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.Wrapper;
import org.apache.calcite.schema.lookup.LikePattern;

/**
 * The schemas of model files. A JDBC schema is read once and served from its data source by our own
 * tables; any other serves the planner as it is.
 */
final class ModelSchemas {
  private final Stores stores;
  private final Map<String, Set<StoredSchema>> origins =
      new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, CollectionStore> collections =
      new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  ModelSchemas(Stores stores) {
    this.stores = stores;
  }

  /** Whether a schema of this name is mounted. */
  synchronized boolean isMounted(String name) {
    return origins.containsKey(name);
  }

  /** Makes a schema of a model one of the database. */
  synchronized BasisSchema mount(String name, SchemaPlus schema) {
    Schema mirrored = new MirroredSchema(schema);
    JdbcSchema jdbc = ((Wrapper) mirrored).unwrap(JdbcSchema.class);
    if (jdbc == null) {
      origins.put(name, Set.of());
      return foreign(name, mirrored);
    }
    Set<StoredSchema> places = new LinkedHashSet<>();
    for (String table : jdbc.tables().getNames(LikePattern.any())) {
      if (jdbc.tables().get(table) instanceof JdbcTable jdbcTable) {
        places.add(
            new StoredSchema(
                Optional.ofNullable(jdbcTable.jdbcCatalogName),
                Optional.ofNullable(jdbcTable.jdbcSchemaName)));
      }
    }
    origins.put(name, places);
    try {
      return read(name, stores.mount(name, jdbc.getDataSource()), places);
    } catch (StoreException e) {
      throw Faults.store(name, e);
    }
  }

  /** Reads a mounted schema again. */
  synchronized BasisSchema reread(BasisSchema schema) {
    if (schema.foreign().isPresent()) {
      return foreign(schema.name(), schema.foreign().get());
    }
    JdbcStore store = stores.named(schema.name()).orElseThrow();
    try {
      return read(schema.name(), store, origins.get(schema.name()));
    } catch (StoreException e) {
      throw Faults.store(schema.name(), e);
    }
  }

  private static BasisSchema read(String name, JdbcStore store, Set<StoredSchema> places) {
    Map<String, BasisRelation> relations = new LinkedHashMap<>();
    for (StoredSchema place : places) {
      for (JdbcBasisTable table : JdbcSchemaReader.read(store, place)) {
        BasisRelation relation = PhysicalSchemas.relation(table);
        relations.putIfAbsent(relation.name(), relation);
      }
    }
    return new BasisSchema(
        name,
        BasisSchema.Origin.MODEL,
        List.copyOf(relations.values()),
        Optional.empty(),
        Optional.empty());
  }

  /** What an application keeps in collections can be written; all else is only read. */
  private BasisSchema foreign(String name, Schema schema) {
    List<BasisRelation> relations = new ArrayList<>();
    CollectionStore store = collections.computeIfAbsent(name, CollectionStore::new);
    for (String table : schema.tables().getNames(LikePattern.any())) {
      Table found = schema.tables().get(table);
      if (found != null) {
        Optional<CollectionTable> collection =
            found instanceof ModifiableTable modifiable
                ? CollectionTable.of(store, table, modifiable)
                : Optional.empty();
        relations.add(
            new BasisRelation(
                table,
                collection.<Table>map(t -> t).orElse(found),
                collection.map(t -> (BasisTable) t)));
      }
    }
    return new BasisSchema(
        name, BasisSchema.Origin.MODEL, relations, Optional.empty(), Optional.of(schema));
  }
}
