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
package io.calcitelens.ddl.jdbc;

import static java.util.Objects.requireNonNull;

import io.calcitelens.rules.DmlResult;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.ColumnMetaData;

/**
 * What an executed statement answers.
 *
 * @param count the update count; -1 for a query
 * @param generated the stored rows of an insert, if they were asked for
 */
record Outcome(Optional<Rows> rows, long count, Optional<DmlResult.Generated> generated) {
  Outcome {
    requireNonNull(rows, "rows");
    requireNonNull(generated, "generated");
  }

  static Outcome count(long count) {
    return new Outcome(Optional.empty(), count, Optional.empty());
  }

  static Outcome rows(List<ColumnMetaData> columns, ResultRows rows) {
    return new Outcome(Optional.of(new Rows(columns, rows)), -1, Optional.empty());
  }

  /** Rows in the internal representation; closing them releases what they are read from. */
  record Rows(List<ColumnMetaData> columns, ResultRows rows) {
    Rows {
      columns = List.copyOf(columns);
      requireNonNull(rows, "rows");
    }
  }
}
