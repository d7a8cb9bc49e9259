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
import io.calcitelens.adapters.BasisTable;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;

/**
 * A body of projections, filters and joins, with every projection pulled up: the rows of the
 * members side by side, the conditions over them, and the result columns as expressions over them.
 *
 * @param core joins and filters over the members' scans; its fields are the members' columns, one
 *     member after the other
 * @param leaves the members in the order of the text
 * @param conditions all conditions, over the fields of {@code core}
 * @param outputs the body's columns, over the fields of {@code core}
 * @param lower the lenses that were expanded
 */
public record FlatBody(
    RelNode core,
    List<Leaf> leaves,
    List<Condition> conditions,
    List<RexNode> outputs,
    List<Lens.Lower> lower) {
  public FlatBody {
    requireNonNull(core, "core");
    leaves = List.copyOf(leaves);
    conditions = List.copyOf(conditions);
    outputs = List.copyOf(outputs);
    lower = List.copyOf(lower);
  }

  /** Number of fields of the core. */
  public int fieldCount() {
    return core.getRowType().getFieldCount();
  }

  /** The member that owns a field of the core. */
  public Leaf leafOf(int field) {
    for (Leaf leaf : leaves) {
      if (field >= leaf.offset() && field < leaf.offset() + leaf.table().columns().size()) {
        return leaf;
      }
    }
    throw new AssertionError("no member has field " + field + " of " + leaves);
  }

  /** The basis column behind a field of the core. */
  public BasisColumn columnOf(int field) {
    Leaf leaf = leafOf(field);
    return leaf.table().columns().get(field - leaf.offset());
  }

  /**
   * One scan of a basis table.
   *
   * @param index 0-based position among the leaves
   * @param table what is scanned
   * @param offset the first of its fields in the core
   * @param optional whether the row may be missing (it stands on the null side of an outer join)
   */
  public record Leaf(int index, BasisTable table, int offset, boolean optional) {}

  /**
   * One conjunct.
   *
   * @param expression over the fields of the core
   * @param joinOf the leaf whose rows the join condition matches; empty for a filter of WHERE
   * @param outer whether the join keeps rows without a match
   */
  public record Condition(RexNode expression, Optional<Integer> joinOf, boolean outer) {}
}
