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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * What the FROM of one SELECT makes visible.
 *
 * @param sources the relations, left to right
 * @param columns what a bare name or {@code *} finds, in the order of {@code *}
 */
record FromScope(List<Source> sources, List<Visible> columns) {
  FromScope {
    sources = List.copyOf(sources);
    columns = List.copyOf(columns);
  }

  /** A scope without FROM. */
  static final FromScope EMPTY = new FromScope(List.of(), List.of());

  /** The scope of one relation. */
  static FromScope of(Source source) {
    List<Visible> columns = new ArrayList<>();
    for (String column : source.columns().orElse(List.of())) {
      columns.add(
          new Visible(
              column,
              SqlTrees.identifier(SqlParserPos.ZERO, source.alias(), column),
              List.of(source)));
    }
    return new FromScope(List.of(source), columns);
  }

  /** The scope of a comma or a join with a condition. */
  FromScope join(FromScope right) {
    List<Source> allSources = new ArrayList<>(sources);
    allSources.addAll(right.sources);
    List<Visible> all = new ArrayList<>(columns);
    all.addAll(right.columns);
    return new FromScope(allSources, all);
  }

  /** The scope of a join whose common columns are merged: those first, then the others. */
  FromScope join(FromScope right, List<Visible> merged) {
    FromScope plain = join(right);
    List<Visible> all = new ArrayList<>(merged);
    for (Visible column : plain.columns) {
      if (merged.stream().noneMatch(m -> m.name().equalsIgnoreCase(column.name()))) {
        all.add(column);
      }
    }
    return new FromScope(plain.sources, all);
  }

  /** Whether the columns of some source are not known here. */
  boolean opaque() {
    return sources.stream().anyMatch(s -> s.columns().isEmpty());
  }

  List<Visible> find(String name) {
    List<Visible> exact = columns.stream().filter(c -> c.name().equals(name)).toList();
    return exact.isEmpty()
        ? columns.stream().filter(c -> c.name().equalsIgnoreCase(name)).toList()
        : exact;
  }

  Optional<Source> source(String alias) {
    return sources.stream().filter(s -> s.alias().equalsIgnoreCase(alias)).findFirst();
  }

  /**
   * A relation of a FROM.
   *
   * @param columns output names; empty if they are not known without planning
   * @param relation the basis relation that it is, if it is one
   */
  record Source(
      String alias, Optional<List<String>> columns, Optional<MapperBasis.Relation> relation) {}

  /**
   * A column that a bare name can mean.
   *
   * @param expression how to write it without doubt
   * @param of the sources that hold it; several for a merged column
   */
  record Visible(String name, SqlNode expression, List<Source> of) {
    Visible {
      of = List.copyOf(of);
    }

    /** Whether the column is stored in the basis, not made by a part of the body. */
    boolean stored() {
      return of.stream().allMatch(s -> s.relation().isPresent());
    }
  }
}
