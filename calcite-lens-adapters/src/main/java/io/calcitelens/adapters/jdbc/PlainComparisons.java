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

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Takes widening casts off compared columns: a store compares by value without them, and with them
 * would use no index.
 */
final class PlainComparisons extends RexShuttle {
  private PlainComparisons() {}

  static RelNode of(RelNode rel) {
    final List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : rel.getInputs()) {
      inputs.add(of(input));
    }
    final RelNode made = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    return made.accept(new PlainComparisons());
  }

  @Override
  public RexNode visitCall(RexCall call) {
    final boolean compares =
        call.isA(SqlKind.COMPARISON)
            || call.getKind() == SqlKind.IS_NULL
            || call.getKind() == SqlKind.IS_NOT_NULL
            || call.getKind() == SqlKind.SEARCH;
    if (!compares) {
      return super.visitCall(call);
    }
    final List<RexNode> operands = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      operands.add(plain(operand.accept(this)));
    }
    return operands.equals(call.getOperands()) ? call : call.clone(call.getType(), operands);
  }

  private static RexNode plain(RexNode node) {
    if (node.getKind() != SqlKind.CAST) {
      return node;
    }
    final RexNode operand = ((RexCall) node).getOperands().get(0);
    final RelDataType from = operand.getType();
    final boolean sameValue =
        SqlTypeUtil.isExactNumeric(from) && SqlTypeUtil.isExactNumeric(node.getType())
            || from.getSqlTypeName() == SqlTypeName.VARCHAR
                && node.getType().getSqlTypeName() == SqlTypeName.VARCHAR;
    return sameValue && (operand instanceof RexInputRef || operand instanceof RexFieldAccess)
        ? operand
        : node;
  }
}
