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

import io.calcitelens.ddl.parser.SqlDeclareSchema;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.schema.Schema;

/**
 * A schema of stored relations.
 *
 * @param applied the declaration that was applied, of a declared schema
 * @param foreign the schema itself where a model file brought one that is not JDBC; it then serves
 *     the planner as it is
 */
public record BasisSchema(
    String name,
    Origin origin,
    List<BasisRelation> relations,
    Optional<SqlDeclareSchema> applied,
    Optional<Schema> foreign) {
  public BasisSchema {
    requireNonNull(name, "name");
    requireNonNull(origin, "origin");
    requireNonNull(applied, "applied");
    requireNonNull(foreign, "foreign");
    relations = List.copyOf(relations);
  }

  /** Where a schema comes from. */
  public enum Origin {
    /** A physical schema that was declared and applied. */
    DECLARED,
    /** {@code create schema} and {@code create table}. */
    CREATED,
    /** A model file. */
    MODEL
  }

  /** Finds a relation, ignoring case. */
  public Optional<BasisRelation> relation(String relation) {
    return relations.stream().filter(r -> r.name().equalsIgnoreCase(relation)).findFirst();
  }

  BasisSchema withRelations(List<BasisRelation> changed) {
    return new BasisSchema(name, origin, changed, applied, foreign);
  }
}
