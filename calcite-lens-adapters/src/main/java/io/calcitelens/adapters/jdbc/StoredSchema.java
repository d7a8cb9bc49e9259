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
package io.calcitelens.adapters.jdbc;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A schema of a store as JDBC names it.
 *
 * @param catalog empty for the connection's own
 * @param schema empty for the connection's own, and where the product has none
 */
public record StoredSchema(Optional<String> catalog, Optional<String> schema) {
  public StoredSchema {
    requireNonNull(catalog, "catalog");
    requireNonNull(schema, "schema");
  }

  /** The schema of this name. */
  public static StoredSchema of(String schema) {
    return new StoredSchema(Optional.empty(), Optional.of(schema));
  }
}
