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

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Keeps a write from cutting moments to milliseconds, which are all that Calcite holds: constants
 * are refused, and parameters are told apart from those that are only compared.
 */
final class WrittenMoments extends SqlBasicVisitor<Void> {
  private static final Pattern FINER = Pattern.compile(".*\\.\\d{3}\\d*[1-9]\\d*");

  private final Set<Integer> compared = new HashSet<>();

  private WrittenMoments() {}

  /**
   * The indexes of the parameters that are compared with something, and so not stored.
   *
   * @throws LensException if a constant that is not compared would be cut
   */
  static Set<Integer> comparedParameters(SqlNode statement) {
    WrittenMoments visitor = new WrittenMoments();
    statement.accept(visitor);
    return visitor.compared;
  }

  @Override
  public Void visit(SqlCall call) {
    if (!call.isA(SqlKind.COMPARISON) && call.getKind() != SqlKind.BETWEEN) {
      return super.visit(call);
    }
    for (SqlNode operand : call.getOperandList()) {
      if (operand instanceof SqlDynamicParam parameter) {
        compared.add(parameter.getIndex());
      } else if (operand != null && !(operand instanceof SqlLiteral)) {
        operand.accept(this);
      }
    }
    return null;
  }

  @Override
  public Void visit(SqlLiteral literal) {
    if (literal instanceof SqlUnknownLiteral moment
        && moment.tag.startsWith("TIME")
        && FINER.matcher(moment.getValue()).matches()) {
      SqlParserPos position = literal.getParserPosition();
      throw LensException.of(
          LensCode.PUTGET_VIOLATION,
          Site.at(position.getLineNum(), position.getColumnNum()),
          RESOURCE.constantFinerThanMillis(moment.getValue()));
    }
    return null;
  }
}
