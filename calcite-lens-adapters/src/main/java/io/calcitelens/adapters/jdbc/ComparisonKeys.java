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

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.calcite.rel.type.RelDataType;

/** The store's equality as keys that Java compares. */
public final class ComparisonKeys {
  /** No {@link Long} has more decimal digits. */
  private static final int LONG_DIGITS = 19;

  private ComparisonKeys() {}

  /** The key of a value of a column's type in a product; null for null. */
  static Object of(StoreProduct product, RelDataType type, Object value) {
    if (value == null) {
      return null;
    }
    switch (type.getSqlTypeName()) {
      case CHAR:
        return product.padsFixedText() ? unpadded((String) value) : value;
      case VARCHAR:
        return product.padsText() ? unpadded((String) value) : value;
      default:
        return exact(type, value);
    }
  }

  /** The key of a value where text is compared as it is; null for null. */
  public static Object exact(RelDataType type, Object value) {
    if (value == null) {
      return null;
    }
    switch (type.getSqlTypeName()) {
      case TINYINT:
      case SMALLINT:
      case INTEGER:
      case BIGINT:
      case DATE:
      case TIME:
      case TIMESTAMP:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
      case TIMESTAMP_TZ:
      case DECIMAL:
        return number(value);
      case REAL:
      case FLOAT:
      case DOUBLE:
        // Adding zero makes the negative zero positive.
        return value instanceof Float single
            ? (Object) (double) (single + 0.0f)
            : (Object) (((Number) value).doubleValue() + 0.0d);
      default:
        return value;
    }
  }

  /** Exact numbers compare by value, whatever their scale: a {@link Long} wherever one holds it. */
  private static Object number(Object value) {
    if (!(value instanceof BigDecimal decimal)) {
      return ((Number) value).longValue();
    }
    final BigDecimal stripped = decimal.stripTrailingZeros();
    if (stripped.scale() > 0 || stripped.precision() - stripped.scale() > LONG_DIGITS) {
      return stripped;
    }
    final BigInteger whole = stripped.toBigIntegerExact();
    return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : stripped;
  }

  private static String unpadded(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }
}
