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
import java.util.List;
import org.apache.calcite.DataContext;

/** Executions of one plan in a row, as one: with the same effect if none of them fails. */
@FunctionalInterface
public interface BatchPlan {
  /**
   * Runs the executions. The caller marks the transaction before; if this throws, it takes back
   * everything since the mark, and learns by running them one by one which of them fails.
   *
   * @param contexts as of {@link DmlPlan#execute}, one for each execution
   * @return the number of logical rows of each
   */
  long[] execute(List<DataContext> contexts, LensTransaction transaction);
}
