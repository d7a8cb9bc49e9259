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

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Brings the values of a result to the representation of the types that clients are told, where a
 * design declares a wider type than its storage has.
 */
final class RowConversion {
  private static final long MILLIS_PER_DAY = 86_400_000L;

  /** Leaves values as they are. */
  static final RowConversion NONE = new RowConversion(List.of());

  /** A conversion per column, null for those that stay; empty if all do. */
  private final UnaryOperator<Object>[] steps;

  private RowConversion(List<UnaryOperator<Object>> steps) {
    this.steps = steps.toArray(RowConversion::steps);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static UnaryOperator<Object>[] steps(int size) {
    return new UnaryOperator[size];
  }

  /** The conversion of rows whose columns are planned and told so; each pair must be possible. */
  static RowConversion of(List<RelDataType> planned, List<RelDataType> told) {
    List<UnaryOperator<Object>> steps = new ArrayList<>();
    for (int i = 0; i < planned.size(); i++) {
      steps.add(
          sameRepresentation(planned.get(i), told.get(i))
              ? null
              : value(planned.get(i), told.get(i)).orElseThrow());
    }
    return steps.stream().allMatch(Objects::isNull) ? NONE : new RowConversion(steps);
  }

  /** Whether values of the one type can be told as values of the other. */
  static boolean isPossible(RelDataType planned, RelDataType told) {
    return sameRepresentation(planned, told) || value(planned, told).isPresent();
  }

  private static boolean sameRepresentation(RelDataType planned, RelDataType told) {
    SqlTypeName from = planned.getSqlTypeName();
    SqlTypeName to = told.getSqlTypeName();
    return from == to
        || SqlTypeUtil.isCharacter(planned) && SqlTypeUtil.isCharacter(told)
        || SqlTypeUtil.isBinary(planned) && SqlTypeUtil.isBinary(told)
        || isDouble(from) && isDouble(to);
  }

  private static boolean isDouble(SqlTypeName type) {
    return type == SqlTypeName.DOUBLE || type == SqlTypeName.FLOAT;
  }

  private static Optional<UnaryOperator<Object>> value(RelDataType planned, RelDataType told) {
    if (planned.getSqlTypeName() == SqlTypeName.DATE
        && told.getSqlTypeName() == SqlTypeName.TIMESTAMP) {
      return Optional.of(v -> ((Number) v).longValue() * MILLIS_PER_DAY);
    }
    if (!SqlTypeUtil.isNumeric(planned)) {
      return Optional.empty();
    }
    return switch (told.getSqlTypeName()) {
      case TINYINT -> Optional.of(v -> exact(v).byteValueExact());
      case SMALLINT -> Optional.of(v -> exact(v).shortValueExact());
      case INTEGER -> Optional.of(v -> exact(v).intValueExact());
      case BIGINT -> Optional.of(v -> exact(v).longValueExact());
      case DECIMAL -> Optional.of(RowConversion::exact);
      case REAL -> Optional.of(v -> ((Number) v).floatValue());
      case FLOAT, DOUBLE -> Optional.of(v -> ((Number) v).doubleValue());
      default -> Optional.empty();
    };
  }

  private static BigDecimal exact(Object value) {
    return value instanceof BigDecimal decimal ? decimal : new BigDecimal(value.toString());
  }

  /** A value as the client sees it. */
  Object apply(int column, Object value) {
    return value == null || steps.length == 0 || steps[column] == null
        ? value
        : steps[column].apply(value);
  }
}
