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

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;

/** Decides how each declared rule of a table is kept; what is not kept is a fault of the deploy. */
public final class LensProver {
  private final Lens lens;
  private final RelNode body;
  private final LensCatalog catalog;
  private final List<Obligation> obligations = new ArrayList<>();
  private final List<LensException> faults = new ArrayList<>();

  private LensProver(Lens lens, RelNode body, LensCatalog catalog) {
    this.lens = lens;
    this.body = body;
    this.catalog = catalog;
  }

  /** What is kept and how, and what is not. */
  public record Proof(List<Obligation> obligations, List<LensException> faults) {
    public Proof {
      obligations = List.copyOf(obligations);
      faults = List.copyOf(faults);
    }
  }

  /**
   * Proves a table.
   *
   * @param body the effective body that the lens was made from
   * @param catalog finds the lenses of the same deploy too
   */
  public static Proof prove(Lens lens, RelNode body, LensCatalog catalog) {
    LensProver prover = new LensProver(lens, body, catalog);
    prover.prove();
    return new Proof(prover.obligations, prover.faults);
  }

  private void prove() {
    for (LogicalColumn column : lens.table().columns()) {
      if (column.notNull()) {
        obligations.add(
            new Obligation(
                column.name(), "not null", Obligation.How.ROW_LOCAL, "judged on each row"));
      }
    }
    for (RowRules.Rule rule : lens.rules().checks()) {
      proveCheck(rule);
    }
    for (LogicalConstraint constraint : lens.table().constraints()) {
      if (constraint instanceof LogicalConstraint.Key key) {
        proveKey(key);
      } else if (constraint instanceof LogicalConstraint.ForeignKey foreignKey) {
        ForeignKeyProof.prove(lens, foreignKey, catalog).fold(obligations::add, faults::add);
      }
    }
  }

  private void proveCheck(RowRules.Rule rule) {
    Set<String> computed = new LinkedHashSet<>();
    for (int ordinal : inputs(rule.condition().expression())) {
      LensColumn column = lens.columns().get(ordinal);
      boolean generated =
          column.put() instanceof LensColumn.Put.ReadOnly readOnly
              && readOnly.code() == LensCode.NO_INVERSE;
      if (generated) {
        computed.add(column.logical().name());
      }
    }
    if (!computed.isEmpty() && lens.readOnly().isEmpty()) {
      faults.add(
          LensException.of(
              LensCode.UNREALIZABLE_CONSTRAINT,
              Site.constraint(lens.table().qualifiedName(), rule.check().name()),
              RESOURCE.checkOverComputed(rule.check().name(), String.join(", ", computed))));
    } else {
      obligations.add(
          new Obligation(
              rule.check().name(), "check", Obligation.How.ROW_LOCAL, "judged on each row"));
    }
  }

  private static ImmutableBitSet inputs(RexNode expression) {
    return RelOptUtil.InputFinder.bits(expression);
  }

  private void proveKey(LogicalConstraint.Key key) {
    String kind = key.primary() ? "primary key" : "unique";
    Site site = Site.constraint(lens.table().qualifiedName(), key.name());
    if (key.where().isPresent()) {
      faults.add(
          LensException.of(
              LensCode.UNREALIZABLE_CONSTRAINT, site, RESOURCE.partialUnique(key.name())));
      return;
    }
    if (lens.members().isEmpty()) {
      proveByBody(key, kind, site);
      return;
    }
    KeyProof.governing(lens, key)
        .ifPresentOrElse(
            governing ->
                obligations.add(
                    new Obligation(
                        key.name(),
                        kind,
                        governing.key().columns().isEmpty()
                            ? Obligation.How.VACUOUS
                            : Obligation.How.ROW_TIME,
                        "key "
                            + governing.key().name()
                            + " of "
                            + governing.member().table().id().name())),
            () -> proveByBody(key, kind, site));
  }

  private void proveByBody(LogicalConstraint.Key key, String kind, Site site) {
    Boolean unique =
        lens.members().isEmpty()
            ? body.getCluster()
                .getMetadataQuery()
                .areColumnsUnique(body, ImmutableBitSet.of(key.columns()))
            : Boolean.FALSE;
    if (Boolean.TRUE.equals(unique)) {
      obligations.add(
          new Obligation(key.name(), kind, Obligation.How.PROVED, "the body guarantees it"));
    } else {
      faults.add(
          LensException.of(
              LensCode.UNREALIZABLE_CONSTRAINT,
              site,
              RESOURCE.keyNotEnforced(key.name(), kind, columns(key))));
    }
  }

  private String columns(LogicalConstraint.Key key) {
    return String.join(
        ", ", key.columns().stream().map(c -> lens.table().columns().get(c).name()).toList());
  }
}
