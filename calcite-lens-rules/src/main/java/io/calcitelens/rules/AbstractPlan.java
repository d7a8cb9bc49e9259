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
package io.calcitelens.rules;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.spill.RowBuffer;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LensResource;
import io.calcitelens.prover.LogicalConstraint;
import io.calcitelens.prover.Member;
import io.calcitelens.rules.put.PutProgram;
import io.calcitelens.rules.put.RowLocks;
import io.calcitelens.rules.set.SetPut;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.type.RelDataType;

/** What all planned writes share: a target, a capture, and the run of the engine. */
abstract class AbstractPlan implements DmlPlan {
  private static final int CAPTURES = 10;

  final DmlTarget target;
  final Lens lens;
  final Optional<Returning> returning;
  private final Supplier<CompiledQuery> capture;
  private final Optional<SetPut> inStore;
  private final RelDataType parameterRowType;
  private final PutProgram program;

  AbstractPlan(
      DmlTarget target,
      Optional<Returning> returning,
      RelDataType parameterRowType,
      Supplier<CompiledQuery> capture,
      Optional<SetPut> inStore) {
    this.target = target;
    this.inStore = inStore;
    this.lens = target.lens();
    this.returning = returning;
    this.parameterRowType = parameterRowType;
    this.capture = capture;
    this.program =
        new PutProgram(lens, Suppliers.memoize(() -> Referrers.of(target.table(), lens)));
    if (inStore.isEmpty()) {
      // What is wrong with the capture is told when the statement is prepared.
      capture.get();
    }
  }

  @Override
  public RelDataType parameterRowType() {
    return parameterRowType;
  }

  @Override
  public Optional<RelDataType> returningType() {
    return returning.map(Returning::rowType);
  }

  /**
   * Lets the store do the write by itself.
   *
   * @return the number of logical rows; empty if the rows are to be captured here
   */
  OptionalLong inStore(DataContext context, LensTransaction transaction) {
    return inStore.isPresent() ? inStore.get().run(context, transaction) : OptionalLong.empty();
  }

  PutProgram program() {
    return program;
  }

  /** Reads the captured rows to the end, before anything is written. */
  RowBuffer capture(DataContext context) {
    RowBuffer rows = new RowBuffer(CaptureLimits.memoryRows(context));
    try {
      capture(context, rows);
      return rows;
    } catch (RuntimeException | Error e) {
      rows.close();
      throw e;
    }
  }

  /** Adds the captured rows, and says how many they are. */
  long capture(DataContext context, RowBuffer rows) {
    long before = rows.size();
    try (Enumerator<Object[]> enumerator = capture.get().rows(context).enumerator()) {
      while (enumerator.moveNext()) {
        rows.add(enumerator.current());
      }
    }
    return rows.size() - before;
  }

  /**
   * Captures rows whose members are locked: locks what a first capture meets, then captures again,
   * until nothing new is met.
   *
   * @param members indexes of the members to lock besides the anchor
   */
  RowBuffer captureLocked(DataContext context, LensTransaction transaction, Set<Integer> members) {
    try (RowLocks locks = new RowLocks(program, transaction, CaptureLimits.memoryRows(context))) {
      for (int i = 0; i < CAPTURES; i++) {
        RowBuffer rows = capture(context);
        boolean taken = true;
        try {
          taken = locks.lock(rows, members);
        } finally {
          if (taken) {
            rows.close();
          }
        }
        if (!taken) {
          return rows;
        }
      }
    }
    throw LensException.of(
        LensCode.SERIALIZATION,
        LensResource.RESOURCE.changedMeanwhile(lens.table().qualifiedName()));
  }

  DmlResult answer(
      long count,
      List<Object[]> stored,
      DataContext context,
      Optional<DmlResult.Generated> generated) {
    List<Object[]> rows = returning.map(r -> r.rows(stored, context)).orElseGet(List::of);
    return new DmlResult(count, rows, generated);
  }

  /** The columns that JDBC answers when a client wants generated keys and names none. */
  DmlResult.Generated generated(List<Object[]> stored, List<Integer> listed) {
    BitSet given = new BitSet();
    listed.forEach(given::set);
    List<Integer> made = new ArrayList<>();
    for (LensColumn column : lens.columns()) {
      if (!given.get(column.logical().ordinal()) && isMade(column)) {
        made.add(column.logical().ordinal());
      }
    }
    List<Integer> keys =
        made.isEmpty()
            ? lens.table().primaryKey().map(LogicalConstraint.Key::columns).orElse(basisKey())
            : made;
    return new DmlResult.Generated(target.table().getRowType(), keys, stored);
  }

  private List<Integer> basisKey() {
    return lens.anchorMember().rowKey().isPresent() && lens.members().size() == 1
        ? lens.anchorMember().rowKey().get().columns()
        : List.of();
  }

  private boolean isMade(LensColumn column) {
    if (!(column.expression() instanceof org.apache.calcite.rex.RexInputRef ref)) {
      return false;
    }
    int field = lens.sourceOf(ref.getIndex());
    Member member = lens.memberOf(field);
    boolean generated =
        member.column(field).generation()
                == io.calcitelens.adapters.BasisColumn.Generation.IDENTITY_ALWAYS
            || member.column(field).generation()
                == io.calcitelens.adapters.BasisColumn.Generation.IDENTITY_BY_DEFAULT;
    return generated || member.column(field).defaultSql().isPresent();
  }

  abstract String operation();

  @Override
  public List<String> explain() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "LensModify(table=["
            + lens.table().qualifiedName()
            + "], operation=["
            + operation()
            + "])");
    for (Member member : lens.members()) {
      lines.add(
          "  member "
              + member.table().id().name()
              + ": "
              + member.role().name().toLowerCase(java.util.Locale.ROOT)
              + (member.optional() ? ", optional" : ""));
    }
    if (inStore.isPresent()) {
      inStore.get().explain().forEach(line -> lines.add("  in store: " + line));
      return lines;
    }
    for (String line : capture.get().plan().split("\\R")) {
      lines.add("  " + line);
    }
    return lines;
  }
}
