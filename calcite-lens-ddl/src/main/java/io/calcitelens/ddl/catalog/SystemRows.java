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
package io.calcitelens.ddl.catalog;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.ddl.deploy.DeployedSchema;
import io.calcitelens.ddl.deploy.DeployedTable;
import io.calcitelens.ddl.parser.SqlColumnDeclarationNode;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.ddl.parser.SqlTableConstraint;
import io.calcitelens.ddl.parser.SqlTableDeclaration;
import io.calcitelens.ddl.parser.SqlTags;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LogicalConstraint;
import io.calcitelens.prover.LogicalTable;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.Obligation;
import io.calcitelens.prover.TransactionAdvice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlNode;
import org.checkerframework.checker.nullness.qual.Nullable;

/** The rows of the system tables for one state. */
final class SystemRows {
  private final CatalogState state;

  SystemRows(CatalogState state) {
    this.state = state;
  }

  List<Object[]> sessions() {
    return state.sessions().rows();
  }

  List<Object[]> plans() {
    return state.plans().rows();
  }

  private List<Object[]> each(BiConsumer<DeployedTable, List<Object[]>> describe) {
    List<Object[]> rows = new ArrayList<>();
    for (DeployedSchema schema : state.deployed()) {
      schema.tables().forEach(t -> describe.accept(t, rows));
    }
    return rows;
  }

  private static Object[] row(@Nullable Object... values) {
    return values;
  }

  List<Object[]> columns() {
    return each(
        (table, rows) -> {
          for (LensColumn column : table.lens().columns()) {
            rows.add(column(table, column));
          }
        });
  }

  private static Object[] column(DeployedTable table, LensColumn column) {
    Lens lens = table.lens();
    LogicalTable logical = table.logical();
    Route route = Route.of(lens, column);
    return row(
        logical.schema(),
        logical.name(),
        column.logical().name(),
        column.logical().ordinal() + 1,
        column.logical().type().toString(),
        !column.logical().notNull(),
        route.kind(),
        lens.isUpdatable(column),
        lens.isInsertable(column),
        route.member().map(m -> m.table().id().name()).orElse(null),
        route.basisColumn().orElse(null),
        route.inverse(),
        lens.isInsertable(column) ? "proved" : "none",
        lens.readOnly()
            .map(LensColumn.Put.ReadOnly::reason)
            .or(() -> Optional.ofNullable(route.reason()))
            .or(
                () ->
                    withoutRowKey(
                        lens,
                        m ->
                            m.equals(lens.anchorMember())
                                || route.member().filter(m::equals).isPresent()))
            .orElse(null));
  }

  List<Object[]> tables() {
    return each(
        (table, rows) -> {
          Lens lens = table.lens();
          boolean open = lens.readOnly().isEmpty();
          boolean updatable = open && lens.columns().stream().anyMatch(lens::isUpdatable);
          rows.add(
              row(
                  table.logical().schema(),
                  table.logical().name(),
                  state.deployed(table.logical().schema()).map(DeployedSchema::basis).orElse(null),
                  lens.anchor() < 0 ? null : lens.anchorMember().table().id().name(),
                  open,
                  updatable,
                  lens.isDeletable(),
                  lens.readOnly()
                      .map(LensColumn.Put.ReadOnly::reason)
                      .or(() -> withoutRowKey(lens, m -> m.role() != Member.Role.SHARED))
                      .orElse(null)));
        });
  }

  /** Why rows can be added but not found again, if some member's cannot. */
  private static Optional<String> withoutRowKey(Lens lens, Predicate<Member> needed) {
    return lens.members().stream()
        .filter(needed)
        .filter(m -> m.rowKey().isEmpty())
        .findFirst()
        .map(m -> RESOURCE.noRowKey(m.table().id().name()).str());
  }

  /** What is prepared in a store, or may be, and waits for its end. */
  List<Object[]> transactions() {
    return state.inDoubt().stream()
        .map(
            d ->
                row(
                    d.transaction().orElse(null),
                    d.store().orElse(null),
                    d.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    d.since().toString(),
                    d.detail()))
        .toList();
  }

  List<Object[]> advisories() {
    return each(
        (table, rows) ->
            TransactionAdvice.of(table.lens())
                .ifPresent(
                    a ->
                        rows.add(
                            row(
                                table.logical().schema(),
                                table.logical().name(),
                                a.code().code(),
                                a.site().constraint().orElse(null),
                                a.site().column().orElse(null),
                                a.message()))));
  }

  List<Object[]> obligations() {
    return each(
        (table, rows) -> {
          for (Obligation obligation : table.obligations()) {
            rows.add(
                row(
                    table.logical().schema(),
                    table.logical().name(),
                    obligation.constraint(),
                    obligation.kind(),
                    obligation.how().label(),
                    obligation.detail()));
          }
        });
  }

  List<Object[]> effective() {
    return each(
        (table, rows) -> {
          for (Object[] effective : effective(table)) {
            Object[] row = new Object[effective.length + 2];
            row[0] = table.logical().schema();
            row[1] = table.logical().name();
            System.arraycopy(effective, 0, row, 2, effective.length);
            rows.add(row);
          }
        });
  }

  /** The rows of {@code lens_effective}. */
  static List<Object[]> effective(DeployedTable table) {
    List<Object[]> rows = new ArrayList<>();
    for (LensColumn column : table.lens().columns()) {
      rows.add(
          row(
              column.logical().name(),
              table.body().sources().get(column.logical().ordinal()).word(),
              Route.of(table.lens(), column).inverse(),
              null,
              null,
              table.body().sql()));
    }
    return rows;
  }

  List<Object[]> keys() {
    return each(
        (table, rows) -> {
          LogicalTable logical = table.logical();
          for (LogicalConstraint constraint : logical.constraints()) {
            if (constraint instanceof LogicalConstraint.Key key) {
              int sequence = 0;
              for (String column : Relations.names(logical, key.columns())) {
                sequence++;
                rows.add(
                    row(
                        logical.schema(),
                        logical.name(),
                        key.name(),
                        key.primary() ? "primary key" : "unique",
                        sequence,
                        column));
              }
            }
          }
        });
  }

  List<Object[]> foreignKeys() {
    return each(
        (table, rows) -> {
          for (LogicalConstraint constraint : table.logical().constraints()) {
            if (constraint instanceof LogicalConstraint.ForeignKey key) {
              addForeignKey(table.logical(), key, rows);
            }
          }
        });
  }

  private void addForeignKey(
      LogicalTable table, LogicalConstraint.ForeignKey key, List<Object[]> rows) {
    List<String> columns = Relations.names(table, key.columns());
    List<String> referenced = Relations.referencedColumns(state, key);
    for (int i = 0; i < columns.size(); i++) {
      rows.add(
          row(
              key.name(),
              i + 1,
              table.schema(),
              table.name(),
              columns.get(i),
              key.referencedSchema(),
              key.referencedTable(),
              i < referenced.size() ? referenced.get(i) : null,
              key.onUpdate().sql(),
              key.onDelete().sql()));
    }
  }

  List<Object[]> tags() {
    List<Object[]> rows = new ArrayList<>();
    for (SqlDeclareSchema schema : state.declarations()) {
      String name = schema.name().getSimple();
      addTags(rows, schema.tags(), name, null, null, null);
      for (SqlNode item : schema.items()) {
        if (item instanceof SqlTableDeclaration table) {
          addTags(rows, name, table);
        }
      }
    }
    return rows;
  }

  private static void addTags(List<Object[]> rows, String schema, SqlTableDeclaration table) {
    String name = table.name().getSimple();
    addTags(rows, table.tags(), schema, name, null, null);
    for (SqlColumnDeclarationNode column : table.columns()) {
      addTags(rows, column.tags(), schema, name, column.name().getSimple(), null);
    }
    for (SqlTableConstraint constraint : table.constraints()) {
      String constraintName = constraint.name().map(n -> n.getSimple()).orElse(null);
      addTags(rows, constraint.tags(), schema, name, null, constraintName);
    }
  }

  private static void addTags(
      List<Object[]> rows,
      SqlTags tags,
      String schema,
      @Nullable String table,
      @Nullable String column,
      @Nullable String constraint) {
    TagRegistry.normalize(tags)
        .forEach((key, value) -> rows.add(row(schema, table, column, constraint, key, value)));
  }

  List<Object[]> snapshots() {
    List<Object[]> rows = new ArrayList<>();
    for (DeployedSchema schema : state.deployed()) {
      for (DeployedTable table : schema.tables()) {
        rows.add(
            row(
                schema.name(),
                (int) schema.generation(),
                table.logical().name(),
                table.body().sql(),
                state.basis(schema.basis()).map(BasisHash::of).orElse(null),
                schema.deployedAt().toString()));
      }
    }
    return rows;
  }

  /** Where a logical column is stored, in words. */
  private record Route(
      String kind,
      Optional<Integer> target,
      Optional<Member> member,
      Optional<String> basisColumn,
      String inverse,
      @Nullable String reason) {
    static Route of(Lens lens, LensColumn column) {
      if (column.put() instanceof LensColumn.Put.Direct direct) {
        Member member = lens.memberOf(direct.target());
        String basisColumn = lens.columnOf(direct.target()).name();
        return new Route(
            kind(column, direct, basisColumn),
            Optional.of(direct.target()),
            Optional.of(member),
            Optional.of(basisColumn),
            "inferred",
            member.role() == Member.Role.SHARED
                ? "stored in " + member.table().id().name() + ", which other rows share"
                : null);
      }
      LensColumn.Put.ReadOnly readOnly = (LensColumn.Put.ReadOnly) column.put();
      return new Route(
          "computed",
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          "none",
          readOnly.reason());
    }

    private static String kind(
        LensColumn column, LensColumn.Put.Direct direct, String basisColumn) {
      if (!direct.inversion().isIdentity()) {
        return "inferred";
      }
      return basisColumn.equalsIgnoreCase(column.logical().name()) ? "identity" : "rename";
    }
  }
}
