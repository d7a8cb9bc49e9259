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
package io.calcitelens.rules.set;

import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.SetStatements;
import io.calcitelens.adapters.Store;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.Member;
import io.calcitelens.rules.CaptureHome;
import io.calcitelens.rules.PlanningServices;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Captured rows as the one store of all members computes them, cut to the columns that are used.
 * Constants are not captured.
 */
final class Capture {
  /** Below this number of rows the statements of a program cost more than they save. */
  private static final double FEWEST_ROWS = 16;

  final Store store;
  final SetStatements sets;

  /** The rows as the store computes them. */
  final RelNode rows;

  private final Map<Integer, Integer> positions;
  private final RelNode input;

  private Capture(
      Store store,
      SetStatements sets,
      RelNode rows,
      RelNode input,
      Map<Integer, Integer> positions) {
    this.store = store;
    this.sets = sets;
    this.rows = rows;
    this.input = input;
    this.positions = positions;
  }

  /** The store of all members. */
  static Store storeOf(Lens lens) throws NotInStoreException {
    Set<Object> tables = new HashSet<>();
    Store store = lens.anchorMember().table().store().orElseThrow();
    for (Member member : lens.members()) {
      if (!member.table().store().equals(java.util.Optional.of(store))) {
        throw new NotInStoreException("members in several stores");
      }
      if (!tables.add(member.table().id())) {
        throw new NotInStoreException("two members of one table");
      }
    }
    return store;
  }

  static SetStatements setsOf(Store store) throws NotInStoreException {
    return store.sets().orElseThrow(() -> new NotInStoreException("a store that writes by key"));
  }

  /**
   * Plans a capture.
   *
   * @param input the rows of a write as converted
   * @param used the fields of {@code input} that are wanted
   */
  static Capture of(Store store, RelNode input, BitSet used, PlanningServices services)
      throws NotInStoreException {
    SetStatements sets = setsOf(store);
    List<RexNode> refs = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Map<Integer, Integer> positions = new LinkedHashMap<>();
    for (int field : used.stream().toArray()) {
      if (constant(input, field) == null) {
        positions.put(field, refs.size());
        names.add("c" + refs.size());
        refs.add(RexInputRef.of(field, input.getRowType()));
      }
    }
    if (refs.isEmpty()) {
      throw new NotInStoreException("nothing to capture");
    }
    RelNode capture = LogicalProject.create(input, List.of(), refs, names, Set.of());
    RelNode physical = services.optimize(capture);
    RelNode rows =
        sets.within(physical)
            .orElseThrow(() -> new NotInStoreException("rows of more than one statement"));
    boolean cheap = sets.programsAreOneMessage() || services.captureHome() == CaptureHome.STORE;
    if (!cheap && isSmall(rows)) {
      throw new NotInStoreException("few rows");
    }
    return new Capture(store, sets, rows, input, positions);
  }

  private static boolean isSmall(RelNode rows) {
    RelMetadataQuery mq = rows.getCluster().getMetadataQuery();
    Set<ImmutableBitSet> keys = mq.getUniqueKeys(rows);
    // A key without columns says that there is one row at most.
    boolean one = keys != null && keys.stream().anyMatch(ImmutableBitSet::isEmpty);
    Double most = mq.getMaxRowCount(rows);
    Double count = mq.getRowCount(rows);
    return one || most != null && most <= FEWEST_ROWS || count != null && count < FEWEST_ROWS;
  }

  private static RexLiteral constant(RelNode input, int field) {
    return input instanceof Project project
            && project.getProjects().get(field) instanceof RexLiteral literal
        ? literal
        : null;
  }

  /** Whether the rows are computed from those of a table. */
  boolean reads(BasisTable table) {
    boolean[] found = {false};
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, RelNode parent) {
        BasisTable read = node.getTable() == null ? null : node.getTable().unwrap(BasisTable.class);
        // A view of the store may read anything.
        found[0] |= read != null && (read.id().equals(table.id()) || read.store().isEmpty());
        super.visit(node, ordinal, parent);
      }
    }.go(rows);
    return found[0];
  }

  /** Whether a field of the input is captured, or a constant. */
  boolean has(int field) {
    return positions.containsKey(field) || constant(input, field) != null;
  }

  /** What a field of the input is over the captured rows. */
  RexNode value(int field, RelNode captured) {
    RexLiteral literal = constant(input, field);
    return literal != null ? literal : RexInputRef.of(positions.get(field), captured.getRowType());
  }
}
