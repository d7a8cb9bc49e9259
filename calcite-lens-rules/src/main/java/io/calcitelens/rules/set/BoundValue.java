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
package io.calcitelens.rules.set;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import io.calcitelens.rules.put.Assignment;
import java.util.Optional;

/**
 * A parameter that a column takes.
 *
 * @param parameter its index in the statement
 * @param column the logical column
 * @param basis the basis column that it is written to
 * @param slot the index under which the statement finds the basis value
 */
record BoundValue(int parameter, LensColumn column, BasisColumn basis, int slot) {
  /** Indexes from here on are no statement's own. */
  static final int FIRST = 500_000;

  /**
   * The value for the basis column.
   *
   * @return empty if the column does not take the value, of which single rows can tell more; null
   *     stands for itself within the array
   */
  Optional<Object[]> convert(Object value) {
    if (value == null) {
      boolean allowed = !column.logical().notNull() && basis.type().isNullable();
      return allowed ? Optional.of(new Object[] {null}) : Optional.empty();
    }
    LensColumn.Put.Direct direct = (LensColumn.Put.Direct) column.put();
    try {
      Object logical = Assignment.assign(value, column.logical().type(), Site.NONE);
      Optional<Object> written = direct.inversion().write(logical);
      boolean same =
          direct.inversion().isIdentity()
              || written.isPresent() && logical.equals(direct.inversion().read(written.get()));
      return written
          .filter(w -> same)
          .map(w -> new Object[] {Assignment.assign(w, basis.type(), Site.NONE)});
    } catch (LensException e) {
      return Optional.empty();
    }
  }
}
