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

import io.calcitelens.tests.twin.Column.Trait;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random shapes of statements over one logical table. */
final class ShapeGenerator {
  private final List<Column> columns;
  private final List<Column> assignable;
  private final List<Column> keys;
  private final boolean merges;
  private final ExpressionGenerator expressions;

  ShapeGenerator(Random random, List<Column> columns, boolean merges) {
    this.columns = columns;
    this.assignable = columns.stream().filter(c -> !c.is(Trait.COMPUTED)).toList();
    this.keys = columns.stream().filter(c -> c.is(Trait.KEY)).toList();
    this.merges = merges;
    this.expressions = new ExpressionGenerator(random, columns);
  }

  Shape next() {
    expressions.setLiterals(chance(20));
    int percent = expressions.pick(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    return switch (percent) {
      case 0, 1, 2, 3 -> insertValues();
      case 4 -> insertSelect();
      case 5, 6 -> new Shape.Delete(where(), returning());
      case 7 -> keyShift();
      case 8 -> keySwap();
      case 9 -> swap();
      case 10 -> merges ? merge() : update();
      default -> update();
    };
  }

  private boolean chance(int percent) {
    return expressions.chance(percent);
  }

  private Fragment where() {
    return chance(8) ? Fragment.of("1 = 1") : expressions.predicate(2);
  }

  private List<String> returning() {
    if (chance(70)) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (Column column : columns) {
      if (names.isEmpty() || chance(50)) {
        names.add(column.name());
      }
    }
    return names;
  }

  /** The columns of an insert: what it needs, and some others. */
  private List<Column> inserted() {
    List<Column> chosen = new ArrayList<>();
    for (Column column : assignable) {
      boolean needed = column.is(Trait.KEY) || column.is(Trait.NEEDED);
      if (needed ? chance(98) : chance(60)) {
        chosen.add(column);
      }
    }
    return chosen.isEmpty() ? assignable : chosen;
  }

  private static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }

  private Shape insertValues() {
    List<Column> chosen = inserted();
    List<List<Fragment>> rows = new ArrayList<>();
    int count = expressions.pick(List.of(1, 1, 1, 2, 3));
    for (int i = 0; i < count; i++) {
      List<Fragment> row = new ArrayList<>();
      for (Column column : chosen) {
        row.add(
            column.is(Trait.DEFAULT_ON_INSERT) && chance(15)
                ? Fragment.of("default")
                : expressions.hole(column));
      }
      rows.add(row);
    }
    return new Shape.Insert(names(chosen), rows, Fragment.of(""), returning());
  }

  private Shape insertSelect() {
    List<Column> chosen = inserted();
    List<Fragment> items = new ArrayList<>();
    Column moved = expressions.pick(keys);
    for (Column column : chosen) {
      String own = "t." + column.name();
      boolean shift = column == moved && column.kind() == Kind.INT;
      items.add(shift ? Fragment.of(own + " + " + 7 * column.step()) : Fragment.of(own));
    }
    Fragment select =
        Fragment.concat("select ", Fragment.join(", ", items), " from {T} as t where ", where());
    return new Shape.Insert(names(chosen), List.of(), select, returning());
  }

  private Shape update() {
    Map<String, Fragment> set = new LinkedHashMap<>();
    int count = expressions.pick(List.of(1, 1, 2, 3));
    for (int i = 0; i < count; i++) {
      Column column = expressions.pick(assignable);
      if (column.is(Trait.KEY) && chance(70)) {
        continue;
      }
      boolean toDefault = column.is(Trait.DEFAULT_ON_UPDATE) && chance(15);
      set.put(column.name(), toDefault ? Fragment.of("default") : expressions.value(column));
    }
    return set.isEmpty() ? update() : new Shape.Update(set, where(), returning());
  }

  private Shape keyShift() {
    Column key = expressions.pick(keys);
    if (key.kind() != Kind.INT) {
      return update();
    }
    String step = expressions.pick(List.of(" + ", " - ")) + key.step();
    Map<String, Fragment> set = new LinkedHashMap<>();
    set.put(key.name(), Fragment.of("t." + key.name() + step));
    if (chance(30)) {
      Column column = expressions.pick(assignable);
      if (!column.is(Trait.KEY)) {
        set.put(column.name(), expressions.value(column));
      }
    }
    return new Shape.Update(set, chance(50) ? Fragment.of("1 = 1") : where(), returning());
  }

  /** Exchanges the keys of two rows, or turns the order of all around. */
  private Shape keySwap() {
    Column key = expressions.pick(keys);
    if (key.kind() != Kind.INT) {
      return update();
    }
    String own = "t." + key.name();
    int low = expressions.pick(List.of(2, 3, 5, 8)) * key.step();
    int high = expressions.pick(List.of(1, 4, 6, 11)) * key.step();
    Map<String, Fragment> set = new LinkedHashMap<>();
    set.put(key.name(), Fragment.of(low + high + " - " + own));
    Fragment where =
        chance(70) ? Fragment.of(own + " in (" + low + ", " + high + ")") : Fragment.of("1 = 1");
    return new Shape.Update(set, where, returning());
  }

  /** Exchanges two columns. */
  private Shape swap() {
    List<Column> free =
        assignable.stream()
            .filter(c -> !c.is(Trait.APART) && !c.is(Trait.CONSTANT) && !c.is(Trait.KEY))
            .toList();
    if (free.isEmpty()) {
      return update();
    }
    Column first = expressions.pick(free);
    List<Column> same = free.stream().filter(c -> c.kind() == first.kind() && c != first).toList();
    if (same.isEmpty()) {
      return update();
    }
    Column second = expressions.pick(same);
    Map<String, Fragment> set = new LinkedHashMap<>();
    set.put(first.name(), Fragment.of("t." + second.name()));
    set.put(second.name(), Fragment.of("t." + first.name()));
    return new Shape.Update(set, where(), returning());
  }

  private Shape merge() {
    List<Column> chosen = inserted();
    List<Fragment> items = new ArrayList<>();
    for (Column column : columns) {
      if (column.is(Trait.COMPUTED)) {
        continue;
      }
      boolean moved = column == keys.get(0) && column.kind() == Kind.INT;
      String own = "t." + column.name();
      items.add(
          Fragment.of((moved ? own + " + " + 2 * column.step() : own) + " as " + column.name()));
    }
    Fragment source =
        Fragment.concat("select ", Fragment.join(", ", items), " from {T} as t where ", where());
    Map<String, Fragment> set = new LinkedHashMap<>();
    for (Column column : assignable) {
      if (!column.is(Trait.KEY) && chance(50)) {
        set.put(column.name(), Fragment.of("s." + column.name()));
      }
    }
    if (set.isEmpty()) {
      return update();
    }
    List<Fragment> values = chosen.stream().map(c -> Fragment.of("s." + c.name())).toList();
    return new Shape.Merge(source, names(keys), set, names(chosen), values);
  }
}
