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
package io.calcitelens.rules;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;

/**
 * What a write answers, in logical rows.
 *
 * @param count the number of rows matched or inserted
 * @param returned the rows of {@code returning}, in the internal representation
 * @param generated the stored rows of an insert, if generated keys were asked for
 */
public record DmlResult(long count, List<Object[]> returned, Optional<Generated> generated) {
  public DmlResult {
    returned = List.copyOf(returned);
    requireNonNull(generated, "generated");
  }

  /** A result that is only a count. */
  public static DmlResult count(long count) {
    return new DmlResult(count, List.of(), Optional.empty());
  }

  /**
   * The stored rows of an insert: what JDBC's generated keys choose from.
   *
   * @param rowType all columns of the target table, as the client sees them
   * @param keyColumns ordinals that are answered when the client names none: columns whose values
   *     the engine or a store made, else the primary key
   * @param rows in the internal representation
   */
  public record Generated(RelDataType rowType, List<Integer> keyColumns, List<Object[]> rows) {
    public Generated {
      requireNonNull(rowType, "rowType");
      keyColumns = List.copyOf(keyColumns);
      rows = List.copyOf(rows);
    }
  }
}
