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
import io.calcitelens.ddl.mapper.EffectiveBody;
import io.calcitelens.ddl.mapper.SqlTrees;
import io.calcitelens.ddl.parser.LensParsers;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.Member;
import io.calcitelens.prover.Obligation;
import io.calcitelens.prover.TransactionAdvice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/** {@code export}, {@code diff} and {@code explain lens}: the catalog as text. */
final class Describing {
  private final CatalogState state;
  private final PhysicalSchemas physical;

  Describing(CatalogState state, PhysicalSchemas physical) {
    this.state = state;
    this.physical = physical;
  }

  /** The declaration of a schema, and its lens block, as statements that parse to the same. */
  DdlResult export(SqlIdentifier name) {
    String schema = Faults.last(name);
    List<String> lines = new ArrayList<>();
    Optional<SqlDeclareSchema> declaration = state.declaration(schema);
    Optional<BasisSchema> basis = state.basis(schema);
    if (declaration.isPresent()) {
      addStatement(lines, declaration.get());
    } else if (basis.isPresent()) {
      addStatement(lines, SchemaText.declaration(basis.get()));
    } else {
      throw Faults.at(LensCode.UNKNOWN_TABLE, name, RESOURCE.unknownSchema(schema));
    }
    state.lensBlock(schema).ifPresent(lens -> addStatement(lines, lens));
    return DdlResult.rows("ddl", lines);
  }

  private static void addStatement(List<String> lines, SqlNode statement) {
    lines.addAll(LensParsers.toSql(statement).lines().toList());
    int last = lines.size() - 1;
    lines.set(last, lines.get(last) + ";");
  }

  /** What {@code apply schema} would do. */
  DdlResult diff(SqlIdentifier name) {
    String schema = Faults.last(name);
    SqlDeclareSchema declaration =
        state
            .declaration(schema)
            .orElseThrow(
                () -> Faults.at(LensCode.UNKNOWN_TABLE, name, RESOURCE.undeclaredSchema(schema)));
    if (!declaration.logical()) {
      return DdlResult.rows("ddl", physical.plan(declaration, state.rootSchema()));
    }
    List<String> lines =
        new DesignDifference(state.deployed(schema).map(DeployedSchema::design), declaration)
            .lines();
    Optional<String> deployedLens =
        state.deployed(schema).flatMap(DeployedSchema::lens).map(LensParsers::toSql);
    Optional<String> declaredLens = state.lensBlock(schema).map(LensParsers::toSql);
    if (!declaredLens.equals(deployedLens)) {
      lines.add(
          declaredLens.map(text -> text.replaceAll("\\s+", " ")).orElse("drop lens for " + schema));
    }
    return DdlResult.rows("ddl", lines);
  }

  /** The mapping of a table in full. */
  DdlResult explain(SqlIdentifier name) {
    if (name.names.size() != 2) {
      throw Faults.at(LensCode.UNKNOWN_TABLE, name, RESOURCE.noDeployedTable(name.toString()));
    }
    DeployedTable table =
        state
            .deployed(name.names.get(0), name.names.get(1))
            .orElseThrow(
                () ->
                    Faults.at(
                        LensCode.UNKNOWN_TABLE, name, RESOURCE.noDeployedTable(name.toString())));
    DeployedSchema schema = state.deployed(name.names.get(0)).orElseThrow();
    List<String> lines = new ArrayList<>();
    lines.add(table.logical().qualifiedName() + " over " + schema.basis());
    lines.add("get:");
    SqlTrees.prettyText(table.body().query()).lines().forEach(l -> lines.add("  " + l));
    addMembers(table, lines);
    addColumns(table, lines);
    for (EffectiveBody.ColumnDefault d : table.body().defaults()) {
      lines.add("with default " + d.column() + " = " + LensParsers.toSql(d.expression()));
    }
    for (Obligation obligation : table.obligations()) {
      lines.add(
          obligation.kind()
              + " "
              + obligation.constraint()
              + ": "
              + obligation.how().label()
              + ", "
              + obligation.detail());
    }
    TransactionAdvice.of(table.lens())
        .ifPresent(a -> lines.add("advisory " + a.code().code() + ": " + a.message()));
    return DdlResult.rows("text", lines);
  }

  private static void addMembers(DeployedTable table, List<String> lines) {
    for (Member member : table.lens().members()) {
      lines.add(
          "member "
              + member.table().id().name()
              + ": "
              + member.role().name().toLowerCase(Locale.ROOT)
              + (member.optional() ? ", optional" : ""));
    }
    table.lens().readOnly().ifPresent(r -> lines.add("read-only: " + r.reason()));
  }

  private static void addColumns(DeployedTable table, List<String> lines) {
    for (LensColumn column : table.lens().columns()) {
      String source = table.body().sources().get(column.logical().ordinal()).word();
      String route;
      if (column.put() instanceof LensColumn.Put.Direct direct) {
        route =
            table.lens().memberOf(direct.target()).table().id().name()
                + "."
                + table.lens().columnOf(direct.target()).name()
                + (direct.inversion().isIdentity() ? "" : ", by an inferred inverse");
      } else {
        route = "read-only, " + ((LensColumn.Put.ReadOnly) column.put()).reason();
      }
      lines.add("column " + column.logical().name() + " (" + source + "): " + route);
    }
  }
}
