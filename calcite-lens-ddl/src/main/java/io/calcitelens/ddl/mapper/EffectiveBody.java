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
package io.calcitelens.ddl.mapper;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.calcite.sql.SqlNode;

/**
 * The mapping of one logical table in full.
 *
 * @param query a {@code SELECT} (perhaps under {@code WITH}) whose outputs are exactly the logical
 *     columns in declaration order, all sources qualified
 * @param sql the text of {@code query}
 * @param sources where each column's mapping comes from, by ordinal
 * @param defaults what {@code with defaults} says
 * @param stitched whether the default mapper joined several tables by their common key
 */
public record EffectiveBody(
    SqlNode query,
    String sql,
    List<ColumnSource> sources,
    List<ColumnDefault> defaults,
    boolean stitched) {
  public EffectiveBody {
    requireNonNull(query, "query");
    requireNonNull(sql, "sql");
    sources = List.copyOf(sources);
    defaults = List.copyOf(defaults);
  }

  /** A value for a column that an insert does not supply. */
  public record ColumnDefault(String column, SqlNode expression) {}
}
