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

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The oracle is only as good as its twins: they must understand what is drawn, and do some of it.
 */
class TwinSelfTest {
  private static final Set<String> BROKEN = Set.of("42", "HY", "90", "07", "no", "0A");

  static List<Embodiment> embodiments() {
    return Embodiments.all();
  }

  @ParameterizedTest
  @MethodSource("embodiments")
  void twinUnderstandsEveryShape(Embodiment embodiment) throws SQLException {
    Random random = new Random(1);
    ShapeGenerator generator =
        new ShapeGenerator(random, embodiment.columns(), embodiment.merges());
    int done = 0;
    int avoided = 0;
    try (TwinSide twin = embodiment.maker().open()) {
      twin.execute(embodiment.twin());
      for (int i = 0; i < 1000; i++) {
        if (i % 30 == 0) {
          twin.execute(embodiment.basis().stream().map(Op.Basis::twin).toList());
        }
        Shape shape = generator.next();
        Map<Hole, Object> values = new IdentityHashMap<>();
        for (Hole hole : shape.fragment().holes()) {
          values.put(hole, hole.pool.get(random.nextInt(hole.pool.size())));
        }
        Op.Run run = new Op.Run(shape, values);
        Outcome outcome = twin.run(run);
        assertFalse(outcome.errors().stream().anyMatch(BROKEN::contains), run + "\n" + outcome);
        done += outcome.count() > 0 ? 1 : 0;
        avoided += outcome == TwinSide.AVOIDED ? 1 : 0;
      }
    }
    int total = done;
    assertTrue(done > 150, () -> "only " + total + " statements wrote rows");
    System.out.println("twin alone: " + embodiment + ", wrote " + done + ", avoided " + avoided);
  }
}
