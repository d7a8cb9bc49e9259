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

import io.calcitelens.adapters.ReferentialAction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/** A declared rule of the design, apart from not null, which stands on the column. */
public sealed interface LogicalConstraint {
  /** Unique within its table; made up where the user gave none. */
  String name();

  Map<String, String> tags();

  /**
   * A primary key or a unique.
   *
   * @param columns ordinals of the logical columns; empty for the singleton
   * @param where the condition of a partial unique
   */
  record Key(
      String name,
      boolean primary,
      List<Integer> columns,
      Optional<SqlNode> where,
      Map<String, String> tags)
      implements LogicalConstraint {
    public Key {
      columns = List.copyOf(columns);
      tags = Map.copyOf(tags);
    }
  }

  /** A condition that must not be false. */
  record Check(String name, SqlNode condition, Map<String, String> tags)
      implements LogicalConstraint {
    public Check {
      tags = Map.copyOf(tags);
    }
  }

  /**
   * A reference to another logical table.
   *
   * @param columns ordinals of the referring columns
   * @param referencedSchema the schema that the declaration names, or the table's own
   * @param referencedColumns names as declared; empty means the primary key
   */
  record ForeignKey(
      String name,
      List<Integer> columns,
      String referencedSchema,
      String referencedTable,
      List<String> referencedColumns,
      ReferentialAction onUpdate,
      ReferentialAction onDelete,
      Map<String, String> tags)
      implements LogicalConstraint {
    public ForeignKey {
      columns = List.copyOf(columns);
      referencedColumns = List.copyOf(referencedColumns);
      tags = Map.copyOf(tags);
    }
  }
}
