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
package io.calcitelens.rules.put;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.RowExpression;
import io.calcitelens.prover.Site;
import java.util.Optional;

/** Carries values from logical columns to the fields of a row. */
final class FieldValues {
  private final PutContext context;
  private final Lens lens;

  FieldValues(PutContext context) {
    this.context = context;
    this.lens = context.lens;
  }

  Site site(LensColumn column) {
    return context.program.sites.get(column.logical().ordinal());
  }

  /** Gives a logical column a value, in Calcite's internal representation of any fitting type. */
  void give(PutRow row, LensColumn column, Object value) {
    if (column.put() instanceof LensColumn.Put.ReadOnly readOnly) {
      throw LensException.of(readOnly.code(), site(column), RESOURCE.sentence(readOnly.reason()));
    }
    LensColumn.Put.Direct direct = (LensColumn.Put.Direct) column.put();
    Object logical = Assignment.assign(value, column.logical().type(), site(column));
    Object basis = toBasis(column, direct, logical);
    int target = direct.target();
    if (row.given.get(target)
        && !RowKey.same(
            lens.memberOf(target).table(), lens.columnOf(target), row.after[target], basis)) {
      throw LensException.of(
          LensCode.CONFLICTING_ASSIGNMENT,
          site(column),
          RESOURCE.conflictingAssignment(site(column).what()));
    }
    row.given.set(target);
    row.after[target] = basis;
  }

  private Object toBasis(LensColumn column, LensColumn.Put.Direct direct, Object logical) {
    if (logical == null) {
      return null;
    }
    Optional<Object> written = direct.inversion().write(logical);
    if (written.isEmpty()
        || !direct.inversion().isIdentity()
            && !equalLogical(direct.inversion().read(written.get()), logical)) {
      throw LensException.of(
          LensCode.PUTGET_VIOLATION,
          site(column),
          RESOURCE.notReproducible(site(column).what(), String.valueOf(logical)));
    }
    BasisColumn basis = lens.columnOf(direct.target());
    return Assignment.assign(written.get(), basis.type(), site(column));
  }

  private static boolean equalLogical(Object read, Object written) {
    return read instanceof java.math.BigDecimal left
            && written instanceof java.math.BigDecimal right
        ? left.compareTo(right) == 0
        : written.equals(read);
  }

  /** The value of the column's default of the lens or the design. */
  Optional<Object> defaultValue(LensColumn column) {
    return defaultValue(lens, column);
  }

  private Optional<Object> defaultValue(Lens declaring, LensColumn column) {
    Optional<RowExpression> expression = declaring.rules().defaultOf(column.logical().ordinal());
    return expression.map(
        e -> {
          Object value = e.evaluate(new Object[declaring.columns().size()], context.data);
          return value == null ? NULL : value;
        });
  }

  /** Gives fields that have no value yet the defaults of the lower lenses. */
  void giveLowerDefaults(PutRow row) {
    for (Lens.Lower lower : lens.lower()) {
      for (LensColumn column : lower.lens().columns()) {
        if (column.put() instanceof LensColumn.Put.Direct direct
            && row.after[lens.sourceOf(lower.offset() + direct.target())] == Unset.VALUE) {
          defaultValue(lower.lens(), column)
              .ifPresent(v -> giveLower(row, lower, column, direct, v == NULL ? null : v));
        }
      }
    }
  }

  private void giveLower(
      PutRow row, Lens.Lower lower, LensColumn column, LensColumn.Put.Direct direct, Object value) {
    Site site = Site.column(lower.lens().table().qualifiedName(), column.logical().name());
    Object logical = Assignment.assign(value, column.logical().type(), site);
    int target = lens.sourceOf(lower.offset() + direct.target());
    row.after[target] = logical == null ? null : direct.inversion().write(logical).orElse(null);
    row.given.set(target);
  }

  /** Fills what the body gives to columns that the design does not show. */
  void giveHiddenDefaults(PutRow row) {
    giveHiddenDefaults(row, lens, 0);
    lens.lower().forEach(l -> giveHiddenDefaults(row, l.lens(), l.offset()));
  }

  private void giveHiddenDefaults(PutRow row, Lens declaring, int offset) {
    declaring
        .rules()
        .hiddenDefaults()
        .forEach(
            (ordinal, expression) -> {
              int field = lens.sourceOf(offset + ordinal);
              if (row.after[field] == Unset.VALUE) {
                Object value =
                    expression.evaluate(new Object[declaring.columns().size()], context.data);
                Site site = Site.table(lens.table().qualifiedName());
                row.after[field] = Assignment.assign(value, lens.columnOf(field).type(), site);
                row.fixed.set(field);
              }
            });
  }

  /** A default that is null; an {@code Optional} cannot hold it. */
  static final Object NULL = new Object();

  /** Spreads values over the pairs of fields that the body holds equal. */
  void spreadEqualities(PutRow row) {
    boolean changed = !lens.equalities().isEmpty();
    while (changed) {
      changed = false;
      for (Lens.FieldPair pair : lens.equalities()) {
        changed |= spread(row, pair.left(), pair.right());
        changed |= spread(row, pair.right(), pair.left());
      }
    }
  }

  private static boolean spread(PutRow row, int from, int to) {
    if (row.after[from] != Unset.VALUE && row.after[to] == Unset.VALUE) {
      row.after[to] = row.after[from];
      if (row.given.get(from)) {
        row.given.set(to);
      }
      row.fixed.set(to);
      return true;
    }
    return false;
  }

  /** Copies the values of a member's stitch from the members nearer to the anchor. */
  static void stitch(PutRow row, Member member) {
    for (Member.StitchPair pair : member.stitch()) {
      row.after[member.offset() + pair.ordinal()] = row.after[pair.source()];
    }
  }
}
