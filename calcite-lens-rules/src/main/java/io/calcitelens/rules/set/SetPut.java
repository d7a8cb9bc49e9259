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
import java.util.List;
import java.util.OptionalLong;
import org.apache.calcite.DataContext;

/** A write that its store does by itself. Immutable; executions share it. */
public interface SetPut {
  /**
   * Runs the write.
   *
   * @return the number of logical rows; empty if the rows must be judged one by one, in which case
   *     nothing was written
   */
  OptionalLong run(DataContext context, LensTransaction transaction);

  /** The statements that are sent, as {@code explain plan} prints them. */
  List<String> explain();
}
