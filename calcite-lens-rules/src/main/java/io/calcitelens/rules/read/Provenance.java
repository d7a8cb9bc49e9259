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
package io.calcitelens.rules.read;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.calcitelens.adapters.BasisTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * The basis rows behind the rows of a tree.
 *
 * @param rows the scanned tables, one for each scan: together they stand behind each row
 * @param columns for each field, the columns whose value it has. Where a scan is on the null side
 *     of a join and has no row, the field is null
 * @param complete the scans all of whose stored rows appear, with their values, at least once
 */
record Provenance(
    ImmutableList<BasisTable> rows,
    ImmutableList<ImmutableSet<Column>> columns,
    ImmutableSet<Integer> complete) {

  /** A column of one scan. */
  record Column(int row, int ordinal) {}

  static Provenance of(RelNode rel) {
    if (rel instanceof TableScan scan) {
      return ofScan(scan);
    } else if (rel instanceof Project project) {
      return ofProject(project);
    } else if (rel instanceof Filter filter) {
      return of(filter.getInput()).equating(filter.getCondition()).withComplete(ImmutableSet.of());
    } else if (rel instanceof Sort sort) {
      Provenance input = of(sort.getInput());
      return sort.fetch == null && sort.offset == null
          ? input
          : input.withComplete(ImmutableSet.of());
    } else if (rel instanceof Aggregate aggregate
        && aggregate.getGroupType() == Aggregate.Group.SIMPLE) {
      return ofAggregate(aggregate);
    } else if (rel instanceof Join join) {
      return ofJoin(join);
    }
    return unknown(rel);
  }

  private static Provenance unknown(RelNode rel) {
    return new Provenance(
        ImmutableList.of(), unknownColumns(rel.getRowType().getFieldCount()), ImmutableSet.of());
  }

  private static ImmutableList<ImmutableSet<Column>> unknownColumns(int count) {
    return ImmutableList.copyOf(java.util.Collections.nCopies(count, ImmutableSet.of()));
  }

  private static Provenance ofScan(TableScan scan) {
    Optional<BasisTable> table = Keys.basis(scan);
    if (table.isEmpty()) {
      return unknown(scan);
    }
    ImmutableList.Builder<ImmutableSet<Column>> columns = ImmutableList.builder();
    for (int i = 0; i < scan.getRowType().getFieldCount(); i++) {
      columns.add(ImmutableSet.of(new Column(0, i)));
    }
    return new Provenance(ImmutableList.of(table.get()), columns.build(), ImmutableSet.of(0));
  }

  private static Provenance ofProject(Project project) {
    Provenance input = of(project.getInput());
    ImmutableList.Builder<ImmutableSet<Column>> columns = ImmutableList.builder();
    for (RexNode expression : project.getProjects()) {
      columns.add(
          expression instanceof RexInputRef ref
              ? input.columns.get(ref.getIndex())
              : ImmutableSet.of());
    }
    return new Provenance(input.rows, columns.build(), input.complete);
  }

  /** Each row stands in some group, whose key has its values. */
  private static Provenance ofAggregate(Aggregate aggregate) {
    Provenance input = of(aggregate.getInput());
    ImmutableList.Builder<ImmutableSet<Column>> columns = ImmutableList.builder();
    aggregate.getGroupSet().forEach(key -> columns.add(input.columns.get(key)));
    columns.addAll(unknownColumns(aggregate.getAggCallList().size()));
    return new Provenance(input.rows, columns.build(), input.complete);
  }

  private static Provenance ofJoin(Join join) {
    Provenance left = of(join.getLeft());
    if (!Keys.joinsRows(join)) {
      return Keys.filtersRows(join) ? left.withComplete(ImmutableSet.of()) : unknown(join);
    }
    Provenance right = of(join.getRight());
    int shift = left.rows.size();
    List<ImmutableSet<Column>> columns = new ArrayList<>(left.columns);
    for (Set<Column> of : right.columns) {
      columns.add(
          of.stream()
              .map(c -> new Column(c.row + shift, c.ordinal))
              .collect(ImmutableSet.toImmutableSet()));
    }
    Matching matching = Matching.of(join);
    JoinRelType type = join.getJoinType();
    RelDataType leftType = join.getLeft().getRowType();
    RelDataType rightType = join.getRight().getRowType();
    Set<Integer> complete = new HashSet<>();
    if (type.generatesNullsOnRight()
        || type == JoinRelType.INNER
            && Inclusion.of(left, leftType, right, rightType, matching)
                .filter(Inclusion::total)
                .isPresent()) {
      complete.addAll(left.complete);
    }
    if (type.generatesNullsOnLeft()
        || type == JoinRelType.INNER
            && Inclusion.of(right, rightType, left, leftType, matching.flipped())
                .filter(Inclusion::total)
                .isPresent()) {
      right.complete.forEach(row -> complete.add(row + shift));
    }
    Provenance both =
        new Provenance(
            ImmutableList.<BasisTable>builder().addAll(left.rows).addAll(right.rows).build(),
            ImmutableList.copyOf(columns),
            ImmutableSet.copyOf(complete));
    return type == JoinRelType.INNER ? both.equating(join.getCondition()) : both;
  }

  private Provenance withComplete(ImmutableSet<Integer> complete) {
    return new Provenance(rows, columns, complete);
  }

  /** Fields that a condition makes one value are each other's columns too. */
  private Provenance equating(RexNode condition) {
    List<ImmutableSet<Column>> equated = new ArrayList<>(columns);
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      if (conjunct.getKind() == SqlKind.EQUALS
          && ((RexCall) conjunct).getOperands().get(0) instanceof RexInputRef one
          && ((RexCall) conjunct).getOperands().get(1) instanceof RexInputRef other
          && ColumnEquality.identity(one.getType(), other.getType())) {
        ImmutableSet<Column> before = equated.get(one.getIndex());
        ImmutableSet<Column> also = equated.get(other.getIndex());
        ImmutableSet<Column> all =
            ImmutableSet.<Column>builder().addAll(before).addAll(also).build();
        equated.replaceAll(
            of -> !of.isEmpty() && (of.equals(before) || of.equals(also)) ? all : of);
        equated.set(one.getIndex(), all);
        equated.set(other.getIndex(), all);
      }
    }
    return new Provenance(rows, ImmutableList.copyOf(equated), complete);
  }

  /** The columns of one scan that a field has the value of. */
  Set<Integer> ordinals(int field, int row) {
    Set<Integer> ordinals = new HashSet<>();
    for (Column column : columns.get(field)) {
      if (column.row == row) {
        ordinals.add(column.ordinal);
      }
    }
    return ordinals;
  }
}
