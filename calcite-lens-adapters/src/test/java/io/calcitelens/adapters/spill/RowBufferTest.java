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
package io.calcitelens.adapters.spill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.calcite.avatica.util.ByteString;
import org.junit.jupiter.api.Test;

class RowBufferTest {
  @Provide
  Arbitrary<List<Object[]>> rows() {
    Arbitrary<Object> plain =
        Arbitraries.oneOf(
            Arbitraries.just((Object) false).injectNull(0.5),
            Arbitraries.just((Object) true),
            Arbitraries.bytes().map(v -> (Object) v),
            Arbitraries.shorts().map(v -> (Object) v),
            Arbitraries.integers().map(v -> (Object) v),
            Arbitraries.longs().map(v -> (Object) v),
            Arbitraries.floats().map(v -> (Object) v),
            Arbitraries.of(Float.NaN, -0.0f, 0.0f, 1.0f, Float.NEGATIVE_INFINITY).map(v -> v),
            Arbitraries.doubles().map(v -> (Object) v),
            Arbitraries.of(Double.NaN, -0.0d, 0.0d, 1.0d, Double.MIN_VALUE).map(v -> v),
            Arbitraries.bigDecimals().ofScale(7).map(v -> (Object) v),
            Arbitraries.of("0", "0.00", "1", "1.0", "1E+3", "-1E-30", "9".repeat(60))
                .map(BigDecimal::new),
            Arbitraries.strings().map(v -> (Object) v),
            Arbitraries.of("\u0000", "\ud800", "\ud83d\ude00", " ", "").map(v -> v),
            Arbitraries.strings()
                .map(v -> (Object) new ByteString(v.getBytes(StandardCharsets.UTF_8))),
            Arbitraries.longs().map(v -> (Object) new UUID(v, ~v)));
    Arbitrary<Object> nested =
        Arbitraries.oneOf(
            plain.list().ofMaxSize(3).map(v -> (Object) v),
            plain.array(Object[].class).ofMaxSize(3).map(v -> (Object) v));
    return Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(9, plain), net.jqwik.api.Tuple.of(1, nested))
        .array(Object[].class)
        .ofMaxSize(8)
        .list()
        .ofMaxSize(30);
  }

  @Property(tries = 200)
  void rowsComeBackAsTheyWere(@ForAll("rows") List<Object[]> rows) {
    try (RowBuffer buffer = new RowBuffer(1)) {
      buffer.addAll(rows);
      assertEquals(rows.size(), buffer.size());
      assertEquals(rows.size() > 1, buffer.isSpilled());
      for (int time = 0; time < 2; time++) {
        Iterator<Object[]> read = buffer.iterator();
        for (Object[] row : rows) {
          Object[] found = read.next();
          assertArrayEquals(row, found);
          assertArrayEquals(classes(row), classes(found));
        }
        assertFalse(read.hasNext());
      }
    }
  }

  private static Class<?>[] classes(Object[] row) {
    return Arrays.stream(row)
        .map(v -> v == null ? Void.class : v instanceof List ? List.class : v.getClass())
        .toArray(Class<?>[]::new);
  }

  @Test
  void manyRowsKeepTheirOrder() {
    String text = "x".repeat(100);
    try (RowBuffer buffer = new RowBuffer(1_000)) {
      for (int i = 0; i < 200_000; i++) {
        buffer.add(new Object[] {i, text});
      }
      assertTrue(buffer.isSpilled());
      int expected = 0;
      for (Object[] row : buffer) {
        assertEquals(expected++, row[0]);
      }
      assertEquals(200_000, expected);
    }
  }

  @Property(tries = 200)
  void keysComeOnceAndInOrder(@ForAll long seed) {
    Random random = new Random(seed);
    try (KeyedRows keyed = new KeyedRows(10, (l, r) -> Integer.compare(first(l), first(r)))) {
      TreeMap<Integer, String> all = new TreeMap<>();
      for (int turn = 0; turn < 4; turn++) {
        TreeMap<Integer, String> added = new TreeMap<>();
        for (int i = 0; i < 12; i++) {
          int key = random.nextInt(40);
          String value = turn + ":" + i;
          boolean fresh = keyed.add(Collections.singletonList(key), new Object[] {key, value});
          assertEquals(all.putIfAbsent(key, value) == null, fresh);
          if (fresh) {
            added.put(key, value);
          }
        }
        List<String> expected = new ArrayList<>(added.values());
        List<String> taken = new ArrayList<>();
        keyed.takeNew().forEach(r -> taken.add((String) r[1]));
        assertEquals(expected, taken);
      }
    }
  }

  private static int first(List<Object> key) {
    return (Integer) key.get(0);
  }
}
