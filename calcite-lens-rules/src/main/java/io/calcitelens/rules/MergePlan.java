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

import com.google.common.base.Supplier;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.spill.RowBuffer;
import io.calcitelens.rules.put.PutRun;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.DataContext;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A planned merge: its capture gives the members' columns of the matching row, which are null
 * without one, then the columns of the insert, then the new values of the update.
 */
final class MergePlan extends AbstractPlan {
  private final DefaultCells cells;
  private final List<Integer> assigned;
  private final BitSet defaulted;

  MergePlan(
      DmlTarget target,
      RelDataType parameterRowType,
      Supplier<CompiledQuery> capture,
      DefaultCells cells,
      List<Integer> assigned,
      BitSet defaulted) {
    super(target, Optional.empty(), parameterRowType, capture, Optional.empty());
    this.cells = cells;
    this.assigned = List.copyOf(assigned);
    this.defaulted = defaulted;
  }

  @Override
  public DmlResult execute(
      DataContext context, LensTransaction transaction, boolean wantGeneratedKeys) {
    try (RowBuffer rows = captureLocked(context, transaction, program().writtenMembers(assigned))) {
      long[] count = new long[1];
      new CapturedPut(
              program(), context, transaction, (run, chunk, at) -> count[0] += start(run, chunk))
          .put(rows, false, false);
      return answer(count[0], List.of(), context, Optional.empty());
    }
  }

  /** Starts rows of both kinds; gives their number. */
  private long start(PutRun run, List<Object[]> rows) {
    int inserted = cells.insert() == null ? 0 : lens.columns().size();
    int first = lens.fieldCount();
    long count = 0;
    if (!assigned.isEmpty()) {
      List<Object[]> matched = rows.stream().filter(this::isMatched).toList();
      run.update(matched, assigned, first + inserted, defaulted);
      count += matched.size();
    }
    if (inserted > 0) {
      for (Object[] row : rows) {
        if (!isMatched(row)) {
          Object[] supplied = Arrays.copyOfRange(row, first, first + inserted);
          run.insert(supplied, cells.listed(0), cells.defaulted(0));
          count++;
        }
      }
    }
    return count;
  }

  private boolean isMatched(Object[] row) {
    int offset = lens.anchorMember().offset();
    for (int i = 0; i < lens.anchorMember().width(); i++) {
      if (row[offset + i] != null) {
        return true;
      }
    }
    return false;
  }

  @Override
  String operation() {
    return "MERGE";
  }
}
