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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A statement but for the values in its holes. */
sealed interface Shape {
  /** The whole statement, without what it returns. */
  Fragment fragment();

  /** The logical columns that it returns; empty if none. */
  List<String> returning();

  /** {@code insert … values}, or {@code insert … select} if there are no rows. */
  record Insert(
      List<String> columns, List<List<Fragment>> rows, Fragment select, List<String> returning)
      implements Shape {
    @Override
    public Fragment fragment() {
      String head = "insert into {W} (" + String.join(", ", columns) + ") ";
      if (rows.isEmpty()) {
        return Fragment.concat(head, select);
      }
      List<Fragment> tuples = new ArrayList<>();
      for (List<Fragment> row : rows) {
        tuples.add(Fragment.concat("(", Fragment.join(", ", row), ")"));
      }
      return Fragment.concat(head, "values ", Fragment.join(", ", tuples));
    }
  }

  /** {@code update}. */
  record Update(Map<String, Fragment> set, Fragment where, List<String> returning)
      implements Shape {
    @Override
    public Fragment fragment() {
      List<Fragment> assignments = new ArrayList<>();
      set.forEach((column, value) -> assignments.add(Fragment.concat(column, " = ", value)));
      return Fragment.concat(
          "update {W} as t set ", Fragment.join(", ", assignments), " where (", where, "){F}");
    }
  }

  /** {@code delete}. */
  record Delete(Fragment where, List<String> returning) implements Shape {
    @Override
    public Fragment fragment() {
      return Fragment.concat("delete from {W} as t where (", where, "){F}");
    }
  }

  /** {@code merge} from the table itself, matched by the key. */
  record Merge(
      Fragment source,
      List<String> keys,
      Map<String, Fragment> set,
      List<String> columns,
      List<Fragment> values)
      implements Shape {
    @Override
    public Fragment fragment() {
      List<String> match = keys.stream().map(k -> "t." + k + " = s." + k).toList();
      List<Fragment> assignments = new ArrayList<>();
      set.forEach((column, value) -> assignments.add(Fragment.concat(column, " = ", value)));
      return Fragment.concat(
          "merge into {W} as t using (",
          source,
          ") as s on (" + String.join(" and ", match) + "{F}) when matched then update set ",
          Fragment.join(", ", assignments),
          " when not matched then insert (" + String.join(", ", columns) + ") values (",
          Fragment.join(", ", values),
          ")");
    }

    @Override
    public List<String> returning() {
      return List.of();
    }
  }
}
