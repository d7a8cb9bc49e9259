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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.ReferentialAction;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A relation as clients see it: what {@code DatabaseMetaData} and the system tables tell.
 *
 * @param kind {@code TABLE}, {@code VIEW} or {@code SYSTEM TABLE}
 * @param remarks which lens a designed table is read through; empty for others
 */
public record RelationDescription(
    String schema,
    String name,
    String kind,
    String remarks,
    List<Column> columns,
    List<Key> keys,
    List<Reference> references) {
  public RelationDescription {
    columns = List.copyOf(columns);
    keys = List.copyOf(keys);
    references = List.copyOf(references);
  }

  /**
   * A column with its declared type.
   *
   * @param defaultText the default as SQL text
   */
  public record Column(
      String name,
      RelDataType type,
      Optional<String> defaultText,
      BasisColumn.Generation generation) {}

  /** A primary key or a unique, by column names. */
  public record Key(String name, boolean primary, List<String> columns) {
    public Key {
      columns = List.copyOf(columns);
    }
  }

  /** A foreign key, by column names. */
  public record Reference(
      String name,
      List<String> columns,
      String schema,
      String table,
      List<String> referencedColumns,
      ReferentialAction onUpdate,
      ReferentialAction onDelete) {
    public Reference {
      columns = List.copyOf(columns);
      referencedColumns = List.copyOf(referencedColumns);
    }
  }
}
