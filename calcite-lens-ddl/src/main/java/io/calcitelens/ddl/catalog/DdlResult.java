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
package io.calcitelens.ddl.catalog;

import java.util.List;
import java.util.Optional;

/**
 * What a DDL statement answers.
 *
 * @param column the label of the only column of the rows; empty if there are no rows but an update
 *     count of 0
 * @param lines one text per row
 */
public record DdlResult(Optional<String> column, List<String> lines) {
  /** A change that answers nothing. */
  public static final DdlResult NONE = new DdlResult(Optional.empty(), List.of());

  public DdlResult {
    lines = List.copyOf(lines);
  }

  /** Rows of one column. */
  public static DdlResult rows(String column, List<String> lines) {
    return new DdlResult(Optional.of(column), lines);
  }
}
