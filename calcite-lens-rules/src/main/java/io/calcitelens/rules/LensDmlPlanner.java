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

import static io.calcitelens.prover.LensResource.RESOURCE;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.rules.set.SetPut;
import io.calcitelens.rules.set.SetPuts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableModify;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlMerge;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;

/**
 * Plans writes to lens tables and basis tables: what to capture, and what the engine does with it.
 */
public final class LensDmlPlanner {
  private final DmlStatement statement;
  private final PlanningServices services;

  private LensDmlPlanner(DmlStatement statement, PlanningServices services) {
    this.statement = statement;
    this.services = services;
  }

  /** Plans a write; everything that can be refused without rows is refused here. */
  public static DmlPlan plan(DmlStatement statement, PlanningServices services) {
    return new LensDmlPlanner(statement, services).plan();
  }

  private DmlPlan plan() {
    SqlNode node = statement.statement();
    if (node instanceof SqlInsert insert) {
      return insert(insert);
    } else if (node instanceof SqlUpdate update) {
      return update(update);
    } else if (node instanceof SqlDelete delete) {
      return delete(delete);
    } else if (node instanceof SqlMerge merge) {
      return merge(merge);
    }
    throw LensException.of(
        LensCode.NOT_SUPPORTED,
        DmlTarget.at(node.getParserPosition()),
        RESOURCE.notSupportedHere("this statement", "as a write"));
  }

  /** A write as Calcite converts it. */
  private record Converted(RelNode input, TableModify modify, RelDataType parameters) {}

  private Converted convert(SqlNode node) {
    SqlValidator validator = services.newValidator();
    SqlNode validated = validator.validate(node);
    RelOptCluster cluster = services.newCluster();
    RelNode rel =
        services.newConverter(validator, cluster).convertQuery(validated, false, true).rel;
    TableModify modify = (TableModify) rel;
    return new Converted(
        modify.getInput(), modify, services.parameterRowType(validator, validated));
  }

  private Optional<Returning> returning(SqlNode from) {
    return statement.returning().isEmpty()
        ? Optional.empty()
        : Optional.of(Returning.plan(statement.returning(), from, services));
  }

  private static SqlNode aliased(SqlNode target, SqlIdentifier alias) {
    return alias == null
        ? target
        : SqlStdOperatorTable.AS.createCall(alias.getParserPosition(), target, alias);
  }

  /** Compiled when rows are captured here for the first time: a store may do without. */
  private Supplier<CompiledQuery> project(RelNode input, List<Integer> fields) {
    List<RexNode> refs = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int field : fields) {
      names.add("c" + names.size());
      refs.add(RexInputRef.of(field, input.getRowType()));
    }
    RelNode capture = LogicalProject.create(input, List.of(), refs, names, java.util.Set.of());
    return Suppliers.memoize(() -> services.compile(LensScans.expand(capture)));
  }

  // --- insert

  private DmlPlan insert(SqlInsert insert) {
    if (insert.isUpsert()) {
      throw LensException.of(
          LensCode.NOT_SUPPORTED,
          DmlTarget.at(insert.getParserPosition()),
          RESOURCE.notSupported("upsert (write merge instead)"));
    }
    DmlTarget target = DmlTarget.of(insert.getTargetTable(), services);
    DefaultCells cells = DefaultCells.of(insert, statement.defaultValues(), target);
    Optional<Returning> returning = returning(insert.getTargetTable());
    Converted converted = convert(cells.insert());
    requireWritable(target, cells, insert.getTargetTable().getParserPosition());
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < target.lens().columns().size(); i++) {
      all.add(i);
    }
    boolean isQuery = cells.insert().getSource().getKind() != SqlKind.VALUES;
    Optional<SetPut> inStore =
        isQuery && returning.isEmpty()
            ? SetPuts.insert(target.lens(), converted.input, cells.listed(0), services)
            : Optional.empty();
    return new InsertPlan(
        target,
        returning,
        converted.parameters,
        project(converted.input, all),
        cells,
        inStore,
        !isQuery
            && cells.rows().isEmpty()
            && IndependentInserts.of(target.lens(), converted.input, cells.listed(0)));
  }

  private static void requireWritable(DmlTarget target, DefaultCells cells, SqlParserPos position) {
    for (int ordinal : cells.columns()) {
      if (!cells.isAlwaysDefault(ordinal)) {
        target.requireWritable(target.lens().columns().get(ordinal), position);
      }
    }
  }

  // --- update

  private DmlPlan update(SqlUpdate update) {
    DmlTarget target = DmlTarget.of(update.getTargetTable(), services);
    Assigned assigned = assigned(update.getTargetColumnList(), target);
    SqlNodeList sources = withoutDefaults(update.getSourceExpressionList(), assigned.defaulted);
    SqlUpdate plain =
        new SqlUpdate(
            update.getParserPosition(),
            update.getTargetTable(),
            update.getTargetColumnList(),
            sources,
            update.getCondition(),
            null,
            update.getAlias());
    Optional<Returning> returning = returning(aliased(update.getTargetTable(), update.getAlias()));
    Converted converted = convert(plain);
    CaptureTree tree = CaptureTree.of(converted.input, false);
    List<Integer> fields = new ArrayList<>(tree.fields());
    int columns = target.table().getRowType().getFieldCount();
    for (int i = 0; i < assigned.ordinals.size(); i++) {
      fields.add(columns + i);
    }
    Optional<SetPut> inStore =
        returning.isEmpty() && assigned.defaulted.isEmpty()
            ? SetPuts.update(
                target.lens(),
                converted.input,
                tree.rel(),
                tree.fields(),
                assigned.ordinals,
                fields.subList(tree.fields().size(), fields.size()),
                services)
            : Optional.empty();
    return new UpdatePlan(
        target,
        returning,
        converted.parameters,
        project(tree.rel(), fields),
        assigned.ordinals,
        assigned.defaulted,
        inStore);
  }

  /** Assigned columns, and which of them take their default. */
  private record Assigned(List<Integer> ordinals, BitSet defaulted) {}

  private static Assigned assigned(SqlNodeList columns, DmlTarget target) {
    List<Integer> ordinals = new ArrayList<>();
    for (SqlNode name : columns) {
      LensColumn column = target.column(name);
      target.requireWritable(column, name.getParserPosition());
      if (ordinals.contains(column.logical().ordinal())) {
        throw LensException.of(
            LensCode.CONFLICTING_ASSIGNMENT,
            DmlTarget.at(name.getParserPosition()),
            RESOURCE.assignedTwice(column.logical().name()));
      }
      ordinals.add(column.logical().ordinal());
    }
    return new Assigned(List.copyOf(ordinals), new BitSet());
  }

  private static SqlNodeList withoutDefaults(SqlNodeList sources, BitSet defaulted) {
    SqlNodeList plain = new SqlNodeList(sources.getParserPosition());
    for (SqlNode source : sources) {
      if (DefaultCells.isDefault(source)) {
        defaulted.set(plain.size());
      }
      plain.add(DefaultCells.isDefault(source) ? DefaultCells.nullAt(source) : source);
    }
    return plain;
  }

  // --- delete

  private DmlPlan delete(SqlDelete delete) {
    DmlTarget target = DmlTarget.of(delete.getTargetTable(), services);
    Optional<Returning> returning = returning(aliased(delete.getTargetTable(), delete.getAlias()));
    Converted converted = convert(delete);
    CaptureTree tree = CaptureTree.of(converted.input, false);
    Optional<SetPut> inStore =
        returning.isEmpty()
            ? SetPuts.delete(target.lens(), converted.input, tree.rel(), tree.fields(), services)
            : Optional.empty();
    return new DeletePlan(
        target, returning, converted.parameters, project(tree.rel(), tree.fields()), inStore);
  }

  // --- merge

  private DmlPlan merge(SqlMerge merge) {
    DmlTarget target = DmlTarget.of(merge.getTargetTable(), services);
    if (!statement.returning().isEmpty()) {
      throw LensException.of(
          LensCode.NOT_SUPPORTED,
          DmlTarget.at(merge.getParserPosition()),
          RESOURCE.notSupportedHere("returning", "behind merge"));
    }
    SqlUpdate update = merge.getUpdateCall();
    SqlInsert insert = merge.getInsertCall();
    Assigned assigned =
        update == null
            ? new Assigned(List.of(), new BitSet())
            : assigned(update.getTargetColumnList(), target);
    if (update != null) {
      update.setOperand(2, withoutDefaults(update.getSourceExpressionList(), assigned.defaulted));
    }
    DefaultCells cells =
        insert == null ? DefaultCells.NONE : DefaultCells.of(insert, false, target);
    if (insert != null) {
      requireWritable(target, cells, insert.getParserPosition());
      merge.setOperand(4, cells.insert());
    }
    SqlValidator validator = services.newValidator();
    SqlNode query = validator.validate(new MergeQuery(merge, target, cells.columns()).build());
    RelNode input =
        services
            .newConverter(validator, services.newCluster())
            .convertQuery(query, false, true)
            .project();
    CaptureTree tree = CaptureTree.of(input, true);
    int columns = target.table().getRowType().getFieldCount();
    int inserted = insert == null ? 0 : columns;
    List<Integer> fields = new ArrayList<>(tree.fields());
    for (int i = 0; i < inserted; i++) {
      fields.add(i);
    }
    for (int i = 0; i < assigned.ordinals.size(); i++) {
      fields.add(inserted + columns + i);
    }
    return new MergePlan(
        target,
        services.parameterRowType(validator, query),
        project(tree.rel(), fields),
        cells,
        assigned.ordinals,
        assigned.defaulted);
  }
}
