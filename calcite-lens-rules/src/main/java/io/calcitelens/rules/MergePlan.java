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
    List<Object[]> rows = captureLocked(context, transaction, program().writtenMembers(assigned));
    PutRun run = run(context, transaction);
    List<Object[]> matched = matched(rows);
    int inserted = cells.insert() == null ? 0 : lens.columns().size();
    int first = lens.fieldCount();
    long count = 0;
    if (!assigned.isEmpty()) {
      run.update(matched, assigned, first + inserted, defaulted);
      count += matched.size();
    }
    if (inserted > 0) {
      List<Object[]> fresh =
          rows.stream()
              .filter(r -> !isMatched(r))
              .map(r -> Arrays.copyOfRange(r, first, first + inserted))
              .toList();
      fresh.forEach(r -> run.insert(r, cells.listed(0), cells.defaulted(0)));
      count += fresh.size();
    }
    run.apply();
    return answer(count, List.of(), context, Optional.empty());
  }

  private List<Object[]> matched(List<Object[]> rows) {
    return rows.stream().filter(this::isMatched).toList();
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
