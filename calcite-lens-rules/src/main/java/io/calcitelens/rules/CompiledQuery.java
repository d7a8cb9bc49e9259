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

import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.rel.type.RelDataType;

/** An optimised, compiled query. It is immutable and may be run by several threads at once. */
public interface CompiledQuery {
  /** The type of the rows. */
  RelDataType rowType();

  /**
   * Makes the rows readable; nothing runs before an enumerator is opened.
   *
   * @param context the execution: parameters as {@code ?0}, {@code ?1}, …, the transaction as
   *     {@link io.calcitelens.adapters.LensTransaction#VARIABLE}, and whatever the query's tables
   *     look up by name
   * @return rows in Calcite's internal representation, always arrays, also of one column
   */
  Enumerable<Object[]> rows(DataContext context);

  /** The physical plan, as {@code explain plan} prints it. */
  String plan();
}
