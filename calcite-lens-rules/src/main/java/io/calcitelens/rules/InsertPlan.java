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
import io.calcitelens.rules.set.SetPut;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.calcite.DataContext;
import org.apache.calcite.rel.type.RelDataType;

/** A planned insert: its capture gives the target's columns in their order. */
final class InsertPlan extends AbstractPlan {
  private final DefaultCells cells;
  private final boolean independent;

  InsertPlan(
      DmlTarget target,
      Optional<Returning> returning,
      RelDataType parameterRowType,
      Supplier<CompiledQuery> capture,
      DefaultCells cells,
      Optional<SetPut> inStore,
      boolean independent) {
    super(target, returning, parameterRowType, capture, inStore);
    this.cells = cells;
    this.independent = independent;
  }

  @Override
  public DmlResult execute(
      DataContext context, LensTransaction transaction, boolean wantGeneratedKeys) {
    OptionalLong inStore = wantGeneratedKeys ? OptionalLong.empty() : inStore(context, transaction);
    if (inStore.isPresent()) {
      return answer(inStore.getAsLong(), List.of(), context, Optional.empty());
    }
    try (RowBuffer rows = capture(context)) {
      List<Object[]> stored =
          new CapturedPut(program(), context, transaction, this::start)
              .insert(rows, returning.isPresent() || wantGeneratedKeys);
      return answer(
          rows.size(),
          stored,
          context,
          wantGeneratedKeys ? Optional.of(generated(stored, cells.columns())) : Optional.empty());
    }
  }

  private void start(PutRun run, List<Object[]> rows, int first) {
    for (int i = 0; i < rows.size(); i++) {
      run.insert(rows.get(i), cells.listed(first + i), cells.defaulted(first + i));
    }
  }

  @Override
  public Optional<BatchPlan> together() {
    return independent && returning.isEmpty() ? Optional.of(this::insertAll) : Optional.empty();
  }

  private long[] insertAll(List<DataContext> contexts, LensTransaction transaction) {
    DataContext any = contexts.get(0);
    long[] counts = new long[contexts.size()];
    try (RowBuffer rows = new RowBuffer(CaptureLimits.memoryRows(any))) {
      for (int entry = 0; entry < counts.length; entry++) {
        counts[entry] = capture(contexts.get(entry), rows);
      }
      new CapturedPut(program(), any, transaction, this::start).insert(rows, false);
    }
    return counts;
  }

  @Override
  String operation() {
    return "INSERT";
  }
}
