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
package io.calcitelens.rules.set;

import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.OverlayContext;
import io.calcitelens.adapters.SetStatement;
import io.calcitelens.adapters.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.calcite.DataContext;

/**
 * One statement with values that are carried to the basis beforehand.
 *
 * @param guarded whether the statement's condition also holds rules: that no row was met may then
 *     mean that a rule stood in the way
 */
record DirectPut(Store store, SetStatement statement, List<BoundValue> bound, boolean guarded)
    implements SetPut {
  @Override
  public OptionalLong run(DataContext context, LensTransaction transaction) {
    Map<String, Object> values = new HashMap<>();
    for (BoundValue value : bound) {
      Optional<Object[]> converted = value.convert(context.get("?" + value.parameter()));
      if (converted.isEmpty()) {
        return OptionalLong.empty();
      }
      values.put("?" + value.slot(), converted.get()[0]);
    }
    DataContext extended = bound.isEmpty() ? context : new OverlayContext(context, values);
    OptionalLong count = StatementPut.run(store, statement, extended, transaction);
    return guarded && count.isPresent() && count.getAsLong() == 0 ? OptionalLong.empty() : count;
  }

  @Override
  public List<String> explain() {
    return List.of(statement.sql());
  }
}
