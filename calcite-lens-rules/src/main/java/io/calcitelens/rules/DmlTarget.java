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
import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.BasisTable;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensAnalyzer;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.util.List;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The table that a statement writes.
 *
 * @param table as the planner sees it
 * @param name as the statement names it
 * @param lens its mapping; a basis table is a lens over itself
 */
record DmlTarget(RelOptTable table, SqlIdentifier name, Lens lens) {
  DmlTarget {
    requireNonNull(table, "table");
    requireNonNull(name, "name");
    requireNonNull(lens, "lens");
  }

  /**
   * Finds the target of a statement.
   *
   * @throws LensException if there is none, or nothing can be written to it
   */
  static DmlTarget of(SqlNode target, PlanningServices services) {
    SqlIdentifier name = identifier(target);
    RelOptTable table = services.catalogReader().getTable(name.names);
    if (table == null) {
      throw LensException.of(
          LensCode.UNKNOWN_TABLE,
          at(name.getParserPosition()),
          RESOURCE.unknownTable(name.toString()));
    }
    return of(table, name);
  }

  /**
   * The target that a table is.
   *
   * @throws LensException if nothing can be written to it
   */
  static DmlTarget of(RelOptTable table, SqlIdentifier name) {
    Lens lens = table.unwrap(Lens.class);
    if (lens == null) {
      BasisTable basis = table.unwrap(BasisTable.class);
      if (basis == null) {
        throw LensException.of(
            LensCode.READ_ONLY,
            at(name.getParserPosition()),
            RESOURCE.relationNotWritable(name.toString()));
      }
      List<String> path = table.getQualifiedName();
      lens = LensAnalyzer.identity(path.size() > 1 ? path.get(path.size() - 2) : "", basis);
    }
    if (lens.readOnly().isPresent()) {
      LensColumn.Put.ReadOnly readOnly = lens.readOnly().get();
      throw LensException.of(
          readOnly.code(),
          Site.table(lens.table().qualifiedName()),
          RESOURCE.sentence(readOnly.reason()));
    }
    return new DmlTarget(table, name, lens);
  }

  private static SqlIdentifier identifier(SqlNode target) {
    if (target instanceof SqlIdentifier identifier) {
      return identifier;
    }
    if (target instanceof SqlCall call
        && (call.getKind() == SqlKind.TABLE_REF
            || call.getKind() == SqlKind.AS
            || call.getKind() == SqlKind.EXTEND)) {
      return identifier(call.operand(0));
    }
    throw LensException.of(
        LensCode.READ_ONLY,
        at(target.getParserPosition()),
        RESOURCE.relationNotWritable(target.toString()));
  }

  static Site at(SqlParserPos position) {
    return Site.at(position.getLineNum(), position.getColumnNum());
  }

  /** The column of a name in a column list. */
  LensColumn column(SqlNode name) {
    SqlIdentifier identifier = (SqlIdentifier) name;
    String column = identifier.names.get(identifier.names.size() - 1);
    return lens.table()
        .column(column)
        .map(c -> lens.columns().get(c.ordinal()))
        .orElseThrow(
            () ->
                LensException.of(
                    LensCode.UNKNOWN_COLUMN,
                    at(name.getParserPosition()),
                    RESOURCE.unknownColumnIn(column, lens.table().qualifiedName())));
  }

  /** Refuses a column that takes no value. */
  void requireWritable(LensColumn column, SqlParserPos position) {
    if (column.put() instanceof LensColumn.Put.ReadOnly readOnly) {
      Site site =
          Site.column(lens.table().qualifiedName(), column.logical().name())
              .withPosition(position.getLineNum(), position.getColumnNum());
      throw LensException.of(readOnly.code(), site, RESOURCE.sentence(readOnly.reason()));
    }
  }
}
