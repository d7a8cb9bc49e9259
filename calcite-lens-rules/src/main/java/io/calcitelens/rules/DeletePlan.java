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
import io.calcitelens.rules.set.SetPut;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.calcite.DataContext;
import org.apache.calcite.rel.type.RelDataType;

/** A planned delete: its capture gives the members' columns. */
final class DeletePlan extends AbstractPlan {
  DeletePlan(
      DmlTarget target,
      Optional<Returning> returning,
      RelDataType parameterRowType,
      Supplier<CompiledQuery> capture,
      Optional<SetPut> inStore) {
    super(target, returning, parameterRowType, capture, inStore);
  }

  @Override
  public DmlResult execute(
      DataContext context, LensTransaction transaction, boolean wantGeneratedKeys) {
    OptionalLong inStore = inStore(context, transaction);
    if (inStore.isPresent()) {
      return answer(inStore.getAsLong(), List.of(), context, Optional.empty());
    }
    try (RowBuffer rows = captureLocked(context, transaction, program().ownedMembers())) {
      List<Object[]> deleted =
          returning.isPresent() ? program().images().ofFields(rows, context) : List.of();
      new CapturedPut(program(), context, transaction, (run, chunk, at) -> run.delete(chunk))
          .put(rows, program().deletesApart(), false);
      return answer(rows.size(), deleted, context, Optional.empty());
    }
  }

  @Override
  String operation() {
    return "DELETE";
  }
}
