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
package io.calcitelens.ddl.deploy;

import static java.util.Objects.requireNonNull;

import io.calcitelens.ddl.parser.SqlDeclareLens;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.prover.LogicalTable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A logical schema as it is deployed.
 *
 * @param design the declaration that was deployed
 * @param lens the lens block that was deployed; empty for the default mapping
 * @param basis the basis's name
 * @param generation counts the deployments of this schema
 * @param logical the designed tables, also of a schema that is not available
 * @param tables the tables; empty if the schema is not available
 * @param unavailable why the schema cannot be used just now
 */
public record DeployedSchema(
    String name,
    SqlDeclareSchema design,
    Optional<SqlDeclareLens> lens,
    String basis,
    long generation,
    Instant deployedAt,
    List<LogicalTable> logical,
    List<DeployedTable> tables,
    Optional<String> unavailable) {
  public DeployedSchema {
    requireNonNull(name, "name");
    requireNonNull(design, "design");
    requireNonNull(lens, "lens");
    requireNonNull(basis, "basis");
    requireNonNull(deployedAt, "deployedAt");
    requireNonNull(unavailable, "unavailable");
    logical = List.copyOf(logical);
    tables = List.copyOf(tables);
  }

  /** Finds a table, ignoring case. */
  public Optional<DeployedTable> table(String table) {
    return tables.stream().filter(t -> t.logical().name().equalsIgnoreCase(table)).findFirst();
  }
}
