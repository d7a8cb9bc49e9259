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
package io.calcitelens.ddl.parser;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The rules of a declaration that its own text decides, before anything else is looked at. */
public final class DeclarationChecks {
  private final List<LensException> faults = new ArrayList<>();

  private DeclarationChecks() {}

  /**
   * Checks a schema declaration: no two things of one name, no repeated tag.
   *
   * @throws LensException for all faults together
   */
  public static void check(SqlDeclareSchema declaration) {
    DeclarationChecks checks = new DeclarationChecks();
    checks.schema(declaration);
    checks.report();
  }

  /**
   * Checks a lens: each logical table once, every body one select.
   *
   * @throws LensException for all faults together
   */
  public static void check(SqlDeclareLens declaration) {
    DeclarationChecks checks = new DeclarationChecks();
    checks.lens(declaration);
    checks.report();
  }

  /** Checks the declaration of a single table. */
  public static void check(SqlTableDeclaration declaration) {
    DeclarationChecks checks = new DeclarationChecks();
    checks.table(declaration);
    checks.report();
  }

  private void report() {
    if (!faults.isEmpty()) {
      throw LensException.all(faults);
    }
  }

  private void schema(SqlDeclareSchema declaration) {
    Map<String, SqlIdentifier> seen = new HashMap<>();
    for (SqlNode item : declaration.items()) {
      SqlIdentifier name = itemName(item);
      if (seen.putIfAbsent(fold(name), name) != null) {
        duplicate(name, RESOURCE.duplicateItem(name.getSimple(), declaration.name().getSimple()));
      }
      if (item instanceof SqlTableDeclaration table) {
        table(table);
      } else if (item instanceof SqlViewDeclaration view) {
        tags(view.tags());
      }
    }
    tags(declaration.tags());
  }

  private static SqlIdentifier itemName(SqlNode item) {
    if (item instanceof SqlTableDeclaration table) {
      return table.name();
    }
    return item instanceof SqlIndexDeclaration index
        ? index.name()
        : ((SqlViewDeclaration) item).name();
  }

  private void table(SqlTableDeclaration table) {
    Map<String, SqlIdentifier> seen = new HashMap<>();
    for (SqlColumnDeclarationNode column : table.columns()) {
      SqlIdentifier name = column.name();
      if (seen.putIfAbsent(fold(name), name) != null) {
        duplicate(name, RESOURCE.duplicateColumn(name.getSimple(), table.name().toString()));
      }
      tags(column.tags());
    }
    table.constraints().forEach(constraint -> tags(constraint.tags()));
    tags(table.tags());
  }

  private void lens(SqlDeclareLens lens) {
    Map<String, SqlIdentifier> seen = new HashMap<>();
    for (SqlLensView view : lens.views()) {
      SqlIdentifier name = view.name();
      if (seen.putIfAbsent(fold(name), name) != null) {
        duplicate(name, RESOURCE.duplicateView(name.getSimple()));
      }
      SqlNode body = body(view.query());
      if (!(body instanceof SqlSelect)) {
        fault(
            LensCode.INVALID_BODY,
            body.getParserPosition(),
            RESOURCE.bodyIsNoSelect(name.getSimple()));
      }
      defaults(view);
      tags(view.tags());
    }
  }

  private void defaults(SqlLensView view) {
    Map<String, SqlIdentifier> seen = new HashMap<>();
    for (SqlNode equation : view.defaults()) {
      SqlIdentifier column = ((SqlCall) equation).operand(0);
      if (seen.putIfAbsent(fold(column), column) != null) {
        duplicate(column, RESOURCE.duplicateDefault(column.getSimple(), view.name().getSimple()));
      }
    }
  }

  /** The query without its order and common tables. */
  private static SqlNode body(SqlNode query) {
    if (query instanceof SqlOrderBy ordered) {
      return body(ordered.query);
    }
    return query instanceof SqlWith with ? body(with.body) : query;
  }

  private void tags(SqlTags tags) {
    Map<String, SqlIdentifier> seen = new HashMap<>();
    for (SqlIdentifier key : tags.keys()) {
      if (seen.putIfAbsent(key.getSimple(), key) != null) {
        duplicate(key, RESOURCE.duplicateTag(key.getSimple()));
      }
    }
  }

  private static String fold(SqlIdentifier name) {
    return name.toString().toLowerCase(Locale.ROOT);
  }

  private void duplicate(SqlIdentifier name, Resources.Inst sentence) {
    fault(LensCode.DUPLICATE, name.getParserPosition(), sentence);
  }

  private void fault(LensCode code, SqlParserPos pos, Resources.Inst sentence) {
    faults.add(LensException.of(code, Site.at(pos.getLineNum(), pos.getColumnNum()), sentence));
  }
}
