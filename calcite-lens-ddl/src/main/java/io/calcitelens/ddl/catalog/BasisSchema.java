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
 * @param unavailable why a declared schema, whose storage could not be read, has no relations now
 */
public record BasisSchema(
    String name,
    Origin origin,
    List<BasisRelation> relations,
    Optional<SqlDeclareSchema> applied,
    Optional<Schema> foreign,
    Optional<String> unavailable) {
  public BasisSchema {
    requireNonNull(name, "name");
    requireNonNull(origin, "origin");
    requireNonNull(applied, "applied");
    requireNonNull(foreign, "foreign");
    requireNonNull(unavailable, "unavailable");
    relations = List.copyOf(relations);
  }

  /** A schema whose storage was read. */
  public BasisSchema(
      String name,
      Origin origin,
      List<BasisRelation> relations,
      Optional<SqlDeclareSchema> applied,
      Optional<Schema> foreign) {
    this(name, origin, relations, applied, foreign, Optional.empty());
  }

  /** A declared schema, some of whose storage cannot be reached now. */
  static BasisSchema away(SqlDeclareSchema declaration, String reason) {
    return new BasisSchema(
        declaration.name().getSimple(),
        Origin.DECLARED,
        List.of(),
        Optional.of(declaration),
        Optional.empty(),
        Optional.of(reason));
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
