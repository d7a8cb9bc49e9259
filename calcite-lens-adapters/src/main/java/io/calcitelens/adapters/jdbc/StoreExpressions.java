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

import java.util.List;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Which expressions a store computes with Calcite's result. What is not known to be so is computed
 * here: a list of what is allowed, not of what is forbidden.
 */
final class StoreExpressions {
  private final StoreProduct product;

  StoreExpressions(StoreProduct product) {
    this.product = product;
  }

  boolean computes(RexNode node) {
    if (node instanceof RexInputRef || node instanceof RexDynamicParam) {
      return true;
    }
    if (node instanceof RexLiteral literal) {
      return literal(literal);
    }
    if (node instanceof RexFieldAccess access) {
      return access.getReferenceExpr() instanceof RexCorrelVariable;
    }
    return node.getClass() == RexCall.class && call((RexCall) node);
  }

  private boolean literal(RexLiteral literal) {
    switch (literal.getType().getSqlTypeName()) {
      case BOOLEAN:
      case TINYINT:
      case SMALLINT:
      case INTEGER:
      case BIGINT:
      case DECIMAL:
      case REAL:
      case FLOAT:
      case DOUBLE:
      case CHAR:
      case VARCHAR:
      case DATE:
      case TIME:
      case TIMESTAMP:
      case NULL:
        return true;
      case BINARY:
      case VARBINARY:
        return literal.isNull() || product.standardBinaryLiterals();
      default:
        return literal.isNull();
    }
  }

  private boolean call(RexCall call) {
    final List<RexNode> operands = call.getOperands();
    if (!product.computes(call)) {
      return false;
    }
    switch (call.getKind()) {
      case IS_NULL:
      case IS_NOT_NULL:
        return all(operands);
      case AND:
      case OR:
      case NOT:
      case EQUALS:
      case NOT_EQUALS:
      case LESS_THAN:
      case LESS_THAN_OR_EQUAL:
      case GREATER_THAN:
      case GREATER_THAN_OR_EQUAL:
      case IS_DISTINCT_FROM:
      case IS_NOT_DISTINCT_FROM:
        return comparable(operands) && all(operands);
      case IS_TRUE:
      case IS_NOT_TRUE:
      case IS_FALSE:
      case IS_NOT_FALSE:
        return product.testsTruth() && all(operands);
      case SEARCH:
        return comparable(operands.subList(0, 1)) && computes(operands.get(0));
      case LIKE:
        return like(operands) && all(operands);
      case CAST:
        return lossless(operands.get(0), call.getType()) && all(operands);
      case CASE:
      case COALESCE:
        return !fixedText(call.getType()) && comparable(operands) && all(operands);
      case PLUS:
      case MINUS:
      case TIMES:
      case MINUS_PREFIX:
      case CHECKED_PLUS:
      case CHECKED_MINUS:
      case CHECKED_TIMES:
      case CHECKED_MINUS_PREFIX:
        return operands.stream().allMatch(o -> SqlTypeUtil.isNumeric(o.getType())) && all(operands);
      case DIVIDE:
      case CHECKED_DIVIDE:
      case MOD:
        return product.divides()
            && operands.stream().allMatch(o -> SqlTypeUtil.isIntType(o.getType()))
            && all(operands);
      default:
        return function(call);
    }
  }

  private boolean function(RexCall call) {
    final boolean known =
        call.getOperator() == SqlStdOperatorTable.UPPER
            || call.getOperator() == SqlStdOperatorTable.LOWER
            || call.getOperator() == SqlStdOperatorTable.CONCAT
            || call.getOperator() == SqlStdOperatorTable.CHAR_LENGTH
            || call.getOperator() == SqlStdOperatorTable.CHARACTER_LENGTH;
    if (known) {
      return !fixedText(call.getType())
          && call.getOperands().stream()
              .allMatch(
                  o ->
                      o.getType().getSqlTypeName() == SqlTypeName.VARCHAR
                          || o instanceof RexLiteral)
          && all(call.getOperands());
    }
    return call.getOperator() == SqlStdOperatorTable.ABS && all(call.getOperands());
  }

  private boolean all(List<RexNode> operands) {
    return operands.stream().allMatch(this::computes);
  }

  /** Values that are only shown as text are compared by nobody. */
  private boolean comparable(List<RexNode> operands) {
    return operands.stream().allMatch(o -> product.compares(o.getType()));
  }

  private static boolean fixedText(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.CHAR;
  }

  /** Without an escape clause stores take the backslash for one, and Calcite takes none. */
  private static boolean like(List<RexNode> operands) {
    return operands.size() == 3
        || operands.get(1) instanceof RexLiteral pattern
            && pattern.getValueAs(String.class) != null
            && pattern.getValueAs(String.class).indexOf('\\') < 0;
  }

  /** Casts that change no value mean the same everywhere; others round, cut and pad. */
  private static boolean lossless(RexNode operand, RelDataType to) {
    final RelDataType from = operand.getType();
    if (operand instanceof RexLiteral literal && literal.isNull()) {
      return to.getSqlTypeName() != SqlTypeName.ANY;
    }
    if (SqlTypeUtil.equalSansNullability(from, to)) {
      return true;
    }
    if (SqlTypeUtil.isCharacter(from) && to.getSqlTypeName() == SqlTypeName.VARCHAR) {
      return (operand instanceof RexLiteral || !fixedText(from)) && atLeastAsLong(from, to);
    }
    if (SqlTypeUtil.isExactNumeric(from)) {
      return SqlTypeUtil.isApproximateNumeric(to)
          || SqlTypeUtil.isExactNumeric(to)
              && to.getScale() >= from.getScale()
              && to.getPrecision() - to.getScale() >= from.getPrecision() - from.getScale();
    }
    if (from.getSqlTypeName() == SqlTypeName.TIMESTAMP
        || from.getSqlTypeName() == SqlTypeName.DATE) {
      return to.getSqlTypeName() == SqlTypeName.TIMESTAMP
          && (from.getSqlTypeName() == SqlTypeName.DATE
              || to.getPrecision() >= from.getPrecision());
    }
    return false;
  }

  private static boolean atLeastAsLong(RelDataType from, RelDataType to) {
    return to.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
        || from.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED
            && to.getPrecision() >= from.getPrecision();
  }

  boolean aggregates(Aggregate aggregate) {
    final List<RelDataTypeField> fields = aggregate.getInput().getRowType().getFieldList();
    if (aggregate.getGroupCount() == 0 && aggregate.getAggCallList().isEmpty()) {
      return false;
    }
    for (int key : aggregate.getGroupSet()) {
      if (!product.compares(fields.get(key).getType())) {
        return false;
      }
    }
    return aggregate.getAggCallList().stream().allMatch(call -> aggregate(call, fields));
  }

  private boolean aggregate(AggregateCall call, List<RelDataTypeField> fields) {
    final SqlKind kind = call.getAggregation().getKind();
    if (kind == SqlKind.LITERAL_AGG) {
      return call.rexList.stream().allMatch(this::computes);
    }
    final boolean known =
        kind == SqlKind.COUNT
            || kind == SqlKind.SUM
            || kind == SqlKind.SUM0
            || kind == SqlKind.MIN
            || kind == SqlKind.MAX;
    final boolean adds = kind == SqlKind.SUM || kind == SqlKind.SUM0;
    return known
        && call.getArgList().size() <= 1
        && call.getArgList().stream()
            .map(i -> fields.get(i).getType())
            .allMatch(t -> product.compares(t) && (!adds || product.sums(t)));
  }

  /** PostgreSQL and unknown products order text by a locale, Calcite by code units. */
  boolean sorts(Sort sort) {
    for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
      final RelDataType type =
          sort.getInput().getRowType().getFieldList().get(key.getFieldIndex()).getType();
      if (!product.compares(type)
          || SqlTypeUtil.isCharacter(type) && !product.ordersTextByCodeUnits()) {
        return false;
      }
    }
    return true;
  }

  /** Columns of different collations have no common one. */
  boolean combines(SetOp setOp) {
    return product.exactText().isEmpty()
        || setOp.getRowType().getFieldList().stream()
            .noneMatch(f -> SqlTypeUtil.isCharacter(f.getType()));
  }

  /** Lists of text would take lengths of their own in the store. */
  static boolean lists(Values values) {
    return !values.getTuples().isEmpty()
        && values.getRowType().getFieldList().stream()
            .allMatch(
                f ->
                    SqlTypeUtil.isExactNumeric(f.getType())
                        || f.getType().getSqlTypeName() == SqlTypeName.DATE
                        || f.getType().getSqlTypeName() == SqlTypeName.BOOLEAN);
  }
}
