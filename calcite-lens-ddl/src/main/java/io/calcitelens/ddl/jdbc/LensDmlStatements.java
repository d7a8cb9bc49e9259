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
package io.calcitelens.ddl.jdbc;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.ddl.parser.SqlConflictClause;
import io.calcitelens.ddl.parser.SqlLensDml;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import io.calcitelens.rules.DmlPlan;
import io.calcitelens.rules.DmlPlanner;
import io.calcitelens.rules.DmlStatement;
import io.calcitelens.rules.LensDmlPlanner;
import io.calcitelens.rules.PlanningServices;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Hands writes as the parser makes them to the engine's planner. */
public final class LensDmlStatements implements DmlPlanner {
  @Override
  public DmlPlan plan(SqlNode statement, PlanningServices services) {
    if (!(statement instanceof SqlLensDml dml)) {
      return LensDmlPlanner.plan(DmlStatement.of(statement), services);
    }
    if (dml.conflict().filter(c -> c.kind() != SqlConflictClause.Kind.OR_ABORT).isPresent()) {
      SqlParserPos position = statement.getParserPosition();
      throw LensException.of(
          LensCode.NOT_SUPPORTED,
          Site.at(position.getLineNum(), position.getColumnNum()),
          RESOURCE.notSupported("a conflict clause"));
    }
    return LensDmlPlanner.plan(
        new DmlStatement(dml.statement(), dml.returning(), dml.defaultValues()), services);
  }
}
