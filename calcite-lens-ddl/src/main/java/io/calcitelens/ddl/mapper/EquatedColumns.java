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
package io.calcitelens.ddl.mapper;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.checkerframework.checker.nullness.qual.Nullable;

/** Which qualified columns the conditions of a body equate. */
final class EquatedColumns {
  private final List<Set<String>> classes = new ArrayList<>();

  /** Adds the conditions of all joins of a qualified FROM. */
  void addJoins(SqlNode from) {
    if (from instanceof SqlJoin join) {
      addJoins(join.getLeft());
      addJoins(join.getRight());
      if (join.getConditionType() == JoinConditionType.ON) {
        addCondition(join.getCondition());
      }
    }
  }

  void addCondition(@Nullable SqlNode condition) {
    if (!(condition instanceof SqlCall call)) {
      return;
    }
    if (call.getKind() == SqlKind.AND) {
      call.getOperandList().forEach(this::addCondition);
    } else if (call.getKind() == SqlKind.EQUALS
        && call.operand(0) instanceof SqlIdentifier left
        && call.operand(1) instanceof SqlIdentifier right) {
      Set<String> merged = new HashSet<>(Set.of(key(left)));
      merged.add(key(right));
      classes.removeIf(
          c -> {
            boolean touches = c.contains(key(left)) || c.contains(key(right));
            if (touches) {
              merged.addAll(c);
            }
            return touches;
          });
      classes.add(merged);
    }
  }

  boolean same(SqlNode left, SqlNode right) {
    String l = key(left);
    String r = key(right);
    return l.equals(r) || classes.stream().anyMatch(c -> c.contains(l) && c.contains(r));
  }

  private static String key(SqlNode node) {
    return node.toString().toLowerCase(Locale.ROOT);
  }
}
