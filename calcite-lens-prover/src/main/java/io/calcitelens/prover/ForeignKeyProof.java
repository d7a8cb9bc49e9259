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

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.ReferentialAction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.calcite.runtime.Resources;

/** Decides whether a foreign key of the basis keeps a logical one. */
final class ForeignKeyProof {
  private final Lens child;
  private final LogicalConstraint.ForeignKey foreignKey;

  private ForeignKeyProof(Lens child, LogicalConstraint.ForeignKey foreignKey) {
    this.child = child;
    this.foreignKey = foreignKey;
  }

  /** An obligation, or the fault that there is none. */
  sealed interface Verdict {
    record Kept(Obligation obligation) implements Verdict {}

    record Fault(LensException exception) implements Verdict {}

    default void fold(Consumer<Obligation> kept, Consumer<LensException> fault) {
      if (this instanceof Kept k) {
        kept.accept(k.obligation);
      } else if (this instanceof Fault f) {
        fault.accept(f.exception);
      }
    }
  }

  static Verdict prove(Lens child, LogicalConstraint.ForeignKey foreignKey, LensCatalog catalog) {
    return new ForeignKeyProof(child, foreignKey).prove(catalog);
  }

  private Verdict prove(LensCatalog catalog) {
    Optional<Lens> parent =
        catalog.lens(foreignKey.referencedSchema(), foreignKey.referencedTable());
    String target = foreignKey.referencedSchema() + "." + foreignKey.referencedTable();
    if (parent.isEmpty()) {
      return fault(RESOURCE.foreignKeyTarget(foreignKey.name(), target));
    }
    List<Integer> referenced = referencedColumns(parent.get());
    if (referenced.size() != foreignKey.columns().size()) {
      return fault(
          RESOURCE.foreignKeyArity(
              foreignKey.name(), foreignKey.columns().size(), target, referenced.size()));
    }
    if (child.members().isEmpty() || parent.get().members().isEmpty()) {
      return fault(RESOURCE.foreignKeyNotEnforced(foreignKey.name(), target));
    }
    return basisForeignKey(parent.get(), referenced)
        .<Verdict>map(
            basis ->
                new Verdict.Kept(
                    new Obligation(
                        foreignKey.name(),
                        "foreign key",
                        Obligation.How.BASIS_FOREIGN_KEY,
                        "foreign key " + basis.name() + " of " + basis.child().name())))
        .orElseGet(() -> fault(RESOURCE.foreignKeyNotEnforced(foreignKey.name(), target)));
  }

  private List<Integer> referencedColumns(Lens parent) {
    if (foreignKey.referencedColumns().isEmpty()) {
      return parent.table().primaryKey().map(LogicalConstraint.Key::columns).orElse(List.of());
    }
    return foreignKey.referencedColumns().stream()
        .flatMap(c -> parent.table().column(c).stream())
        .map(LogicalColumn::ordinal)
        .toList();
  }

  private Optional<BasisForeignKey> basisForeignKey(Lens parent, List<Integer> referenced) {
    Map<Integer, Integer> pairs = new HashMap<>();
    for (int i = 0; i < referenced.size(); i++) {
      Optional<Integer> childField = identityField(child, foreignKey.columns().get(i));
      Optional<Integer> parentField = identityField(parent, referenced.get(i));
      if (childField.isEmpty() || parentField.isEmpty()) {
        return Optional.empty();
      }
      pairs.put(childField.get(), parentField.get());
    }
    Member childMember = child.memberOf(pairs.keySet().iterator().next());
    Member parentMember = parent.memberOf(pairs.values().iterator().next());
    boolean together =
        pairs.keySet().stream().allMatch(childMember::owns)
            && pairs.values().stream().allMatch(parentMember::owns);
    if (!together
        || childMember.role() == Member.Role.SHARED
        || !showsEveryRow(parent, parentMember)) {
      return Optional.empty();
    }
    return childMember.table().foreignKeys().stream()
        .filter(f -> f.parent().equals(parentMember.table().id()))
        .filter(f -> samePairs(f, childMember, parentMember, pairs))
        .filter(this::sameActions)
        .findFirst();
  }

  private static Optional<Integer> identityField(Lens lens, int ordinal) {
    if (lens.columns().get(ordinal).put() instanceof LensColumn.Put.Direct direct) {
      return direct.inversion().isIdentity() ? Optional.of(direct.target()) : Optional.empty();
    }
    return KeyProof.shownField(lens, ordinal).map(lens::sourceOf);
  }

  /** A row that the lens hides would satisfy the basis, though not the design. */
  private static boolean showsEveryRow(Lens parent, Member member) {
    boolean filtered =
        parent.residual() || !parent.constants().isEmpty() || !parent.equalities().isEmpty();
    boolean hiding =
        parent.members().stream()
            .anyMatch(m -> m.index() != parent.anchor() && !m.optional() && !isCertain(parent, m));
    return member.index() == parent.anchor() && !filtered && !hiding;
  }

  /** Whether the basis guarantees a member's row: a foreign key leads to it that is never null. */
  private static boolean isCertain(Lens lens, Member member) {
    if (member.stitch().isEmpty() || !member.constants().isEmpty()) {
      return false;
    }
    Member source = lens.memberOf(member.stitch().get(0).source());
    Map<String, String> pairs = new HashMap<>();
    for (Member.StitchPair pair : member.stitch()) {
      if (!source.owns(pair.source()) || source.column(pair.source()).type().isNullable()) {
        return false;
      }
      pairs.put(
          Stitching.fold(source.column(pair.source()).name()),
          Stitching.fold(member.table().columns().get(pair.ordinal()).name()));
    }
    boolean sourceCertain = source.index() == lens.anchor() || isCertain(lens, source);
    return sourceCertain && Stitching.refers(source.table(), member.table(), pairs);
  }

  private static boolean samePairs(
      BasisForeignKey basis, Member childMember, Member parentMember, Map<Integer, Integer> pairs) {
    if (basis.childColumns().size() != pairs.size()) {
      return false;
    }
    for (int i = 0; i < basis.childColumns().size(); i++) {
      int childField =
          childMember.offset()
              + childMember.table().column(basis.childColumns().get(i)).orElseThrow().ordinal();
      int parentField =
          parentMember.offset()
              + parentMember.table().column(basis.parentColumns().get(i)).orElseThrow().ordinal();
      if (!Integer.valueOf(parentField).equals(pairs.get(childField))) {
        return false;
      }
    }
    return true;
  }

  private boolean sameActions(BasisForeignKey basis) {
    boolean same =
        restricts(basis.onDelete()) == restricts(foreignKey.onDelete())
            && restricts(basis.onUpdate()) == restricts(foreignKey.onUpdate());
    boolean exact =
        (restricts(basis.onDelete()) || basis.onDelete() == foreignKey.onDelete())
            && (restricts(basis.onUpdate()) || basis.onUpdate() == foreignKey.onUpdate());
    boolean acts = !restricts(foreignKey.onDelete()) || !restricts(foreignKey.onUpdate());
    // The store's action reaches one table only; a row in several would be left half.
    return same && exact && (!acts || child.members().size() == 1);
  }

  /** Stores judge both at the end of the statement at the latest. */
  private static boolean restricts(ReferentialAction action) {
    return action == ReferentialAction.NO_ACTION || action == ReferentialAction.RESTRICT;
  }

  private Verdict fault(Resources.Inst sentence) {
    return new Verdict.Fault(
        LensException.of(
            LensCode.UNREALIZABLE_CONSTRAINT,
            Site.constraint(child.table().qualifiedName(), foreignKey.name()),
            sentence));
  }
}
