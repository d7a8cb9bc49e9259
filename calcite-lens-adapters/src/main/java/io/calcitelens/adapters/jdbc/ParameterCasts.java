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
package io.calcitelens.adapters.jdbc;

import io.calcitelens.adapters.LensTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlShuttle;

/** Gives a parameter its type where a store could not tell it from what stands beside it. */
final class ParameterCasts extends SqlShuttle {
  private final SqlDialect dialect;
  private final Map<Integer, RelDataType> types;

  ParameterCasts(SqlDialect dialect, Map<Integer, RelDataType> types) {
    this.dialect = dialect;
    this.types = types;
  }

  @Override
  public SqlNode visit(SqlDynamicParam param) {
    final RelDataType type = types.get(param.getIndex());
    if (type == null || type.getSqlTypeName() == SqlTypeName.NULL) {
      return param;
    }
    // A length would cut the value before it is compared.
    final RelDataType wide =
        SqlTypeUtil.isCharacter(type) ? LensTypes.FACTORY.createSqlType(SqlTypeName.VARCHAR) : type;
    final SqlNode spec = dialect.getCastSpec(wide);
    return spec == null
        ? param
        : SqlStdOperatorTable.CAST.createCall(SqlParserPos.ZERO, param, spec);
  }

  @Override
  public SqlNode visit(SqlCall call) {
    if (call instanceof SqlSelect select) {
      // Limits are parameters by themselves, not expressions.
      final SqlNode offset = select.getOffset();
      final SqlNode fetch = select.getFetch();
      select.setOffset(null);
      select.setFetch(null);
      final SqlSelect visited = (SqlSelect) super.visit(call);
      visited.setOffset(offset);
      visited.setFetch(fetch);
      return visited;
    }
    if (call.getKind() == SqlKind.ORDER_BY) {
      return call;
    }
    if (!tellsTypes(call)) {
      return super.visit(call);
    }
    final List<SqlNode> operands = new ArrayList<>();
    for (SqlNode operand : call.getOperandList()) {
      operands.add(
          operand == null || operand instanceof SqlDynamicParam ? operand : operand.accept(this));
    }
    return call.getOperator()
        .createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
  }

  private static boolean tellsTypes(SqlCall call) {
    final boolean related =
        call.isA(SqlKind.COMPARISON)
            || call.getKind() == SqlKind.LIKE
            || call.getKind() == SqlKind.PLUS
            || call.getKind() == SqlKind.MINUS
            || call.getKind() == SqlKind.TIMES
            || call.getKind() == SqlKind.DIVIDE;
    return related && call.getOperandList().stream().anyMatch(o -> !(o instanceof SqlDynamicParam));
  }
}
