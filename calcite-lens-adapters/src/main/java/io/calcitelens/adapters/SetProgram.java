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
package io.calcitelens.adapters;

import java.util.List;
import org.apache.calcite.DataContext;

/** Statements over rows that are captured in the store first. Immutable. */
public interface SetProgram {
  /** The texts, in the order in which they are sent. */
  List<String> sql();

  /**
   * Captures the rows and runs the steps.
   *
   * @return the number of captured rows, then what each step counts
   * @throws StoreException on a fault of the store; what was written by then is the caller's to
   *     take back
   */
  long[] run(StoreSession session, DataContext context);
}
