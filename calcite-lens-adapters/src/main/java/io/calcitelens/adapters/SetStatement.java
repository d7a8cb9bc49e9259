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

import org.apache.calcite.DataContext;

/** One statement that a store runs over rows which it computes itself. Immutable. */
public interface SetStatement {
  /** The text, in the store's dialect. */
  String sql();

  /**
   * Runs the statement.
   *
   * @param context parameters as {@code ?0}, {@code ?1}, …
   * @return the number of rows inserted, changed, deleted, locked or counted
   * @throws StoreException on a fault of the store
   */
  long run(StoreSession session, DataContext context);
}
