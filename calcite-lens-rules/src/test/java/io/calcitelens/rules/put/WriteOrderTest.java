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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.ReferentialAction;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Orders of writes that a store which judges each row accepts. */
class WriteOrderTest {
  private final SimulatedStore store = new SimulatedStore();
  private final Replay replay = new Replay(store);

  private SimulatedTable items(int rows) {
    SimulatedTable table = store.table("item").column("id", false).column("v", true).key(0);
    for (int i = 0; i < rows; i++) {
      table.row(i, 10 * i);
    }
    return table;
  }

  private static List<Object> values(Object... values) {
    return Arrays.asList(values);
  }

  @Test
  void rowsThatShiftTheirKeysGoLastFirstWithoutExtraSteps() {
    SimulatedTable item = items(4);
    for (int i = 0; i < 4; i++) {
      replay.update(item, i, 0, i + 1);
    }
    replay.run();
    assertEquals(
        Set.of(values(1, 0), values(2, 10), values(3, 20), values(4, 30)), Replay.rows(item));
    assertEquals(5, store.log.size(), store.log.toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7})
  void rowsThatRotateTheirKeysCostOneStepMore(int n) {
    SimulatedTable item = items(n);
    for (int i = 0; i < n; i++) {
      replay.update(item, i, 0, (i + 1) % n);
    }
    replay.run();
    for (int i = 0; i < n; i++) {
      assertEquals(true, Replay.rows(item).contains(values((i + 1) % n, 10 * i)));
    }
    assertEquals(n + 2, store.log.size(), store.log.toString());
  }

  @Test
  void aRemovedRowMakesPlaceForANewOne() {
    SimulatedTable item = items(1);
    replay.insert(item, 0, 99);
    replay.delete(item, 0);
    replay.run();
    assertEquals(Set.of(values(0, 99)), Replay.rows(item));
    assertEquals(List.of("delete item", "insert item", "end"), store.log);
  }

  @Test
  void anAssignmentOfTheSameValueWritesNothing() {
    SimulatedTable item = items(1);
    replay.update(item, 0, 1, 0);
    replay.run();
    assertEquals(List.of("end"), store.log);
  }

  private SimulatedTable tied(SimulatedTable item, ReferentialAction onUpdate, int rows) {
    SimulatedTable note =
        store
            .table("note")
            .column("item", false)
            .column("text", true)
            .key(0)
            .references(item, "item", "id", onUpdate);
    for (int i = 0; i < rows; i++) {
      note.row(i, 100 + i);
    }
    return note;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tiedChildrenFollowAShift(boolean cascade) {
    SimulatedTable item = items(3);
    SimulatedTable note =
        tied(item, cascade ? ReferentialAction.CASCADE : ReferentialAction.NO_ACTION, 3);
    for (int i = 0; i < 3; i++) {
      replay.update(item, i, 0, i + 1);
      replay.update(note, i, 0, i + 1);
    }
    replay.run();
    assertEquals(Set.of(values(1, 0), values(2, 10), values(3, 20)), Replay.rows(item));
    assertEquals(Set.of(values(1, 100), values(2, 101), values(3, 102)), Replay.rows(note));
    assertEquals(cascade, !store.log.contains("delete note"), store.log.toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tiedChildrenFollowASwap(boolean cascade) {
    SimulatedTable item = items(2);
    SimulatedTable note =
        tied(item, cascade ? ReferentialAction.CASCADE : ReferentialAction.NO_ACTION, 2);
    for (int i = 0; i < 2; i++) {
      replay.update(item, i, 0, 1 - i);
      replay.update(note, i, 0, 1 - i);
    }
    replay.run();
    assertEquals(Set.of(values(1, 0), values(0, 10)), Replay.rows(item));
    assertEquals(Set.of(values(1, 100), values(0, 101)), Replay.rows(note));
  }

  @Test
  void aRowWithoutItsKeyIsRemovedBeforeItsParent() {
    SimulatedTable item = items(1);
    SimulatedTable note = tied(item, ReferentialAction.NO_ACTION, 1);
    replay.delete(item, 0);
    replay.delete(note, 0);
    replay.run();
    assertEquals(List.of("delete note", "delete item", "end"), store.log);
  }

  private SimulatedTable tree() {
    SimulatedTable tree =
        store.table("tree").column("id", false).column("parent", true).column("v", true).key(0);
    return tree.references(tree, "parent", "id", ReferentialAction.NO_ACTION);
  }

  @Test
  void parentsOfASelfReferenceAreInsertedFirstAndRemovedLast() {
    SimulatedTable tree = tree().row(1, null, 0).row(2, 1, 0);
    replay.insert(tree, 5, 4, 0);
    replay.insert(tree, 4, 3, 0);
    replay.insert(tree, 3, null, 0);
    replay.delete(tree, 0);
    replay.delete(tree, 1);
    replay.run();
    assertEquals(Set.of(values(5, 4, 0), values(4, 3, 0), values(3, null, 0)), Replay.rows(tree));
  }

  @Test
  void rowsThatReferToEachOtherSwapTheirKeys() {
    SimulatedTable tree = tree().row(1, 2, 7).row(2, 1, 8);
    replay.update(tree, 0, 0, 2, 1, 1);
    replay.update(tree, 1, 0, 1, 1, 2);
    replay.run();
    assertEquals(Set.of(values(2, 1, 7), values(1, 2, 8)), Replay.rows(tree));
  }

  @Test
  void aMintedKeyReachesTheRowThatRefersToIt() {
    SimulatedTable owner =
        store
            .table("owner")
            .column("id", false, BasisColumn.Generation.IDENTITY_ALWAYS)
            .column("name", true)
            .key(0);
    SimulatedTable pet =
        store
            .table("pet")
            .column("id", false)
            .column("owner", true)
            .key(0)
            .references(owner, "owner", "id", ReferentialAction.NO_ACTION);
    pet.row(2, null);
    BasisChange minted = BasisChange.ofNew(owner, new Object[] {Unset.VALUE, 5});
    BasisChange child = replay.insert(pet, 1, Unset.VALUE);
    child.addLink(new BasisChange.Link(1, minted, 0));
    BasisChange moved = replay.update(pet, 0, 1, Unset.VALUE);
    moved.addLink(new BasisChange.Link(1, minted, 0));
    replay.changes.add(minted);
    replay.run();
    assertEquals(Set.of(values(1000, 5)), Replay.rows(owner));
    assertEquals(Set.of(values(1, 1000), values(2, 1000)), Replay.rows(pet));
  }

  @Test
  void aNullableKeyIsCutByNullWhereNoValueIsUnused() {
    SimulatedTable seat =
        store.table("seat").column("id", false).column("place", true).key(0).key(1);
    seat.row(1, 1).row(2, 2);
    replay.update(seat, 0, 1, 2);
    replay.update(seat, 1, 1, 1);
    List<WriteStep> steps =
        WriteOrder.order(replay.changes, (table, column) -> java.util.Optional.empty());
    assertEquals(3, steps.size());
    assertEquals(Arrays.asList((Object) null), Arrays.asList(steps.get(0).values()));
  }

  @Test
  void whereNothingElseHelpsARowIsRemovedAndInsertedWhole() {
    SimulatedTable item = items(2);
    replay.update(item, 0, 0, 1);
    replay.update(item, 1, 0, 0);
    List<WriteStep> steps =
        WriteOrder.order(replay.changes, (table, column) -> java.util.Optional.empty());
    assertEquals(
        List.of(WriteStep.Kind.DELETE, WriteStep.Kind.UPDATE, WriteStep.Kind.INSERT),
        steps.stream().map(WriteStep::kind).toList());
    assertEquals(List.of(0, 1), steps.get(2).columns());
  }

  @Test
  void whatNoOrderCanDoIsRefused() {
    SimulatedTable code =
        store
            .table("code")
            .column("id", false, BasisColumn.Generation.IDENTITY_ALWAYS)
            .column("code", false)
            .key(0)
            .key(1);
    code.row(1, 1).row(2, 2);
    replay.update(code, 0, 1, 2);
    replay.update(code, 1, 1, 1);
    LensException refused =
        assertThrows(
            LensException.class,
            () -> WriteOrder.order(replay.changes, (t, c) -> java.util.Optional.empty()));
    assertEquals(LensCode.KEY_UPDATE, refused.code());
  }

  @Test
  void rowsThatReferToThemselvesSwapTheirKeys() {
    SimulatedTable tree = tree().row(1, 1, 7).row(2, 2, 8);
    replay.update(tree, 0, 0, 2, 1, 2);
    replay.update(tree, 1, 0, 1, 1, 1);
    replay.run();
    assertEquals(Set.of(values(2, 2, 7), values(1, 1, 8)), Replay.rows(tree));
  }

  @Test
  void newRowsReferToEachOther() {
    SimulatedTable tree = tree();
    replay.insert(tree, 1, 2, 7);
    replay.insert(tree, 2, 1, 8);
    replay.run();
    assertEquals(Set.of(values(1, 2, 7), values(2, 1, 8)), Replay.rows(tree));
  }

  @Test
  void rowsThatReferToEachOtherAreRemoved() {
    SimulatedTable tree = tree().row(1, 2, 7).row(2, 1, 8);
    replay.delete(tree, 0);
    replay.delete(tree, 1);
    replay.run();
    assertEquals(Set.of(), Replay.rows(tree));
  }

  @Test
  void aReferenceKeepsItsValueWhileAnotherParentTakesIt() {
    SimulatedTable tree = tree().row(1, null, 7).row(2, null, 8).row(3, 1, 9);
    replay.update(tree, 0, 0, 2);
    replay.update(tree, 1, 0, 1);
    replay.update(tree, 2, 1, 1);
    replay.run();
    assertEquals(
        Set.of(values(2, null, 7), values(1, null, 8), values(3, 1, 9)), Replay.rows(tree));
  }

  @Test
  void rowsAddressedByDifferentKeysOfOneLengthAreNotOneBatch() {
    SimulatedTable loose =
        store.table("loose").column("a", true).column("b", true).column("v", true).key(0).key(1);
    loose.row(1, null, 0).row(null, 1, 0);
    replay.update(loose, 0, 2, 5);
    replay.update(loose, 1, 2, 6);
    replay.run();
    assertEquals(Set.of(values(1, null, 5), values(null, 1, 6)), Replay.rows(loose));
  }
}
