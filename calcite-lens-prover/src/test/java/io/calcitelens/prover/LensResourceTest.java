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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.runtime.Resources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages and codes are well formed. */
class LensResourceTest {
  static Stream<Method> messages() {
    return Arrays.stream(LensResource.class.getDeclaredMethods())
        .filter(m -> Resources.Inst.class.isAssignableFrom(m.getReturnType()));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void aMessageShowsEachOfItsParameters(Method message) throws ReflectiveOperationException {
    List<Object> arguments = new ArrayList<>();
    List<String> shown = new ArrayList<>();
    for (Class<?> type : message.getParameterTypes()) {
      boolean number = type == int.class || type == long.class;
      int n = 7 + arguments.size() * 13;
      arguments.add(
          type == int.class ? (Object) n : type == long.class ? (Object) (long) n : "<" + n + ">");
      shown.add(number ? String.valueOf(n) : "<" + n + ">");
    }
    String text =
        ((Resources.Inst) message.invoke(LensResource.RESOURCE, arguments.toArray())).str();
    shown.forEach(s -> assertTrue(text.contains(s), () -> message.getName() + ": " + text));
    assertFalse(text.matches(".*\\{\\d.*"), text);
    assertFalse(text.contains("''"), text);
  }

  @ParameterizedTest
  @EnumSource(LensCode.class)
  void aCodeHasItsPrefixAndAnSqlState(LensCode code) {
    assertTrue(code.code().matches("lens(\\.[a-z]+(-[a-z]+)*)"), code.code());
    assertTrue(code.sqlState().matches("[0-9A-Z]{5}"), code.sqlState());
  }

  @Test
  void severalFaultsAreOne() {
    LensException first =
        LensException.of(LensCode.NO_BASIS, LensResource.RESOURCE.sentence("one"));
    LensException second =
        LensException.of(LensCode.CHECK, Site.at(3, 5), LensResource.RESOURCE.sentence("two"));
    assertSame(first, LensException.all(List.of(first)));
    LensException all = LensException.all(List.of(first, second));
    assertEquals(LensCode.NO_BASIS, all.code());
    assertEquals(List.of(first, second), all.faults());
    assertEquals(
        List.of("lens.no-basis: one", "lens.check: line 3, column 5: two"),
        all.getMessage().lines().toList());
  }
}
