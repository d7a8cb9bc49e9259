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
package io.calcitelens.rules.put;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * One keyed write of one row.
 *
 * @param kind insert, update or delete
 * @param change the row's change
 * @param columns ordinals of the columns that are written
 * @param values what they become; null where the change's own values are taken when the step runs
 * @param key the row key's values at that moment; empty for an insert
 */
record WriteStep(
    Kind kind, BasisChange change, List<Integer> columns, Object[] values, Object[] key) {
  WriteStep {
    requireNonNull(kind, "kind");
    columns = List.copyOf(columns);
  }

  enum Kind {
    DELETE,
    UPDATE,
    INSERT
  }

  /** Steps of one shape go to the store in one batch. */
  Shape shape() {
    return new Shape(kind, change.table.id().toString(), columns);
  }

  /** What steps of one batch have in common. */
  record Shape(Kind kind, String table, List<Integer> columns) {}
}
