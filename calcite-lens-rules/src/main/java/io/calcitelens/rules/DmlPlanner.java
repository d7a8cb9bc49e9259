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

import org.apache.calcite.sql.SqlNode;

/** Plans statements that write. */
@FunctionalInterface
public interface DmlPlanner {
  /**
   * Plans one insert, update, delete or merge, with what the language adds to them. Everything that
   * can be refused without rows is refused here.
   *
   * @param statement as parsed, not validated
   * @return a plan that may be kept and executed as long as the catalog's generation stays
   */
  DmlPlan plan(SqlNode statement, PlanningServices services);
}
