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

import java.util.List;
import java.util.Optional;

/**
 * A logical schema as it is deployed.
 *
 * @param designText the declaration that was deployed
 * @param lensText the lens block that was deployed, or empty for the default mapping
 * @param basis the basis's name
 * @param unavailable why the schema cannot be used just now; its tables are then empty
 */
public record DeployedSchema(
    String name,
    String designText,
    Optional<String> lensText,
    String basis,
    long generation,
    List<DeployedTable> tables,
    Optional<String> unavailable) {
  public DeployedSchema {
    requireNonNull(name, "name");
    requireNonNull(designText, "designText");
    requireNonNull(lensText, "lensText");
    requireNonNull(basis, "basis");
    requireNonNull(unavailable, "unavailable");
    tables = List.copyOf(tables);
  }

  /** Finds a table, ignoring case. */
  public Optional<DeployedTable> table(String table) {
    return tables.stream().filter(t -> t.logical().name().equalsIgnoreCase(table)).findFirst();
  }
}
