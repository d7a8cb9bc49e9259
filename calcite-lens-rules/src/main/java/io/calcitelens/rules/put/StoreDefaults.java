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
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/** Constant defaults of stores. */
public final class StoreDefaults {
  private StoreDefaults() {}

  /**
   * The value of a default that is a plain constant.
   *
   * @param sql the default as the store tells it
   * @return empty for an expression, and for null
   */
  public static Optional<Object> constant(String sql, BasisColumn column) {
    String text = sql.strip();
    Object value;
    if (text.length() >= 2 && text.startsWith("'") && text.endsWith("'")) {
      value = text.substring(1, text.length() - 1).replace("''", "'");
    } else if (text.toLowerCase(Locale.ROOT).matches("true|false")) {
      value = Boolean.valueOf(text);
    } else if (text.matches("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)")) {
      value = new BigDecimal(text);
    } else {
      return Optional.empty();
    }
    try {
      return Optional.of(Assignment.assign(value, column.type(), Site.NONE));
    } catch (LensException e) {
      return Optional.empty();
    }
  }
}
