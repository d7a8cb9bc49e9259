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
package io.calcitelens.prover;

import static io.calcitelens.prover.LensResource.RESOURCE;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Whether every value that a body can give has the type that the design declares: the family, for
 * exact numbers also range and scale. The length of text is no part of it: it is judged on what is
 * written, and longer text that is stored reads as it is.
 */
public final class TypeConformance {
  private TypeConformance() {}

  /** The columns whose mapping does not conform, one fault each. */
  public static List<LensException> check(LogicalTable table, RelDataType bodyType) {
    List<LensException> faults = new ArrayList<>();
    for (LogicalColumn column : table.columns()) {
      RelDataTypeField field = bodyType.getFieldList().get(column.ordinal());
      if (!conforms(column.type(), field.getType())) {
        faults.add(
            LensException.of(
                LensCode.DEPLOY_TYPE_MISMATCH,
                Site.column(table.qualifiedName(), column.name()),
                RESOURCE.typeMismatch(
                    column.name(), words(column.type()), words(field.getType()))));
      }
    }
    return faults;
  }

  /** Whether each value of the type {@code given} is one of the type {@code declared}. */
  public static boolean conforms(RelDataType declared, RelDataType given) {
    SqlTypeName to = declared.getSqlTypeName();
    SqlTypeName from = given.getSqlTypeName();
    if (from == SqlTypeName.NULL || to == SqlTypeName.ANY || from == SqlTypeName.ANY) {
      return true;
    }
    if (SqlTypeName.INT_TYPES.contains(to) || to == SqlTypeName.DECIMAL) {
      return isExact(from) && fits(declared, given);
    }
    if (SqlTypeName.APPROX_TYPES.contains(to)) {
      return approximates(to, from);
    }
    if (to.getFamily() == SqlTypeFamily.CHARACTER || to.getFamily() == SqlTypeFamily.BINARY) {
      return to.getFamily() == from.getFamily();
    }
    if (SqlTypeName.DATETIME_TYPES.contains(to)) {
      return to == from;
    }
    if (declared.isStruct() || given.isStruct()) {
      return structs(declared, given);
    }
    if (declared.getComponentType() != null && given.getComponentType() != null) {
      return to == from && conforms(declared.getComponentType(), given.getComponentType());
    }
    return to == from || to.getFamily() == from.getFamily();
  }

  private static boolean structs(RelDataType declared, RelDataType given) {
    if (!declared.isStruct()
        || !given.isStruct()
        || declared.getFieldCount() != given.getFieldCount()) {
      return false;
    }
    for (int i = 0; i < declared.getFieldCount(); i++) {
      if (!conforms(
          declared.getFieldList().get(i).getType(), given.getFieldList().get(i).getType())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isExact(SqlTypeName type) {
    return SqlTypeName.INT_TYPES.contains(type) || type == SqlTypeName.DECIMAL;
  }

  private static boolean fits(RelDataType declared, RelDataType given) {
    if (given.getSqlTypeName() == SqlTypeName.DECIMAL && given.getScale() > scale(declared)) {
      return false;
    }
    return largest(given).compareTo(largest(declared)) <= 0;
  }

  private static int scale(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL ? type.getScale() : 0;
  }

  /** The largest whole part of an exact type. */
  private static BigInteger largest(RelDataType type) {
    if (type.getSqlTypeName() == SqlTypeName.DECIMAL) {
      return BigInteger.TEN.pow(Math.max(0, type.getPrecision() - type.getScale()));
    }
    BigDecimal limit =
        (BigDecimal)
            type.getSqlTypeName().getLimit(true, SqlTypeName.Limit.OVERFLOW, false, -1, -1);
    return limit.toBigInteger();
  }

  private static boolean approximates(SqlTypeName to, SqlTypeName from) {
    if (SqlTypeName.INT_TYPES.contains(from)) {
      return true;
    }
    return SqlTypeName.APPROX_TYPES.contains(from)
        && (to != SqlTypeName.REAL || from == SqlTypeName.REAL);
  }

  private static String words(RelDataType type) {
    return type.toString();
  }
}
