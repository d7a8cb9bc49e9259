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
package io.calcitelens.rules.read;

import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** What an equality between columns says, by their types. */
final class ColumnEquality {
  private ColumnEquality() {}

  /** The field that an expression gives, perhaps as a wider exact number. */
  static Optional<RexInputRef> field(RexNode node) {
    if (node instanceof RexInputRef ref) {
      return Optional.of(ref);
    }
    if (node.getKind() == SqlKind.CAST && node instanceof RexCall call) {
      RexNode operand = call.getOperands().get(0);
      return keepsValue(operand.getType(), call.getType()) ? field(operand) : Optional.empty();
    }
    return Optional.empty();
  }

  private static boolean keepsValue(RelDataType from, RelDataType to) {
    if (SqlTypeUtil.equalSansNullability(from, to)) {
      return true;
    }
    return SqlTypeUtil.isExactNumeric(from)
        && SqlTypeUtil.isExactNumeric(to)
        && to.getScale() >= from.getScale()
        && to.getPrecision() - to.getScale() >= from.getPrecision() - from.getScale();
  }

  /** Whether a join compares two columns as a foreign key between them does. */
  static boolean alike(RelDataType one, RelDataType other) {
    return SqlTypeUtil.equalSansNullability(one, other)
        || SqlTypeUtil.isExactNumeric(one) && SqlTypeUtil.isExactNumeric(other)
        || one.getSqlTypeName() == SqlTypeName.VARCHAR
            && other.getSqlTypeName() == SqlTypeName.VARCHAR;
  }

  /**
   * Whether equal values of two columns are the same value. Equal texts may differ in case or
   * padding, equal floating-point numbers in the sign of zero.
   */
  static boolean identity(RelDataType one, RelDataType other) {
    if (!SqlTypeUtil.equalSansNullability(one, other)) {
      return false;
    }
    return switch (one.getSqlTypeName()) {
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, DATE, TIME, TIMESTAMP, UUID ->
          true;
      default -> false;
    };
  }
}
