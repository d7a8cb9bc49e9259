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

import io.calcitelens.prover.Lens;
import io.calcitelens.rules.CaptureHome;
import io.calcitelens.rules.PlanningServices;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;

/** Chooses whether a store does a write by itself. */
public final class SetPuts {
  private SetPuts() {}

  @FunctionalInterface
  private interface Planning {
    SetPut plan() throws NotInStoreException;
  }

  private static Optional<SetPut> attempt(PlanningServices services, Planning planning) {
    if (services.captureHome() == CaptureHome.JVM) {
      return Optional.empty();
    }
    try {
      return Optional.of(planning.plan());
    } catch (NotInStoreException e) {
      return Optional.empty();
    }
  }

  /**
   * An insert.
   *
   * @param input the target's columns in their order
   * @param listed ordinals of the columns that have a value
   */
  public static Optional<SetPut> insert(
      Lens lens, RelNode input, BitSet listed, PlanningServices services) {
    return attempt(services, () -> SetInsert.plan(lens, input, listed, services));
  }

  /**
   * An update.
   *
   * @param input the target's columns, then the new values, as converted
   * @param captured the same with the members' columns
   * @param fields where the members' columns are among the fields of {@code captured}
   * @param assigned ordinals of the logical columns
   * @param values where the new values are among the fields of {@code captured}
   */
  public static Optional<SetPut> update(
      Lens lens,
      RelNode input,
      RelNode captured,
      List<Integer> fields,
      List<Integer> assigned,
      List<Integer> values,
      PlanningServices services) {
    Optional<SetPut> direct =
        attempt(services, () -> DirectUpdate.plan(lens, input, assigned, services));
    return direct.isPresent()
        ? direct
        : attempt(
            services,
            () -> SetUpdate.plan(lens, input, captured, fields, assigned, values, services));
  }

  /**
   * A delete.
   *
   * @param input the target's columns, as converted
   * @param captured the rows with the members' columns
   * @param fields where the members' columns are among the fields of {@code captured}
   */
  public static Optional<SetPut> delete(
      Lens lens, RelNode input, RelNode captured, List<Integer> fields, PlanningServices services) {
    Optional<SetPut> direct = attempt(services, () -> DirectDelete.plan(lens, input));
    return direct.isPresent()
        ? direct
        : attempt(services, () -> SetDelete.plan(lens, input, captured, fields, services));
  }
}
