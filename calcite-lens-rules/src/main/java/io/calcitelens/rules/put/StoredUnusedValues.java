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
package io.calcitelens.rules.put;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.prover.ExactValues;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Looks in the store for a value that no row has. */
final class StoredUnusedValues implements UnusedValues {
  private static final int TRIES = 64;

  private final LensTransaction transaction;
  private final Set<Object> handedOut = new HashSet<>();

  StoredUnusedValues(LensTransaction transaction) {
    this.transaction = transaction;
  }

  @Override
  public Optional<Object> find(BasisTable table, BasisColumn column) {
    for (int i = 0; i < TRIES; i++) {
      Optional<Object> candidate = candidate(column, i);
      if (candidate.isEmpty()) {
        return candidate;
      }
      if (!handedOut.contains(candidate.get()) && isUnused(table, column, candidate.get())) {
        handedOut.add(candidate.get());
        return candidate;
      }
    }
    return Optional.empty();
  }

  private boolean isUnused(BasisTable table, BasisColumn column, Object value) {
    return transaction
        .session(table.store().orElseThrow(), true)
        .writer(table)
        .read(List.of(column), Collections.singletonList(new Object[] {value}), List.of(column))
        .isEmpty();
  }

  /** The i-th guess: far from what people use, and different each time. */
  private Optional<Object> candidate(BasisColumn column, int i) {
    int n = handedOut.size() + i;
    return switch (column.type().getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT ->
          ExactValues.narrow(lowest(column).add(BigDecimal.valueOf(n)), column.type());
      case DECIMAL -> ExactValues.narrow(lowest(column).add(BigDecimal.valueOf(n)), column.type());
      case CHAR, VARCHAR -> text(column, n);
      default -> Optional.empty();
    };
  }

  private static BigDecimal lowest(BasisColumn column) {
    return switch (column.type().getSqlTypeName()) {
      case TINYINT -> BigDecimal.valueOf(Byte.MIN_VALUE);
      case SMALLINT -> BigDecimal.valueOf(Short.MIN_VALUE);
      case INTEGER -> BigDecimal.valueOf(Integer.MIN_VALUE);
      case BIGINT -> BigDecimal.valueOf(Long.MIN_VALUE);
      default ->
          BigDecimal.TEN
              .pow(Math.min(ExactValues.integerDigits(column.type()), 30))
              .subtract(BigDecimal.ONE)
              .negate();
    };
  }

  private static Optional<Object> text(BasisColumn column, int n) {
    int length = column.type().getPrecision();
    String guess = "~" + Integer.toString(n, Character.MAX_RADIX);
    return length >= 0 && guess.length() > length ? Optional.empty() : Optional.of(guess);
  }
}
