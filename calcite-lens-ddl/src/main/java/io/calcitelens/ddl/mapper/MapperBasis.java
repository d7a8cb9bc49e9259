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

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A storage as the mapper sees it.
 *
 * @param path the schema's qualified name
 */
public record MapperBasis(List<String> path, List<Relation> relations) {
  public MapperBasis {
    path = List.copyOf(path);
    relations = List.copyOf(relations);
  }

  /** The schema's name as users write it. */
  public String name() {
    return String.join(".", path);
  }

  /** Finds a relation: exactly, else ignoring case. */
  public Optional<Relation> relation(String name) {
    Optional<Relation> exact = relations.stream().filter(r -> r.name().equals(name)).findFirst();
    return exact.isPresent()
        ? exact
        : relations.stream().filter(r -> r.name().equalsIgnoreCase(name)).findFirst();
  }

  /** A relation with its columns and the enforced, not-null keys, by column names. */
  public record Relation(String name, List<Column> columns, List<List<String>> keys) {
    public Relation {
      columns = List.copyOf(columns);
      keys = List.copyOf(keys);
    }

    /** Finds a column: exactly, else ignoring case. */
    public Optional<Column> column(String column) {
      Optional<Column> exact = columns.stream().filter(c -> c.name().equals(column)).findFirst();
      return exact.isPresent()
          ? exact
          : columns.stream().filter(c -> c.name().equalsIgnoreCase(column)).findFirst();
    }

    List<String> columnNames() {
      return columns.stream().map(Column::name).toList();
    }
  }

  /** A column with its type. */
  public record Column(String name, RelDataType type) {}
}
