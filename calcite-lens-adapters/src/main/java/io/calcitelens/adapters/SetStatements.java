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
package io.calcitelens.adapters;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;

/**
 * Makes statements that a store runs over rows which it computes by itself: one statement for any
 * number of rows. A <i>source</i> is a relation of projections, filters and joins over {@link
 * #scan}s and over {@link #within} of a planned query, with a projection at its top; its
 * expressions are such as {@link #computes} allows.
 */
public interface SetStatements {
  /** Whether the store computes an expression as Calcite means it. */
  boolean computes(RexNode expression);

  /** Whether the store can keep rows of a type in a buffer. */
  boolean keeps(RelDataType rowType);

  /** The relation that the store itself computes; empty if a plan needs more than its statement. */
  Optional<RelNode> within(RelNode physical);

  /** The rows of a table or buffer of the store. */
  RelNode scan(RelOptCluster cluster, BasisTable table);

  /** A table for captured rows, which a {@link SetProgram} makes and empties. */
  BasisTable buffer(RelDataType rowType);

  /**
   * Inserts the rows of a source.
   *
   * @param columns in the order of the source's; others take the store's default
   */
  SetStatement insert(BasisTable table, List<BasisColumn> columns, RelNode source);

  /**
   * Updates rows by key.
   *
   * @param source the key's columns, in the order of {@code key}, then the new values, in the order
   *     of {@code set}; no key comes twice
   */
  SetStatement update(
      BasisTable table, List<BasisColumn> key, List<BasisColumn> set, RelNode source);

  /** Deletes the rows whose keys a source gives. */
  SetStatement delete(BasisTable table, List<BasisColumn> key, RelNode source);

  /**
   * Updates the rows that meet a condition.
   *
   * @param source a projection of the new values, in the order of {@code set}, perhaps over a
   *     filter, over {@link #scan} of the table
   * @param among a relation of keys, to one of which a row's must be equal besides
   */
  SetStatement updateWhere(
      BasisTable table,
      List<BasisColumn> set,
      RelNode source,
      List<BasisColumn> key,
      Optional<RelNode> among);

  /**
   * Deletes the rows that meet a condition.
   *
   * @param source a projection, perhaps over a filter, over {@link #scan} of the table
   */
  SetStatement deleteWhere(BasisTable table, RelNode source);

  /** Locks the rows whose keys a source gives; its count is the number of rows. */
  SetStatement lock(BasisTable table, List<BasisColumn> key, RelNode source);

  /** Counts the rows of a source. */
  SetStatement count(RelNode source);

  /**
   * Statements over captured rows.
   *
   * @param locks taken in order before the rows are captured
   * @param buffer where the rows are kept meanwhile
   * @param capture gives the rows
   * @param steps run in order once the rows are captured; their sources read the buffer
   */
  SetProgram program(
      List<SetProgram.Lock> locks, BasisTable buffer, RelNode capture, List<SetProgram.Step> steps);

  /** Whether a program costs no more than a statement, so that it is worth it for one row too. */
  boolean programsAreOneMessage();
}
