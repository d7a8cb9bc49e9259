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
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.calcitelens.adapters.ReferentialAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Random states before and after: every step between them is one that the store accepts. */
class WriteOrderPropertyTest {
  private static final int FREE = 3;

  @Property(tries = 1000)
  void permutationsOfTwoKeys(@ForAll @IntRange(min = 1, max = 9) int n, @ForAll long seed) {
    Random random = new Random(seed);
    SimulatedStore store = new SimulatedStore();
    SimulatedTable table =
        store.table("t").column("id", false).column("code", true).column("v", true).key(0).key(1);
    List<Integer> before = distinct(n, random);
    List<Integer> codes = distinct(n, random);
    for (int i = 0; i < n; i++) {
      table.row(before.get(i), random.nextInt(4) == 0 ? null : codes.get(i), i);
    }
    List<Integer> ids = distinct(n, random);
    List<Integer> newCodes = distinct(n, random);
    Replay replay = new Replay(store);
    Set<List<Object>> wanted = new HashSet<>();
    for (int i = 0; i < n; i++) {
      Integer code = random.nextInt(4) == 0 ? null : newCodes.get(i);
      change(replay, table, i, wanted, random, ids.get(i), code, 100 + i);
    }
    Collections.shuffle(replay.changes, random);
    replay.run();
    assertEquals(wanted, Replay.rows(table));
  }

  private static void change(
      Replay replay,
      SimulatedTable table,
      int row,
      Set<List<Object>> wanted,
      Random random,
      Object... after) {
    int kind = random.nextInt(6);
    if (kind < 2) {
      replay.delete(table, row);
      if (kind == 0) {
        replay.insert(table, after);
        wanted.add(Arrays.asList(after));
      }
    } else {
      Object[] assignments = new Object[2 * after.length];
      for (int i = 0; i < after.length; i++) {
        assignments[2 * i] = i;
        assignments[2 * i + 1] = after[i];
      }
      replay.update(table, row, assignments);
      wanted.add(Arrays.asList(after));
    }
  }

  /** Numbers from a range that is little larger, so that old and new keys meet. */
  private static List<Integer> distinct(int n, Random random) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < n + FREE; i++) {
      numbers.add(i);
    }
    Collections.shuffle(numbers, random);
    return numbers.subList(0, n);
  }

  @Property(tries = 1000)
  void reKeyedParentsWithTiedRows(
      @ForAll @IntRange(min = 1, max = 7) int n, @ForAll boolean cascade, @ForAll long seed) {
    Random random = new Random(seed);
    SimulatedStore store = new SimulatedStore();
    SimulatedTable parent = store.table("parent").column("id", false).column("v", true).key(0);
    SimulatedTable tied =
        store
            .table("tied")
            .column("id", false)
            .column("w", true)
            .key(0)
            .references(
                parent,
                "id",
                "id",
                cascade ? ReferentialAction.CASCADE : ReferentialAction.NO_ACTION);
    List<Integer> before = distinct(n, random);
    List<Integer> after = distinct(n, random);
    Replay replay = new Replay(store);
    Set<List<Object>> parents = new HashSet<>();
    Set<List<Object>> children = new HashSet<>();
    int tiedRows = 0;
    for (int i = 0; i < n; i++) {
      parent.row(before.get(i), i);
      boolean had = random.nextBoolean();
      if (had) {
        tied.row(before.get(i), i);
      }
      int row = tiedRows;
      tiedRows += had ? 1 : 0;
      if (random.nextInt(5) == 0) {
        replay.delete(parent, i);
        if (had) {
          replay.delete(tied, row);
        }
      } else {
        replay.update(parent, i, 0, after.get(i));
        parents.add(List.of(after.get(i), i));
        if (had && random.nextInt(5) > 0) {
          replay.update(tied, row, 0, after.get(i), 1, 50 + i);
          children.add(List.of(after.get(i), 50 + i));
        } else if (had) {
          replay.delete(tied, row);
        } else if (random.nextBoolean()) {
          replay.insert(tied, after.get(i), 70 + i);
          children.add(List.of(after.get(i), 70 + i));
        }
      }
    }
    Collections.shuffle(replay.changes, random);
    replay.run();
    assertEquals(parents, Replay.rows(parent));
    assertEquals(children, Replay.rows(tied));
  }

  @Property(tries = 1000)
  void randomReferencesWithinOneTable(
      @ForAll @IntRange(min = 1, max = 7) int n, @ForAll boolean reKey, @ForAll long seed) {
    Random random = new Random(seed);
    SimulatedStore store = new SimulatedStore();
    SimulatedTable tree =
        store.table("tree").column("id", false).column("parent", true).column("v", true).key(0);
    tree.references(tree, "parent", "id", ReferentialAction.NO_ACTION);
    List<Integer> before = distinct(n, random);
    List<Integer> after = reKey ? distinct(n, random) : before;
    boolean[] goes = new boolean[n];
    List<Integer> stay = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      tree.row(before.get(i), random.nextInt(3) == 0 ? null : before.get(random.nextInt(n)), i);
      goes[i] = random.nextInt(4) == 0;
      if (!goes[i]) {
        stay.add(after.get(i));
      }
    }
    Map<Integer, Integer> moved = new HashMap<>();
    for (int i = 0; i < n; i++) {
      moved.put(before.get(i), goes[i] ? null : after.get(i));
    }
    Replay replay = new Replay(store);
    Set<List<Object>> wanted = new HashSet<>();
    for (int i = 0; i < n; i++) {
      if (goes[i]) {
        replay.delete(tree, i);
        continue;
      }
      Integer parent =
          switch (random.nextInt(3)) {
            case 0 -> null;
            case 1 -> stay.get(random.nextInt(stay.size()));
            default -> moved.get((Integer) tree.rows.get(i)[1]);
          };
      replay.update(tree, i, 0, after.get(i), 1, parent);
      wanted.add(Arrays.asList(after.get(i), parent, i));
    }
    Collections.shuffle(replay.changes, random);
    replay.run();
    assertEquals(wanted, Replay.rows(tree));
  }

  @Property(tries = 1000)
  void writesThatKeepTheirKeysGoInBatches(
      @ForAll @IntRange(min = 1, max = 7) int n, @ForAll long seed) {
    Random random = new Random(seed);
    SimulatedStore store = new SimulatedStore();
    SimulatedTable owner = store.table("owner").column("id", false).column("v", true).key(0);
    SimulatedTable pet =
        store
            .table("pet")
            .column("id", false)
            .column("owner", true)
            .column("v", true)
            .key(0)
            .references(owner, "owner", "id", ReferentialAction.NO_ACTION);
    Replay replay = new Replay(store);
    Set<List<Object>> owners = new HashSet<>();
    Set<List<Object>> pets = new HashSet<>();
    List<Integer> staying = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      int kind = random.nextInt(4);
      if (kind < 3) {
        owner.row(i, i);
      }
      if (kind == 0) {
        replay.delete(owner, owner.rows.size() - 1);
      } else {
        staying.add(i);
        owners.add(Arrays.asList(i, kind == 1 ? i : 50 + i));
      }
      if (kind == 2) {
        replay.update(owner, owner.rows.size() - 1, 1, 50 + i);
      } else if (kind == 3) {
        replay.insert(owner, i, 50 + i);
      }
    }
    int stored = owner.rows.size();
    for (int i = 0; i < n; i++) {
      Integer before = stored == 0 ? null : (Integer) owner.rows.get(random.nextInt(stored))[0];
      Integer after = staying.isEmpty() ? null : staying.get(random.nextInt(staying.size()));
      switch (random.nextInt(3)) {
        case 0 -> {
          pet.row(i, before, i);
          replay.delete(pet, pet.rows.size() - 1);
        }
        case 1 -> {
          pet.row(i, before, i);
          replay.update(pet, pet.rows.size() - 1, 1, after, 2, 70 + i);
          pets.add(Arrays.asList(i, after, 70 + i));
        }
        default -> {
          replay.insert(pet, i, after, i);
          pets.add(Arrays.asList(i, after, i));
        }
      }
    }
    Collections.shuffle(replay.changes, random);
    assertTrue(BatchOrder.of(replay.changes).isPresent());
    replay.run();
    assertEquals(owners, Replay.rows(owner));
    assertEquals(pets, Replay.rows(pet));
  }
}
