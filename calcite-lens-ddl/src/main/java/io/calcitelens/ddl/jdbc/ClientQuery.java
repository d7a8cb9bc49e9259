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
package io.calcitelens.ddl.jdbc;

import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.rules.CompiledQuery;
import org.apache.calcite.DataContext;

/** A compiled query whose rows a client may read value by value. */
interface ClientQuery extends CompiledQuery {
  /** Opens the rows. */
  default ResultRows open(DataContext context) {
    return ResultRows.of(rows(context).enumerator());
  }

  /** For what a reader of all of it uses the sessions of its stores. */
  SessionOptions.Use use();
}
