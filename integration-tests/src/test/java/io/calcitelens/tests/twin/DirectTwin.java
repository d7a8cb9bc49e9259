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
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** A twin whose one table takes the statements as they are. */
final class DirectTwin extends TwinSide {
  private final String written;
  private final String read;
  private final String filter;
  private final Function<Op.Run, Set<String>> refusals;

  /**
   * @param refusals the SQLSTATE classes with which a lens refuses a statement that this table
   *     takes, if it writes any row
   */
  DirectTwin(String written, String read, String filter, Function<Op.Run, Set<String>> refusals)
      throws SQLException {
    this.written = written;
    this.read = read;
    this.filter = filter;
    this.refusals = refusals;
  }

  @Override
  Outcome attempt(Op.Run statement) throws SQLException {
    Shape shape = statement.shape();
    Fragment fragment = shape.fragment().named(written, read, filter);
    if (!shape.returning().isEmpty()) {
      String side = shape instanceof Shape.Delete ? "old" : "final";
      fragment =
          Fragment.concat(
              "select " + String.join(", ", shape.returning()) + " from " + side + " table (",
              fragment,
              ")");
    }
    Outcome outcome = execute(fragment, statement.values());
    Set<String> refused = refusals.apply(statement);
    if (outcome.failed()) {
      return outcome.or(refused).or(alsoRight(outcome, fragment, statement.values()));
    }
    if (outcome.count() > 0 && !refused.isEmpty()) {
      return new Outcome(-1, java.util.List.of(), refused, "refused by a lens");
    }
    return outcome;
  }

  private static boolean mayBeTooLong(Fragment fragment, Map<Hole, Object> values) {
    return fragment.text().contains("||")
        || values.values().stream().anyMatch(v -> v instanceof String s && s.length() > 12);
  }

  /** Two rules may be broken at once, and no order of telling is promised. */
  private static Set<String> alsoRight(
      Outcome outcome, Fragment fragment, Map<Hole, Object> values) {
    Set<String> more = new TreeSet<>();
    if (outcome.errors().contains("22")) {
      more.add("23");
    } else if (outcome.errors().contains("23") && mayBeTooLong(fragment, values)) {
      more.add("22");
    }
    return more;
  }
}
