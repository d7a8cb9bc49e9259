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
package io.calcitelens.prover;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What a diagnostic is about, in terms of the design.
 *
 * @param table {@code schema.table}, if a table is concerned
 * @param constraint the constraint's name
 * @param column the logical column's name
 * @param line 1-based line of the text, 0 if unknown
 * @param position 1-based column of the text, 0 if unknown
 */
public record Site(
    Optional<String> table,
    Optional<String> constraint,
    Optional<String> column,
    int line,
    int position) {
  public static final Site NONE =
      new Site(Optional.empty(), Optional.empty(), Optional.empty(), 0, 0);

  public Site {
    requireNonNull(table, "table");
    requireNonNull(constraint, "constraint");
    requireNonNull(column, "column");
  }

  public static Site table(String table) {
    return new Site(Optional.of(table), Optional.empty(), Optional.empty(), 0, 0);
  }

  public static Site column(String table, String column) {
    return new Site(Optional.of(table), Optional.empty(), Optional.of(column), 0, 0);
  }

  public static Site constraint(String table, String constraint) {
    return new Site(Optional.of(table), Optional.of(constraint), Optional.empty(), 0, 0);
  }

  public static Site at(int line, int position) {
    return new Site(Optional.empty(), Optional.empty(), Optional.empty(), line, position);
  }

  /** The thing in words: a constraint, a column or a table, by its full name. */
  public String what() {
    String prefix = table.map(t -> t + ".").orElse("");
    return constraint
        .map(c -> "constraint " + prefix + c)
        .or(() -> column.map(c -> "column " + prefix + c))
        .or(() -> table.map(t -> "table " + t))
        .orElse("the statement");
  }

  /** The same thing at a place of the text; 0 if the place is unknown. */
  public Site withPosition(int line, int position) {
    return new Site(table, constraint, column, line, position);
  }
}
