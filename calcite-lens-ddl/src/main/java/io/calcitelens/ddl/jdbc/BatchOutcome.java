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

import io.calcitelens.prover.LensException;
import io.calcitelens.rules.DmlResult;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The counts of a batch so far, or how it failed. */
final class BatchOutcome {
  private final int size;
  private final List<Long> counts = new ArrayList<>();
  private final List<DmlResult.Generated> generated = new ArrayList<>();
  private Optional<LensException> fault = Optional.empty();
  private boolean nothingStays;

  BatchOutcome(int size) {
    this.size = size;
  }

  /** Forgets a first attempt. */
  void restart() {
    counts.clear();
    generated.clear();
  }

  void add(Outcome outcome) {
    counts.add(Math.max(outcome.count(), 0));
    outcome.generated().ifPresent(generated::add);
  }

  /**
   * Keeps why it failed.
   *
   * @param nothingStays whether what came before the failing entry is taken back too
   */
  void fail(LensException fault, boolean nothingStays) {
    this.fault = Optional.of(fault);
    this.nothingStays = nothingStays;
  }

  /** The stored rows of all inserts. */
  Optional<DmlResult.Generated> generated() {
    if (generated.isEmpty()) {
      return Optional.empty();
    }
    List<Object[]> rows = new ArrayList<>();
    generated.forEach(g -> rows.addAll(g.rows()));
    DmlResult.Generated first = generated.get(0);
    return Optional.of(new DmlResult.Generated(first.rowType(), first.keyColumns(), rows));
  }

  /** A count per entry. */
  long[] counts() throws BatchUpdateException {
    long[] result = counts.stream().mapToLong(Long::longValue).toArray();
    if (fault.isEmpty()) {
      return result;
    }
    if (nothingStays) {
      result = new long[size];
      Arrays.fill(result, Statement.EXECUTE_FAILED);
    }
    SQLException cause = SqlExceptions.of(fault.get());
    throw new BatchUpdateException(cause.getMessage(), cause.getSQLState(), 0, result, cause);
  }
}
