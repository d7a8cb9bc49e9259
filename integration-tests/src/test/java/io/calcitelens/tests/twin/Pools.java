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
package io.calcitelens.tests.twin;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Values that statements draw. */
final class Pools {
  private Pools() {}

  /** The whole numbers of a range, and null once. */
  static List<Object> range(int from, int to) {
    List<Object> values = new ArrayList<>();
    for (int i = from; i <= to; i++) {
      values.add(i);
    }
    values.add(null);
    return values;
  }

  static List<Object> of(Object... values) {
    return Arrays.asList(values);
  }

  /** Texts of up to 12 characters; one of them is longer. */
  static List<Object> texts() {
    return of(
        "ada",
        "Bob",
        "eve",
        "Zoë",
        "日本語",
        "O'Brien",
        "",
        "a b",
        "ADA",
        "x",
        "lin",
        "mia",
        null,
        null,
        "too-long-by-1");
  }

  static List<Object> decimals() {
    return of(
        new BigDecimal("0.00"),
        new BigDecimal("1.50"),
        new BigDecimal("-2.25"),
        new BigDecimal("99999.99"),
        new BigDecimal("7"),
        null);
  }

  static List<Object> truths() {
    return of(true, false, null);
  }
}
