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

import java.sql.SQLException;
import java.util.List;

/** A lens and its twin, both fresh. */
final class Pair implements AutoCloseable {
  private final Embodiment embodiment;
  private final LensSide lens;
  private final TwinSide twin;
  private boolean changed;

  Pair(Embodiment embodiment, Setting setting) throws SQLException {
    this.embodiment = embodiment;
    this.lens = new LensSide(embodiment.table(), setting.home());
    this.twin = embodiment.maker().open();
    lens.deploy(embodiment.lens(), setting.postgres());
    twin.execute(embodiment.twin());
  }

  /** How many rows the logical table shows. */
  int size() throws SQLException {
    return twin.query(embodiment.states().get(0).twin()).size();
  }

  /** Whether the last step may have changed anything. */
  boolean changed() {
    return changed;
  }

  /**
   * Does one step on both sides.
   *
   * @return what differs; empty if nothing
   */
  String step(Op op) throws SQLException {
    changed = true;
    if (op instanceof Op.Turn turn) {
      twin.turn(turn);
      try {
        lens.turn(turn);
      } catch (SQLException e) {
        return turn + " failed: " + Outcome.error(e);
      }
      return states();
    }
    if (op instanceof Op.Basis basis) {
      twin.execute(List.of(basis.twin()));
      try {
        lens.execute(List.of(basis.lens()));
      } catch (SQLException e) {
        return basis + " failed: " + Outcome.error(e);
      }
      return states();
    }
    Op.Run run = (Op.Run) op;
    Outcome expected = twin.run(run);
    if (expected == TwinSide.AVOIDED) {
      changed = false;
      return "";
    }
    changed = expected.count() > 0;
    Outcome got = lens.run(run);
    if (!got.agrees(expected)) {
      return "expected " + expected + "\n     got " + got + "\n" + rows();
    }
    return states();
  }

  /** What both show after a difference in what they answered. */
  private String rows() throws SQLException {
    String different = states();
    String query = embodiment.states().get(0).twin();
    return different.isEmpty() ? "both show " + twin.query(query) : different;
  }

  private String states() {
    for (Embodiment.State state : embodiment.states()) {
      try {
        List<String> expected = twin.query(state.twin());
        List<String> got = lens.query(state.lens());
        if (!got.equals(expected)) {
          return state.lens() + "\nexpected " + expected + "\n     got " + got;
        }
      } catch (SQLException e) {
        return state.lens() + " failed: " + Outcome.error(e);
      }
    }
    return "";
  }

  @Override
  public void close() throws SQLException {
    try {
      lens.close();
    } finally {
      twin.close();
    }
  }
}
