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

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A column of a logical table, as the generator sees it.
 *
 * @param pool the values that statements draw for it; null among them where it may be null
 * @param step what an expression over the column may add to it
 */
record Column(String name, Kind kind, Set<Trait> traits, List<Object> pool, int step) {
  /** What a column is or may meet. */
  enum Trait {
    KEY,
    /** An insert without it fails. */
    NEEDED,
    /** {@code default} may stand for it in an insert. */
    DEFAULT_ON_INSERT,
    /** {@code default} may stand for it in an update. */
    DEFAULT_ON_UPDATE,
    /** Takes no values of other columns. */
    APART,
    /** Takes drawn values only. */
    CONSTANT,
    /** Is never assigned. */
    COMPUTED
  }

  static Column of(String name, Kind kind, List<Object> pool, Trait... traits) {
    Set<Trait> set = EnumSet.noneOf(Trait.class);
    set.addAll(List.of(traits));
    return new Column(name, kind, set, pool, 1);
  }

  Column withStep(int step) {
    return new Column(name, kind, traits, pool, step);
  }

  boolean is(Trait trait) {
    return traits.contains(trait);
  }
}
