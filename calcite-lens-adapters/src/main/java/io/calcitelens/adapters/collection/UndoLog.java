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
package io.calcitelens.adapters.collection;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What a transaction changed in one collection, so that it can be taken back from its end. */
final class UndoLog {
  private final List<Change> changes = new ArrayList<>();

  /** One changed row. Positions are those of a list; other collections have none. */
  private sealed interface Change {}

  private record Added(int position, Object element) implements Change {}

  private record Removed(int position, Object element) implements Change {}

  private record Replaced(int position, Object before, Object after) implements Change {}

  int size() {
    return changes.size();
  }

  /** Adds a row at the end. */
  void add(Collection<Object> rows, Object element) {
    rows.add(element);
    changes.add(new Added(rows.size() - 1, element));
  }

  /** Removes a row; a list holds it at the position. */
  void remove(Collection<Object> rows, int position, Object element) {
    if (rows instanceof List<Object> list) {
      list.remove(position);
    } else {
      rows.remove(element);
    }
    changes.add(new Removed(position, element));
  }

  /** Puts a row in the place of another; a list holds that at the position. */
  void replace(Collection<Object> rows, int position, Object before, Object after) {
    if (rows instanceof List<Object> list) {
      list.set(position, after);
    } else {
      rows.remove(before);
      rows.add(after);
    }
    changes.add(new Replaced(position, before, after));
  }

  /** Takes all but the first changes back, and forgets them. */
  void undo(Collection<Object> rows, int kept) {
    for (int i = changes.size() - 1; i >= kept; i--) {
      undo(rows, rows instanceof List, changes.remove(i));
    }
  }

  /**
   * The rows as they were before all changes.
   *
   * @param rows the collection as it is now, which stays so
   */
  List<Object> before(Collection<Object> rows) {
    final List<Object> copy = new ArrayList<>(requireNonNull(rows, "rows"));
    for (int i = changes.size() - 1; i >= 0; i--) {
      undo(copy, rows instanceof List, changes.get(i));
    }
    return copy;
  }

  private static void undo(Collection<Object> rows, boolean positions, Change change) {
    if (positions) {
      final List<Object> list = (List<Object>) rows;
      if (change instanceof Added added) {
        list.remove(added.position);
      } else if (change instanceof Removed removed) {
        list.add(removed.position, removed.element);
      } else if (change instanceof Replaced replaced) {
        list.set(replaced.position, replaced.before);
      }
    } else if (change instanceof Added added) {
      rows.remove(added.element);
    } else if (change instanceof Removed removed) {
      rows.add(removed.element);
    } else if (change instanceof Replaced replaced) {
      rows.remove(replaced.after);
      rows.add(replaced.before);
    }
  }
}
