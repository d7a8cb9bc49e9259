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

  /** Leaves rows as they are. */
  static final RowConversion NONE = new RowConversion(List.of());

  private final List<Step> steps;

  private RowConversion(List<Step> steps) {
    this.steps = List.copyOf(steps);
  }

  /** The conversion of rows whose columns are planned and told so; each pair must be possible. */
  static RowConversion of(List<RelDataType> planned, List<RelDataType> told) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < planned.size(); i++) {
      if (!sameRepresentation(planned.get(i), told.get(i))) {
        steps.add(new Step(i, value(planned.get(i), told.get(i)).orElseThrow()));
      }
    }
    return steps.isEmpty() ? NONE : new RowConversion(steps);
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

  /** The row itself where nothing is to be done, else a new one. */
  Object[] apply(Object[] row) {
    if (steps.isEmpty()) {
      return row;
    }
    Object[] converted = row.clone();
    for (Step step : steps) {
      Object value = converted[step.column()];
      if (value != null) {
        converted[step.column()] = step.conversion().apply(value);
      }
    }
    return converted;
  }

  private record Step(int column, UnaryOperator<Object> conversion) {}
}
