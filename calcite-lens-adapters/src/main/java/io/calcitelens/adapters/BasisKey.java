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
package io.calcitelens.adapters;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A key that the store enforces on all rows of a table: a primary key, a unique constraint or a
 * unique index that is neither partial, over expressions, nor deferrable.
 *
 * @param name the constraint's or index's name in the store
 * @param columns ordinals of the key's columns; empty means at most one row
 * @param primary whether it is the primary key
 */
public record BasisKey(String name, List<Integer> columns, boolean primary) {
  public BasisKey {
    requireNonNull(name, "name");
    columns = List.copyOf(columns);
  }
}
