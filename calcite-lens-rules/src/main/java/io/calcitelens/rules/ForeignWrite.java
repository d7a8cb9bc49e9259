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

import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.OverlayContext;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.transaction.LocalTransaction;
import java.util.function.Function;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Runs a write in a connection that is not ours: in a transaction of its own, which commits at the
 * end of the statement. Called by generated code.
 */
public final class ForeignWrite {
  private final Function<CompiledQuery, DmlPlan> plan;
  private final RelDataType captureType;

  ForeignWrite(Function<CompiledQuery, DmlPlan> plan, RelDataType captureType) {
    this.plan = plan;
    this.captureType = captureType;
  }

  /**
   * Runs the write.
   *
   * @param capture gives the captured rows within a context
   * @return one row: the number of logical rows
   */
  public static Enumerable<Long> execute(
      ForeignWrite write, Function1<DataContext, Enumerable<?>> capture, DataContext root) {
    DmlPlan plan = write.plan.apply(new Capture(write.captureType, capture));
    if (root.get(LensTransaction.VARIABLE) instanceof LensTransaction shared) {
      return Linq4j.singletonEnumerable(plan.execute(root, shared, false).count());
    }
    try (LensTransaction transaction = LocalTransaction.begin(SessionOptions.DEFAULT)) {
      long count =
          plan.execute(
                  OverlayContext.of(root, LensTransaction.VARIABLE, transaction),
                  transaction,
                  false)
              .count();
      transaction.commit();
      return Linq4j.singletonEnumerable(count);
    }
  }

  /** The captured rows as generated code gives them. */
  private record Capture(RelDataType rowType, Function1<DataContext, Enumerable<?>> function)
      implements CompiledQuery {
    @Override
    public Enumerable<Object[]> rows(DataContext context) {
      return function
          .apply(context)
          .select(row -> row instanceof Object[] array ? array : new Object[] {row});
    }

    @Override
    public String plan() {
      return "";
    }
  }
}
