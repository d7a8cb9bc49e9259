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
package io.calcitelens.adapters.schema;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * A primary key or a unique constraint.
 *
 * @param name empty for a name made of the table's and the columns'
 * @param columns empty in a primary key of a table of at most one row
 */
public record KeyDefinition(Optional<String> name, List<String> columns) {
  public KeyDefinition {
    requireNonNull(name, "name");
    columns = List.copyOf(columns);
  }
}
