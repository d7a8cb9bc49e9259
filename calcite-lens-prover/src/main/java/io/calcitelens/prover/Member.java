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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import java.util.List;
import java.util.Optional;

/**
 * A basis table in the role that it plays for a logical table.
 *
 * @param index 0-based position among the members, in the order of the body
 * @param table the basis table
 * @param offset the first of its columns among the fields of the lens
 * @param role what the member is to a logical row
 * @param optional whether a logical row may lack it
 * @param stitch how its row is found; empty for the anchor
 * @param constants values that its columns have by a join condition
 * @param rowKey the key by which its rows are written; empty if the store has none
 */
public record Member(
    int index,
    BasisTable table,
    int offset,
    Role role,
    boolean optional,
    List<StitchPair> stitch,
    List<FieldConstant> constants,
    Optional<BasisKey> rowKey) {
  public Member {
    requireNonNull(table, "table");
    requireNonNull(role, "role");
    requireNonNull(rowKey, "rowKey");
    stitch = List.copyOf(stitch);
    constants = List.copyOf(constants);
  }

  /** What a member is to a logical row. */
  public enum Role {
    /** Decides whether the row exists. */
    ANCHOR,
    /** One row for each logical row, or none. */
    OWNED,
    /** A parent that several logical rows may read. */
    SHARED
  }

  /**
   * One pair of equal columns.
   *
   * @param ordinal the column of this member
   * @param source the field, of a member nearer to the anchor, that gives the value
   */
  public record StitchPair(int ordinal, int source) {}

  /**
   * A value that a field is known to have.
   *
   * @param field the field of the lens
   * @param value in Calcite's internal representation, as the column's type holds it; null for
   *     {@code is null}
   */
  public record FieldConstant(int field, Object value) {}

  /** Number of columns. */
  public int width() {
    return table.columns().size();
  }

  /** Whether a field of the lens is a column of this member. */
  public boolean owns(int field) {
    return field >= offset && field < offset + width();
  }

  /** The column at a field of the lens. */
  public BasisColumn column(int field) {
    return table.columns().get(field - offset);
  }

  /** Whether a column of this member takes part in the stitch. */
  public boolean stitches(int ordinal) {
    for (StitchPair pair : stitch) {
      if (pair.ordinal() == ordinal) {
        return true;
      }
    }
    return false;
  }
}
