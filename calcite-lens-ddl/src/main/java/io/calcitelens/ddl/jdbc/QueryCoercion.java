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

import com.google.common.base.Strings;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.apache.calcite.util.NlsString;

/**
 * Converts operands of queries where SQL allows it, and never the values of a written row: Calcite
 * would cut a text to the width of its column without a word.
 */
final class QueryCoercion extends TypeCoercionImpl {
  QueryCoercion(RelDataTypeFactory typeFactory, SqlValidator validator) {
    super(typeFactory, validator);
  }

  /**
   * Texts of fixed length are padded to be compared, as SQL has it. Their common type is varchar,
   * which would compare the padding of one with the absence of it in the other.
   */
  @Override
  public RelDataType commonTypeForBinaryComparison(RelDataType type1, RelDataType type2) {
    if (type1 != null
        && type2 != null
        && type1.getSqlTypeName() == SqlTypeName.CHAR
        && type2.getSqlTypeName() == SqlTypeName.CHAR) {
      return type1.getPrecision() >= type2.getPrecision() ? type1 : type2;
    }
    return super.commonTypeForBinaryComparison(type1, type2);
  }

  /** Pads the texts of a list as those of a single comparison. */
  @Override
  public boolean inOperationCoercion(SqlCallBinding binding) {
    RelDataType left = binding.getOperandType(0);
    if (left.getSqlTypeName() == SqlTypeName.CHAR
        && binding.operand(1) instanceof SqlNodeList list
        && list.stream().allMatch(QueryCoercion::isText)) {
      pad(list, left);
    }
    return super.inOperationCoercion(binding);
  }

  private static boolean isText(SqlNode node) {
    return node instanceof SqlLiteral literal
        && literal.getTypeName() == SqlTypeName.CHAR
        && literal.getValueAs(NlsString.class) != null;
  }

  private void pad(SqlNodeList list, RelDataType left) {
    int width = left.getPrecision();
    for (SqlNode node : list) {
      width = Math.max(width, text(node).length());
    }
    RelDataType type = factory.createSqlType(SqlTypeName.CHAR, width);
    for (int i = 0; i < list.size(); i++) {
      SqlNode node = list.get(i);
      String padded = Strings.padEnd(text(node), width, ' ');
      SqlNode literal = SqlLiteral.createCharString(padded, node.getParserPosition());
      updateInferredType(literal, type);
      list.set(i, literal);
    }
    updateInferredType(list, type);
  }

  private static String text(SqlNode node) {
    return ((SqlLiteral) node).getValueAs(NlsString.class).getValue();
  }

  @Override
  public boolean querySourceCoercion(
      SqlValidatorScope scope,
      RelDataType sourceRowType,
      RelDataType targetRowType,
      SqlNode query) {
    return false;
  }
}
