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
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.prover.KeyProof;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LogicalConstraint;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.Site;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says in terms of the design what a store reported of a member. */
final class StoreFaults {
  private final Lens lens;
  private final Supplier<List<Lens>> referrers;

  /**
   * @param referrers the lenses of the logical tables that refer to this one
   */
  StoreFaults(Lens lens, Supplier<List<Lens>> referrers) {
    this.lens = lens;
    this.referrers = referrers;
  }

  /** The fault of the design, or the store's own where it says nothing of the design. */
  RuntimeException translate(StoreException e) {
    return switch (e.kind()) {
      case UNIQUE -> unique(e).because(e);
      case NOT_NULL -> notNull(e).because(e);
      case FOREIGN_KEY -> foreignKey(e).because(e);
      case CHECK ->
          LensException.of(
                  LensCode.CHECK,
                  site(e),
                  RESOURCE.checkViolated("constraint " + e.constraint().orElse("of the basis")))
              .because(e);
      case SERIALIZATION ->
          LensException.of(
                  LensCode.SERIALIZATION, RESOURCE.changedMeanwhile(lens.table().qualifiedName()))
              .because(e);
      default -> e;
    };
  }

  /** Whether a second row has the key by which a member's rows are known. */
  boolean isOfRowKey(Member member, StoreException e) {
    return e.kind() == StoreException.Kind.UNIQUE
        && member(e).filter(m -> m.table().equals(member.table())).isPresent()
        && violated(member.table(), e).equals(member.rowKey());
  }

  /** The fault of a key that a row has which the lens does not show. */
  LensException hiddenRow(StoreException e) {
    LensException fault = unique(e);
    return LensException.of(
            LensCode.UNIQUE,
            fault.site(),
            RESOURCE.hiddenDuplicate(lens.table().qualifiedName(), fault.site().what()))
        .because(e);
  }

  private Optional<Member> member(StoreException e) {
    return e.table()
        .flatMap(
            t -> lens.members().stream().filter(m -> sameTable(m.table(), t.name())).findFirst());
  }

  /** The one logical column that a rule of the basis is about, else the table. */
  private Site site(StoreException e) {
    return member(e).map(m -> site(m, e.columns())).orElseGet(this::table);
  }

  private Site site(Member member, List<String> columns) {
    Optional<LensColumn> shown =
        columns.size() == 1
            ? member.table().column(columns.get(0)).flatMap(c -> shown(member, c))
            : Optional.empty();
    return shown
        .map(c -> Site.column(lens.table().qualifiedName(), c.logical().name()))
        .orElseGet(this::table);
  }

  private Site table() {
    return Site.table(lens.table().qualifiedName());
  }

  private Optional<LensColumn> shown(Member member, BasisColumn column) {
    return lens.shownAs(member.offset() + column.ordinal());
  }

  private static boolean sameTable(BasisTable table, String name) {
    return table.id().name().equalsIgnoreCase(name);
  }

  private static Set<String> fold(java.util.Collection<String> names) {
    return names.stream().map(n -> n.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }

  private LensException unique(StoreException e) {
    Optional<Member> member = member(e);
    Optional<BasisKey> violated = member.flatMap(m -> violated(m.table(), e));
    return violated.isPresent()
        ? duplicate(member.get(), violated.get())
        : LensException.of(LensCode.UNIQUE, site(e), RESOURCE.duplicateKey("key"));
  }

  /**
   * The fault of a second row with a key of a member: the logical key behind it, if there is one.
   */
  LensException duplicate(Member member, BasisKey violated) {
    for (LogicalConstraint constraint : lens.table().constraints()) {
      if (constraint instanceof LogicalConstraint.Key key && governs(key, violated, member)) {
        return LensException.of(
            LensCode.UNIQUE,
            Site.constraint(lens.table().qualifiedName(), key.name()),
            RESOURCE.duplicateKey(
                names(key) + " (" + lens.table().qualifiedName() + "." + key.name() + ")"));
      }
    }
    return LensException.of(
        LensCode.UNIQUE,
        site(member, columns(member.table(), violated)),
        RESOURCE.duplicateKey(names(member, violated)));
  }

  private static Optional<BasisKey> violated(BasisTable table, StoreException e) {
    Set<String> columns = fold(e.columns());
    return table.keys().stream()
        .filter(
            k ->
                e.constraint().filter(k.name()::equalsIgnoreCase).isPresent()
                    || !columns.isEmpty() && columns.equals(fold(columns(table, k))))
        .findFirst();
  }

  private static List<String> columns(BasisTable table, BasisKey key) {
    return key.columns().stream().map(c -> table.columns().get(c).name()).toList();
  }

  private boolean governs(LogicalConstraint.Key key, BasisKey violated, Member member) {
    return KeyProof.governing(lens, key)
        .filter(g -> g.key().equals(violated) && g.member().table().equals(member.table()))
        .isPresent();
  }

  private String names(LogicalConstraint.Key key) {
    return key.columns().stream()
        .map(c -> lens.table().columns().get(c).name())
        .collect(Collectors.joining(", "));
  }

  private String names(Member member, BasisKey key) {
    return key.columns().stream()
        .map(c -> name(member, member.table().columns().get(c)))
        .collect(Collectors.joining(", "));
  }

  private String name(Member member, BasisColumn column) {
    return shown(member, column)
        .map(c -> c.logical().name())
        .orElse(member.table().id().name() + "." + column.name());
  }

  private LensException notNull(StoreException e) {
    Optional<Member> member = member(e);
    Optional<BasisColumn> column =
        member.flatMap(m -> e.columns().stream().findFirst().flatMap(c -> m.table().column(c)));
    Site site = site(e);
    String what =
        column
            .map(
                c ->
                    shown(member.get(), c).isPresent()
                        ? site.what()
                        : "column " + member.get().table().id().name() + "." + c.name())
            .orElse("a column of " + lens.table().qualifiedName());
    return LensException.of(LensCode.NOT_NULL, site, RESOURCE.notNull(what));
  }

  private LensException foreignKey(StoreException e) {
    Optional<Site> rule = rule(lens, e);
    if (rule.isEmpty()) {
      rule =
          referrers.get().stream()
              .map(child -> rule(child, e))
              .flatMap(Optional::stream)
              .findFirst();
    }
    return rule.map(
            site ->
                LensException.of(LensCode.FOREIGN_KEY, site, RESOURCE.referenceBroken(site.what())))
        .orElseGet(() -> foreignKeyOfTheBasis(e));
  }

  private LensException foreignKeyOfTheBasis(StoreException e) {
    String what =
        e.constraint().map(c -> "foreign key " + c).orElse("a foreign key")
            + " at "
            + lens.table().qualifiedName();
    return LensException.of(LensCode.FOREIGN_KEY, site(e), RESOURCE.referenceBroken(what));
  }

  /** The rule of a logical table that a foreign key of the basis stands for. */
  private static Optional<Site> rule(Lens child, StoreException e) {
    for (LogicalConstraint constraint : child.table().constraints()) {
      if (constraint instanceof LogicalConstraint.ForeignKey foreignKey
          && isBehind(child, foreignKey, e)) {
        return Optional.of(Site.constraint(child.table().qualifiedName(), foreignKey.name()));
      }
    }
    return Optional.empty();
  }

  private static boolean isBehind(
      Lens child, LogicalConstraint.ForeignKey foreignKey, StoreException e) {
    Set<String> columns =
        foreignKey.columns().stream()
            .flatMap(
                c ->
                    child.columns().get(c).put() instanceof LensColumn.Put.Direct direct
                        ? Stream.of(child.columnOf(direct.target()).name())
                        : Stream.empty())
            .map(n -> n.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    for (Member member : child.members()) {
      for (BasisForeignKey basis : member.table().foreignKeys()) {
        if (e.table().filter(basis.child()::equals).isPresent()
            && e.constraint().filter(basis.name()::equalsIgnoreCase).isPresent()
            && columns.equals(fold(basis.childColumns()))) {
          return true;
        }
      }
    }
    return false;
  }
}
