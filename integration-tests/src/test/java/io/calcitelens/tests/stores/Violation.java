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
package io.calcitelens.tests.stores;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A rule that a write may violate, the writes that do, and what a client is told. */
enum Violation {
  NOT_NULL("name", "null", column("23502", "lens.not-null", "name")),
  NOT_NULL_OF_THE_BASIS("bn", "null", column("23502", "lens.not-null", "bn")),
  PRIMARY_KEY("id", "2", constraint("23505", "lens.unique", "T_pk")),
  UNIQUE("code", "2", constraint("23505", "lens.unique", "t_code")),
  UNIQUE_OF_THE_BASIS("bu", "2", column("23505", "lens.unique", "bu")),
  CHECK("n", "-1", constraint("23514", "lens.check", "t_n")),
  CHECK_OF_THE_BASIS("bc", "100", column("23514", "lens.check", "bc")),
  CHILD("parent", "77", constraint("23503", "lens.foreign-key", "t_parent")),
  CHILD_OF_THE_BASIS("bp", "77", column("23503", "lens.foreign-key", "bp")),
  PARENT(
      constraint("23503", "lens.foreign-key", "t_parent"),
      "delete from X.P where id = 1",
      "delete from X.P",
      "update X.P set id = 7 where id = 1",
      "update X.P set id = id + 10",
      "merge into X.P as p using (values (1)) as s (k) on p.id = s.k"
          + " when matched then update set id = 7"),
  PARENT_OF_THE_BASIS(
      table("23503", "lens.foreign-key"),
      "delete from X.T where id = 3",
      "delete from X.T",
      "update X.T set id = 7 where id = 3",
      "merge into X.T as t using (values (3)) as s (k) on t.id = s.k"
          + " when matched then update set id = 7"),
  TOO_LONG("name", "'sixsix'", column("22001", "lens.value-too-long", "name")),
  TOO_LONG_WHEN_COMPUTED(
      "name",
      "cast(12345 as varchar(5)) || cast(6 as varchar(1))",
      column("22001", "lens.value-too-long", "name")),
  TOO_LONG_FOR_THE_BASIS("bt", "'sixsix'", column("22001", "lens.value-too-long", "bt")),
  OUT_OF_RANGE("small", "40000", column("22003", "lens.out-of-range", "small")),
  OUT_OF_RANGE_WHEN_COMPUTED("small", "39999 + 1", column("22003", "lens.out-of-range", "small")),
  OUT_OF_RANGE_ON_THE_WAY(
      "small",
      "cast(100 as smallint) * cast(400 as smallint)",
      statement("22003", "lens.out-of-range")),
  OUT_OF_RANGE_FOR_THE_BASIS("bs", "40000", column("22003", "lens.out-of-range", "bs")),
  OUT_OF_RANGE_FOR_THE_BASIS_WHEN_COMPUTED(
      "bs", "39999 + 1", column("22003", "lens.out-of-range", "bs")),
  ROUNDED("price", "1.25", column("44000", "lens.putget-violation", "price")),
  ROUNDED_WHEN_COMPUTED("price", "1.2 + 0.05", column("44000", "lens.putget-violation", "price")),
  ROUNDED_BY_THE_BASIS("cost", "1.25", column("44000", "lens.putget-violation", "cost")),
  ROUNDED_BY_THE_BASIS_WHEN_COMPUTED(
      "cost", "1.2 + 0.05", column("44000", "lens.putget-violation", "cost")),
  DIVISION_BY_ZERO("n", "1 / (1 - 1)", statement("22012", "lens.division-by-zero")),
  DIVISION_BY_STORED_ZERO(
      statement("22012", "lens.division-by-zero"),
      "update X.T set n = 1 / (n - n) where id = 1",
      "update X.T set n = 1 / (n - n)",
      "insert into X.T (id, name, bn) select id + 10, 'a', 1 / (n - n) from X.T",
      "merge into X.T as t using (values (1)) as s (k) on t.id = s.k"
          + " when matched then update set n = 1 / (s.k - s.k)",
      "update X.T set n = 1 where id = 1 and 1 / (n - n) = 1",
      "delete from X.T where id = 1 and 1 / (n - n) = 1",
      "delete from X.T where mod(5, n - n) = 1"),
  BAD_CAST(
      statement("22018", "lens.bad-cast"),
      "update X.T set n = cast(name as int) where id = 1",
      "update X.T set n = cast(name as int)",
      "insert into X.T (id, name, bn) select id + 10, 'a', cast(name as int) from X.T",
      "merge into X.T as t using (values ('x', 1)) as s (v, k) on t.id = s.k"
          + " when matched then update set n = cast(s.v as int)",
      "update X.T set n = 1 where cast(name as int) = 1",
      "delete from X.T where cast(name as int) = 1");

  private final Told told;
  private final List<String> writes;

  Violation(Told told, String... writes) {
    this.told = told;
    this.writes = List.of(writes);
  }

  /** Writes that give a column a value. */
  Violation(String column, String value, Told told) {
    this.told = told;
    this.writes =
        List.of(
            "insert into X.T " + values(column, value),
            "update X.T set " + column + " = " + value + " where id = 1",
            "update X.T set " + column + " = " + value,
            "merge into X.T as t using (values (9)) as s (k) on t.id = s.k"
                + " when not matched then insert "
                + values(column, value),
            "merge into X.T as t using (values (1)) as s (k) on t.id = s.k"
                + " when matched then update set "
                + column
                + " = "
                + value);
  }

  /**
   * What a client is told.
   *
   * @param table the name of the logical table, if one is named
   * @param constraint the name of the violated rule, if it is the design's
   * @param column the name of the logical column, if one is named
   */
  record Told(
      String state,
      String code,
      Optional<String> table,
      Optional<String> constraint,
      Optional<String> column) {}

  /** A store may leave open which foreign key of a table is violated: then no name is told. */
  Told told(StoreUnderTest store) {
    boolean named =
        (this != CHILD && this != CHILD_OF_THE_BASIS) || store.can(Capability.TELLS_FOREIGN_KEYS);
    return named
        ? told
        : new Told(told.state, told.code, told.table, Optional.empty(), Optional.empty());
  }

  /** Statements of which each violates the rule. */
  List<String> writes() {
    return writes;
  }

  private static Told constraint(String state, String code, String name) {
    return new Told(state, code, Optional.of("X.T"), Optional.of(name), Optional.empty());
  }

  private static Told column(String state, String code, String name) {
    return new Told(state, code, Optional.of("X.T"), Optional.empty(), Optional.of(name));
  }

  private static Told table(String state, String code) {
    return new Told(state, code, Optional.of("X.T"), Optional.empty(), Optional.empty());
  }

  private static Told statement(String state, String code) {
    return new Told(state, code, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static String values(String column, String value) {
    Map<String, String> row = new LinkedHashMap<>(Row.VALUES);
    row.put(column, value);
    return "("
        + String.join(", ", row.keySet())
        + ") values ("
        + String.join(", ", row.values())
        + ")";
  }

  /** A new row that breaks no rule. */
  private static final class Row {
    private static final Map<String, String> VALUES = new LinkedHashMap<>();

    static {
      VALUES.put("id", "9");
      VALUES.put("name", "'new'");
      for (String column : List.of("n", "code", "small", "bn", "bu", "bc", "bs", "price", "cost")) {
        VALUES.put(column, "9");
      }
      VALUES.put("parent", "1");
      VALUES.put("bp", "1");
      VALUES.put("bt", "'new'");
    }
  }
}
