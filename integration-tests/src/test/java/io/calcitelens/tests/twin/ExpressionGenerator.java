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
import java.util.List;
import java.util.Random;

/** Random expressions and predicates over a row {@code t} of the table. */
final class ExpressionGenerator {
  private final Random random;
  private final List<Column> columns;

  /** Whether the statement that is being made has its values as literals. */
  private boolean literals;

  ExpressionGenerator(Random random, List<Column> columns) {
    this.random = random;
    this.columns = columns;
  }

  void setLiterals(boolean literals) {
    this.literals = literals;
  }

  Fragment hole(Column column) {
    return Fragment.of(new Hole(column.kind(), column.pool(), literals));
  }

  private Fragment notNullHole(Column column) {
    List<Object> pool = column.pool().stream().filter(v -> v != null).toList();
    return Fragment.of(new Hole(column.kind(), pool, literals));
  }

  private Fragment small(int... values) {
    List<Object> pool = new ArrayList<>();
    for (int value : values) {
      pool.add(value);
    }
    return Fragment.of(new Hole(Kind.INT, pool, true));
  }

  <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /** A value for a column. */
  Fragment value(Column column) {
    if (column.is(Trait.CONSTANT) || chance(35)) {
      return hole(column);
    }
    return switch (column.kind()) {
      case INT -> integer(column);
      case TEXT -> text(column);
      case DECIMAL -> decimal(column);
      case BOOLEAN -> truth(column);
    };
  }

  private Fragment integer(Column column) {
    String own = "t." + column.name();
    Fragment step = small(column.step(), -column.step(), 2 * column.step());
    if (column.is(Trait.APART) || column.is(Trait.KEY)) {
      return chance(80)
          ? Fragment.concat(own, " + ", step)
          : Fragment.concat("(select max(x." + column.name() + ") from {T} as x) + ", step);
    }
    String other = "t." + other(column).name();
    return switch (random.nextInt(10)) {
      case 0, 1 -> Fragment.concat(own, " + ", step);
      case 2 -> Fragment.of(other);
      case 3 -> Fragment.concat("coalesce(", other, ", ", small(1, 2), ")");
      case 4 -> Fragment.of("null");
      case 5 ->
          Fragment.concat(
              "case when ", other, " > ", small(2, 5), " then ", own, " else ", other, " end");
      case 6 -> Fragment.concat("(select max(x." + column.name() + ") from {T} as x)");
      case 7 ->
          Fragment.concat(
              "cast((select count(*) from {T} as x where x." + column.name() + " < ",
              own,
              ") as int)");
      case 8 -> Fragment.concat("mod(", own, ", ", small(2, 3), ")");
      default -> Fragment.concat(other, " / ", small(1, 2, 2, 3, 0));
    };
  }

  private Fragment text(Column column) {
    String own = "t." + column.name();
    if (column.is(Trait.APART)) {
      return Fragment.concat(chance(50) ? "upper(" : "lower(", own, ")");
    }
    String other = "t." + other(column).name();
    return switch (random.nextInt(8)) {
      case 0 -> Fragment.concat(own, " || 'x'");
      case 1 -> Fragment.of("upper(" + other + ")");
      case 2 -> Fragment.of("lower(" + own + ")");
      case 3 -> Fragment.of(other);
      case 4 -> Fragment.of("substring(" + other + " from 1 for 3)");
      case 5 -> Fragment.of("coalesce(" + other + ", " + own + ")");
      case 6 -> Fragment.of("(select max(x." + column.name() + ") from {T} as x)");
      default -> Fragment.of("null");
    };
  }

  private Fragment decimal(Column column) {
    String own = "t." + column.name();
    return switch (random.nextInt(3)) {
      case 0 -> Fragment.of(own + " + 1");
      case 1 -> Fragment.of(own + " - 0.25");
      default -> Fragment.of("null");
    };
  }

  private Fragment truth(Column column) {
    String own = "t." + column.name();
    return switch (random.nextInt(4)) {
      case 0, 1 -> Fragment.of("not " + own);
      case 2 -> predicate(0);
      default -> Fragment.of("null");
    };
  }

  /** Another column of the same kind; itself if there is none. */
  Column other(Column column) {
    List<Column> same =
        columns.stream().filter(c -> c.kind() == column.kind() && !c.is(Trait.APART)).toList();
    return same.isEmpty() ? column : pick(same);
  }

  Fragment predicate(int depth) {
    if (depth > 0 && chance(40)) {
      Fragment left = predicate(depth - 1);
      if (chance(20)) {
        return Fragment.concat("not (", left, ")");
      }
      String operator = chance(60) ? " and " : " or ";
      return Fragment.concat("(", left, operator, predicate(depth - 1), ")");
    }
    Column column = pick(columns);
    String own = "t." + column.name();
    if (column.kind() == Kind.BOOLEAN) {
      return Fragment.of(pick(List.of(own, "not " + own, own + " is null", own + " is not true")));
    }
    return switch (random.nextInt(12)) {
      case 0, 1, 2 -> Fragment.concat(own, " = ", notNullHole(column));
      case 3, 4 -> Fragment.concat(own, pick(List.of(" > ", " <= ", " <> ")), notNullHole(column));
      case 5 -> Fragment.of(own + pick(List.of(" is null", " is not null")));
      case 6 -> Fragment.concat(own, " in (", notNullHole(column), ", ", notNullHole(column), ")");
      case 7 ->
          Fragment.concat(own, " between ", notNullHole(column), " and ", notNullHole(column));
      case 8 -> Fragment.of(own + " = t." + other(column).name());
      default -> subquery(column, own);
    };
  }

  private Fragment subquery(Column column, String own) {
    String name = column.name();
    String key = columns.get(0).name();
    // H2 counts a row twice that an index finds for two equal values of the sub-query.
    boolean composite = columns.stream().filter(c -> c.is(Trait.KEY)).count() > 1;
    String distinct = composite ? "distinct " : "";
    return switch (random.nextInt(5)) {
      case 0 -> Fragment.of(own + " = (select max(x." + name + ") from {T} as x)");
      case 1 ->
          Fragment.of(
              "exists (select 1 from {T} as x where x."
                  + name
                  + " = "
                  + own
                  + " and x."
                  + key
                  + " <> t."
                  + key
                  + ")");
      case 2 ->
          Fragment.concat(
              "t."
                  + key
                  + " in (select "
                  + distinct
                  + "x."
                  + key
                  + " from {T} as x where x."
                  + name
                  + " > ",
              notNullHole(column),
              ")");
      case 3 ->
          Fragment.concat(
              own + " not in (select x." + name + " from {T} as x where x." + name + " <> ",
              notNullHole(column),
              ")");
      default ->
          Fragment.of("(select count(*) from {T} as x where x." + name + " = " + own + ") > 1");
    };
  }
}
