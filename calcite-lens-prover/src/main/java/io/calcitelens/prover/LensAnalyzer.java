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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisKey;
import io.calcitelens.adapters.BasisTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;

/** Makes the {@link Lens} of a logical table from its declaration and its effective body. */
public final class LensAnalyzer {
  private final LogicalTable table;
  private final RelNode bodyRel;
  private final Map<Integer, SqlNode> lensDefaults;
  private final Map<SqlIdentifier, SqlNode> hiddenDefaults;

  private LensAnalyzer(
      LogicalTable table,
      RelNode bodyRel,
      Map<Integer, SqlNode> lensDefaults,
      Map<SqlIdentifier, SqlNode> hiddenDefaults) {
    this.table = table;
    this.bodyRel = bodyRel;
    this.lensDefaults = lensDefaults;
    this.hiddenDefaults = hiddenDefaults;
  }

  /**
   * Analyses a table.
   *
   * @param table the design
   * @param body the effective body, one column per logical column in the order of the design
   * @param lensDefaults {@code with defaults}, by ordinal of the logical column
   * @throws LensException if a check or a default does not compile
   */
  public static Lens analyze(LogicalTable table, RelNode body, Map<Integer, SqlNode> lensDefaults) {
    return analyze(table, body, lensDefaults, Map.of());
  }

  /**
   * Analyses a table.
   *
   * @param hiddenDefaults {@code with defaults} of names that are no logical columns: columns of
   *     the basis that the design does not show
   */
  public static Lens analyze(
      LogicalTable table,
      RelNode body,
      Map<Integer, SqlNode> lensDefaults,
      Map<SqlIdentifier, SqlNode> hiddenDefaults) {
    return new LensAnalyzer(table, body, lensDefaults, hiddenDefaults).analyze();
  }

  /** The lens of a basis table over itself: every column is itself, the store judges. */
  public static Lens identity(String schema, BasisTable basis) {
    List<LogicalColumn> columns = new ArrayList<>();
    List<LensColumn> lensColumns = new ArrayList<>();
    for (BasisColumn column : basis.columns()) {
      LogicalColumn logical =
          new LogicalColumn(
              column.ordinal(), column.name(), column.type(), Optional.empty(), Map.of());
      columns.add(logical);
      RexNode ref = new RexInputRef(column.ordinal(), column.type());
      lensColumns.add(new LensColumn(logical, ref, direct(basis, column)));
    }
    LogicalTable table = new LogicalTable(schema, basis.id().name(), columns, List.of(), Map.of());
    Member anchor =
        new Member(
            0, basis, 0, Member.Role.ANCHOR, false, List.of(), List.of(), rowKey(basis, List.of()));
    return new Lens(
        table,
        List.of(anchor),
        0,
        lensColumns,
        List.of(),
        List.of(),
        false,
        storeless(basis),
        RowRules.NONE,
        List.of());
  }

  private static LensColumn.Put direct(BasisTable basis, BasisColumn column) {
    return column.updatable()
        ? new LensColumn.Put.Direct(
            column.ordinal(),
            column.ordinal(),
            new Inversion(List.of(), column.type(), column.type()))
        : notUpdatable(column, column.name(), basis);
  }

  private static LensColumn.Put.ReadOnly notUpdatable(
      BasisColumn column, String name, BasisTable basis) {
    return column.type().getSqlTypeName() == SqlTypeName.ANY
        ? new LensColumn.Put.ReadOnly(
            LensCode.READ_ONLY, RESOURCE.shownOnlyColumn(name, basis.id().name()).str())
        : new LensColumn.Put.ReadOnly(
            LensCode.GENERATED_COLUMN, RESOURCE.generatedColumn(name, basis.id().name()).str());
  }

  private static Optional<LensColumn.Put.ReadOnly> storeless(BasisTable basis) {
    return basis.store().isPresent()
        ? Optional.empty()
        : Optional.of(
            new LensColumn.Put.ReadOnly(
                LensCode.READ_ONLY, RESOURCE.relationNotWritable(basis.id().name()).str()));
  }

  private Lens analyze() {
    RowRules rules = compileRules();
    FlatBody flat;
    try {
      flat = BodyFlattener.flatten(bodyRel);
    } catch (BodyFlattener.Unsupported e) {
      if (e.isOfRelation()) {
        return readOnly(
            LensCode.READ_ONLY, RESOURCE.relationNotWritable(e.getMessage()).str(), rules);
      }
      return readOnly(
          LensCode.UNSUPPORTED_BODY,
          RESOURCE.unsupportedBody(table.qualifiedName(), e.getMessage()).str(),
          rules);
    }
    RowRules complete =
        rules.withHiddenDefaults(
            new HiddenDefaults(table, flat, RowExpressions.over(table)).compile(hiddenDefaults));
    BodyConditions conditions = BodyConditions.of(flat);
    Stitching.Outcome outcome = new Stitching(flat, conditions).find();
    if (outcome instanceof Stitching.Outcome.Missing missing) {
      return readOnly(
          LensCode.NOT_KEY_PRESERVED,
          RESOURCE.notKeyPreserved(table.qualifiedName(), missing.reason()).str(),
          rules);
    }
    return build(flat, conditions, ((Stitching.Outcome.Found) outcome).plan(), complete);
  }

  private Lens readOnly(LensCode code, String reason, RowRules rules) {
    LensColumn.Put.ReadOnly put = new LensColumn.Put.ReadOnly(code, reason);
    List<LensColumn> columns = new ArrayList<>();
    for (LogicalColumn column : table.columns()) {
      RelDataType type = bodyRel.getRowType().getFieldList().get(column.ordinal()).getType();
      columns.add(new LensColumn(column, new RexInputRef(column.ordinal(), type), put));
    }
    return new Lens(
        table,
        List.of(),
        -1,
        columns,
        List.of(),
        List.of(),
        true,
        Optional.of(put),
        rules,
        List.of());
  }

  private Lens build(
      FlatBody flat, BodyConditions conditions, Stitching.Plan plan, RowRules rules) {
    List<Member> members = members(flat, conditions, plan);
    Set<Integer> identityFields = new HashSet<>();
    for (Member member : members) {
      member.constants().forEach(c -> identityFields.add(c.field()));
    }
    List<Member.FieldConstant> constants = new ArrayList<>();
    for (BodyConditions.Fixed fixed : conditions.fixed()) {
      if (!identityFields.contains(fixed.field())) {
        constants.add(new Member.FieldConstant(fixed.field(), fixed.value()));
      }
    }
    Lens unmapped =
        new Lens(
            table,
            members,
            plan.anchor(),
            List.of(),
            constants,
            List.of(),
            conditions.residual(),
            members.stream().flatMap(m -> storeless(m.table()).stream()).findFirst(),
            rules,
            flat.lower());
    List<Lens.FieldPair> equalities = new ArrayList<>();
    for (BodyConditions.Equal equal : conditions.equals()) {
      if (unmapped.sourceOf(equal.left()) != unmapped.sourceOf(equal.right())) {
        equalities.add(
            new Lens.FieldPair(unmapped.sourceOf(equal.left()), unmapped.sourceOf(equal.right())));
      }
    }
    List<LensColumn> columns = new ArrayList<>();
    for (LogicalColumn column : table.columns()) {
      RexNode output = flat.outputs().get(column.ordinal());
      columns.add(new LensColumn(column, output, put(column, output, unmapped, identityFields)));
    }
    return new Lens(
        table,
        members,
        plan.anchor(),
        columns,
        constants,
        equalities,
        conditions.residual(),
        unmapped.readOnly(),
        rules,
        flat.lower());
  }

  private List<Member> members(FlatBody flat, BodyConditions conditions, Stitching.Plan plan) {
    FlatBody.Leaf anchor = flat.leaves().get(plan.anchor());
    Map<Integer, Integer> sources = new HashMap<>();
    plan.reached()
        .forEach(
            (leaf, reach) ->
                reach
                    .pairs()
                    .forEach(
                        p ->
                            sources.put(
                                flat.leaves().get(leaf).offset() + p.ordinal(), p.source())));
    Set<Integer> identity = identifyingFields(flat, anchor, sources);
    List<Member> members = new ArrayList<>();
    for (FlatBody.Leaf leaf : flat.leaves()) {
      Stitching.Reach reach = plan.reached().get(leaf.index());
      List<Member.FieldConstant> constants = joinConstants(flat, conditions, leaf);
      Member.Role role =
          reach == null
              ? Member.Role.ANCHOR
              : isOwned(flat, anchor, leaf, reach, sources, identity)
                  ? Member.Role.OWNED
                  : Member.Role.SHARED;
      members.add(
          new Member(
              leaf.index(),
              leaf.table(),
              leaf.offset(),
              role,
              leaf.optional(),
              reach == null ? List.of() : reach.pairs(),
              role == Member.Role.ANCHOR ? List.of() : constants,
              rowKey(leaf.table(), reach == null ? List.of() : List.of(reach.key()))));
    }
    return members;
  }

  private static List<Member.FieldConstant> joinConstants(
      FlatBody flat, BodyConditions conditions, FlatBody.Leaf leaf) {
    List<Member.FieldConstant> constants = new ArrayList<>();
    for (BodyConditions.Fixed fixed : conditions.fixed()) {
      if (fixed.joinOf().isPresent() && flat.leafOf(fixed.field()).equals(leaf)) {
        constants.add(new Member.FieldConstant(fixed.field(), fixed.value()));
      }
    }
    return constants;
  }

  /**
   * The anchor's fields by which the logical row is known: the logical key's, else its own key's.
   */
  private Set<Integer> identifyingFields(
      FlatBody flat, FlatBody.Leaf anchor, Map<Integer, Integer> sources) {
    Optional<LogicalConstraint.Key> primaryKey = table.primaryKey();
    if (primaryKey.isPresent()) {
      Set<Integer> fields = new HashSet<>();
      for (int column : primaryKey.get().columns()) {
        InverseInference.infer(flat.outputs().get(column))
            .ifPresent(i -> fields.add(source(i.field(), sources)));
      }
      Set<Integer> ordinals =
          fields.stream()
              .filter(f -> flat.leafOf(f).equals(anchor))
              .map(f -> f - anchor.offset())
              .collect(Collectors.toSet());
      boolean key =
          anchor.table().keys().stream().anyMatch(k -> ordinals.equals(Set.copyOf(k.columns())));
      if (ordinals.size() == primaryKey.get().columns().size() && key) {
        return fields;
      }
    }
    return anchor.table().keys().stream()
        .findFirst()
        .map(k -> k.columns().stream().map(c -> anchor.offset() + c).collect(Collectors.toSet()))
        .orElse(Set.of(-1));
  }

  private static int source(int field, Map<Integer, Integer> sources) {
    int at = field;
    while (sources.containsKey(at)) {
      at = sources.get(at);
    }
    return at;
  }

  private static boolean isOwned(
      FlatBody flat,
      FlatBody.Leaf anchor,
      FlatBody.Leaf leaf,
      Stitching.Reach reach,
      Map<Integer, Integer> sources,
      Set<Integer> identity) {
    Set<Integer> fields = new HashSet<>();
    Map<String, String> pairs = new LinkedHashMap<>();
    for (Member.StitchPair pair : reach.pairs()) {
      int source = source(pair.source(), sources);
      fields.add(source);
      pairs.put(
          Stitching.fold(flat.columnOf(source).name()),
          Stitching.fold(leaf.table().columns().get(pair.ordinal()).name()));
    }
    return fields.equals(identity) && !Stitching.refers(anchor.table(), leaf.table(), pairs);
  }

  private static Optional<BasisKey> rowKey(BasisTable basis, List<BasisKey> stitch) {
    Optional<BasisKey> whole =
        basis.keys().stream()
            .filter(
                k ->
                    k.columns().stream().noneMatch(c -> basis.columns().get(c).type().isNullable()))
            .findFirst();
    // A nullable unique key serves where the stitch guarantees that it holds values.
    return whole.isPresent() ? whole : stitch.stream().findFirst();
  }

  private LensColumn.Put put(
      LogicalColumn column, RexNode output, Lens lens, Set<Integer> identityFields) {
    Optional<InverseInference.Inferred> inferred = InverseInference.infer(output);
    String name = table.qualifiedName() + "." + column.name();
    if (inferred.isEmpty()) {
      return new LensColumn.Put.ReadOnly(LensCode.NO_INVERSE, RESOURCE.computedColumn(name).str());
    }
    int shown = inferred.get().field();
    int target = lens.sourceOf(shown);
    BasisColumn basis = lens.columnOf(target);
    if (identityFields.contains(target)) {
      return new LensColumn.Put.ReadOnly(
          LensCode.READ_ONLY, RESOURCE.joinConstantColumn(name).str());
    }
    if (!basis.updatable()) {
      return notUpdatable(basis, name, lens.memberOf(target).table());
    }
    return new LensColumn.Put.Direct(shown, target, inferred.get().inversion());
  }

  private RowRules compileRules() {
    RowExpressions expressions = RowExpressions.over(table);
    List<LensException> faults = new ArrayList<>();
    List<RowRules.Rule> checks = new ArrayList<>();
    for (LogicalConstraint constraint : table.constraints()) {
      if (constraint instanceof LogicalConstraint.Check check) {
        Site site = Site.constraint(table.qualifiedName(), check.name());
        compile(expressions, check.condition(), site, faults)
            .ifPresent(e -> checks.add(new RowRules.Rule(check, e)));
      }
    }
    Map<Integer, RowExpression> logicalDefaults = new HashMap<>();
    Map<Integer, RowExpression> ofLens = new HashMap<>();
    for (LogicalColumn column : table.columns()) {
      Site site = Site.column(table.qualifiedName(), column.name());
      column
          .defaultValue()
          .flatMap(d -> compile(expressions, d, site, faults))
          .ifPresent(e -> logicalDefaults.put(column.ordinal(), e));
      Optional.ofNullable(lensDefaults.get(column.ordinal()))
          .flatMap(d -> compile(expressions, d, site, faults))
          .ifPresent(e -> ofLens.put(column.ordinal(), e));
    }
    if (!faults.isEmpty()) {
      throw LensException.all(faults);
    }
    return new RowRules(checks, ofLens, Map.of(), logicalDefaults);
  }

  static Optional<RowExpression> compile(
      RowExpressions expressions, SqlNode node, Site site, List<LensException> faults) {
    Site placed =
        site.withPosition(
            node.getParserPosition().getLineNum(), node.getParserPosition().getColumnNum());
    try {
      if (RowExpressions.holdsQuery(node)) {
        faults.add(
            LensException.of(
                LensCode.UNREALIZABLE_CONSTRAINT, placed, RESOURCE.subqueryInRule(site.what())));
        return Optional.empty();
      }
      return Optional.of(expressions.compile(node));
    } catch (CalciteException e) {
      faults.add(
          LensException.of(
                  LensCode.UNREALIZABLE_CONSTRAINT,
                  placed,
                  RESOURCE.invalidRule(site.what(), Throwables.sentence(e)))
              .because(e));
      return Optional.empty();
    }
  }
}
