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

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.calcite.sql.SqlNode;

/**
 * A write as a user wrote it.
 *
 * @param statement an insert, update, delete or merge of Calcite's
 * @param returning the items of {@code returning}; empty without the clause
 * @param defaultValues whether an insert says {@code default values}
 */
public record DmlStatement(SqlNode statement, List<SqlNode> returning, boolean defaultValues) {
  public DmlStatement {
    requireNonNull(statement, "statement");
    returning = List.copyOf(returning);
  }

  /** A write with nothing added to standard SQL. */
  public static DmlStatement of(SqlNode statement) {
    return new DmlStatement(statement, List.of(), false);
  }
}
