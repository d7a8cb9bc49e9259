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
import io.calcitelens.adapters.BasisForeignKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;

/**
 * A logical table with its mapping, in both directions. Its <i>fields</i> are the columns of all
 * members, one member after the other.
 *
 * @param table the design
 * @param members in the order of the body; empty if the body cannot be written through
 * @param anchor index of the anchor among the members, -1 if there are none
 * @param columns in the order of the design
 * @param constants values that a shown row's fields have by WHERE
 * @param equalities pairs of fields that a shown row has equal, apart from the stitches
 * @param residual whether there are other conditions
 * @param readOnly why nothing can be written, if so
 * @param rules checks and defaults, compiled
 * @param lower the lenses that the body reads, whose rules hold for what is written through it
 */
public record Lens(
    LogicalTable table,
    List<Member> members,
    int anchor,
    List<LensColumn> columns,
    List<Member.FieldConstant> constants,
    List<FieldPair> equalities,
    boolean residual,
    Optional<LensColumn.Put.ReadOnly> readOnly,
    RowRules rules,
    List<Lower> lower) {
  public Lens {
    requireNonNull(table, "table");
    requireNonNull(readOnly, "readOnly");
    requireNonNull(rules, "rules");
    members = List.copyOf(members);
    columns = List.copyOf(columns);
    constants = List.copyOf(constants);
    equalities = List.copyOf(equalities);
    lower = List.copyOf(lower);
  }

  /**
   * A lens within the body of another.
   *
   * @param lens the lower lens
   * @param offset where its first field stands among the fields of the upper one
   */
  public record Lower(Lens lens, int offset) {}

  /** Two fields. */
  public record FieldPair(int left, int right) {}

  /** The member that decides whether a row exists. */
  public Member anchorMember() {
    return members.get(anchor);
  }

  /** Number of fields. */
  public int fieldCount() {
    if (members.isEmpty()) {
      return 0;
    }
    Member last = members.get(members.size() - 1);
    return last.offset() + last.width();
  }

  /** The member that owns a field. */
  public Member memberOf(int field) {
    for (Member member : members) {
      if (member.owns(field)) {
        return member;
      }
    }
    throw new AssertionError("no member of " + table.qualifiedName() + " has field " + field);
  }

  /** The basis column at a field. */
  public BasisColumn columnOf(int field) {
    return memberOf(field).column(field);
  }

  /** The field that gives a field its value: the anchor's side of its stitch, if it has one. */
  public int sourceOf(int field) {
    Member member = memberOf(field);
    for (Member.StitchPair pair : member.stitch()) {
      if (member.offset() + pair.ordinal() == field) {
        return sourceOf(pair.source());
      }
    }
    return field;
  }

  /** Whether some logical column shows a field, also through an expression. */
  public boolean shows(int field) {
    return columns.stream().anyMatch(c -> RelOptUtil.InputFinder.bits(c.expression()).get(field));
  }

  /** Whether the basis forbids a row of a member without its anchor. */
  public boolean isTied(Member member) {
    for (BasisForeignKey foreignKey : member.table().foreignKeys()) {
      boolean ofStitch =
          foreignKey.childColumns().stream()
              .allMatch(c -> member.stitches(member.table().column(c).orElseThrow().ordinal()));
      if (ofStitch && foreignKey.parent().equals(anchorMember().table().id())) {
        return true;
      }
    }
    return false;
  }

  /** Whether an update may assign a column. */
  public boolean isUpdatable(LensColumn column) {
    return readOnly.isEmpty()
        && column.put() instanceof LensColumn.Put.Direct direct
        && memberOf(direct.target()).rowKey().isPresent()
        && anchorMember().rowKey().isPresent();
  }

  /** Whether rows may be deleted: every member that goes with a row must know its own. */
  public boolean isDeletable() {
    return readOnly.isEmpty()
        && members.stream().allMatch(m -> m.role() == Member.Role.SHARED || m.rowKey().isPresent());
  }

  /** Whether an insert may give a column a value. */
  public boolean isInsertable(LensColumn column) {
    return readOnly.isEmpty() && column.put() instanceof LensColumn.Put.Direct;
  }

  /** The members, each after those that its stitch reads: the anchor first. */
  public List<Member> reachOrder() {
    List<Member> order = new ArrayList<>();
    order.add(anchorMember());
    while (order.size() < members.size()) {
      for (Member member : members) {
        boolean reachable =
            !order.contains(member)
                && member.stitch().stream().allMatch(p -> order.contains(memberOf(p.source())));
        if (reachable) {
          order.add(member);
        }
      }
    }
    return order;
  }

  /** The first logical column that shows a field or the field that gives it its value. */
  public Optional<LensColumn> shownAs(int field) {
    Optional<LensColumn> bySource = Optional.empty();
    int source = sourceOf(field);
    for (LensColumn column : columns) {
      if (column.put() instanceof LensColumn.Put.Direct direct) {
        if (direct.shown() == field) {
          return Optional.of(column);
        }
        if (bySource.isEmpty() && direct.target() == source) {
          bySource = Optional.of(column);
        }
      }
    }
    return bySource;
  }
}
