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
 * The identity of a physical table: two relations with one id are the same rows.
 *
 * @param store the store's name, unique within a database
 * @param path the table's qualified name within the store, as the store spells it
 */
public record TableId(String store, List<String> path) implements Comparable<TableId> {
  public TableId {
    requireNonNull(store, "store");
    path = List.copyOf(path);
  }

  /** The table's own name. */
  public String name() {
    return path.get(path.size() - 1);
  }

  /** By store, then by the parts of the name. */
  @Override
  public int compareTo(TableId other) {
    int order = store.compareTo(other.store);
    for (int i = 0; order == 0 && i < Math.min(path.size(), other.path.size()); i++) {
      order = path.get(i).compareTo(other.path.get(i));
    }
    return order == 0 ? Integer.compare(path.size(), other.path.size()) : order;
  }

  @Override
  public String toString() {
    return store + ":" + String.join(".", path);
  }
}
