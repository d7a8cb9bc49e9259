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

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Where the values of one statement go in a child and its parent. */
final class ParentPut {
  private final Layout layout;
  private final List<Map<String, Object>> children;
  private final List<Map<String, Object>> parents;
  private final Map<Object, Map<String, Object>> supplied = new HashMap<>();
  private final Set<Object> missed = new java.util.HashSet<>();
  private final Set<String> errors = new TreeSet<>();
  private final List<Map<String, Object>> written = new ArrayList<>();
  private boolean avoided;

  ParentPut(Layout layout, List<Map<String, Object>> children, List<Map<String, Object>> parents) {
    this.layout = layout;
    this.children = children;
    this.parents = parents;
  }

  Set<String> errors() {
    return errors;
  }

  /** Whether the rules leave the result open. */
  boolean avoided() {
    return avoided;
  }

  /** The keys of the written rows, as they are now. */
  List<Object> keys() {
    return written.stream().map(row -> row.get(layout.key())).toList();
  }

  void update(List<Map<String, Object>> captured, List<String> assigned) {
    boolean rekey = assigned.contains(layout.stitch());
    List<String> shared = assigned.stream().filter(layout.shared()::containsKey).toList();
    if (layout.self() && assigned.contains(layout.key()) && (rekey || !shared.isEmpty())) {
      avoided = true;
      return;
    }
    Map<Map<String, Object>, Map<String, Object>> deltas = new IdentityHashMap<>();
    for (Map<String, Object> row : captured) {
      Map<String, Object> child = find(children, layout.key(), row.get(null));
      written.add(child);
      for (String column : assigned) {
        if (!shared.contains(column)) {
          assign(deltas, child, column, row.get(column));
        }
      }
      if (rekey) {
        attach(row, row.get(layout.stitch()), shared);
      } else if (!shared.isEmpty()) {
        writeParent(deltas, row, child.get(layout.stitch()), shared);
      }
    }
    judgeMisses();
    deltas.forEach(Map::putAll);
    insertParents();
  }

  private void assign(
      Map<Map<String, Object>, Map<String, Object>> deltas,
      Map<String, Object> row,
      String column,
      Object value) {
    Map<String, Object> delta = deltas.computeIfAbsent(row, r -> new HashMap<>());
    if (delta.containsKey(column) && !same(delta.get(column), value)) {
      errors.add("21");
    }
    delta.put(column, value);
  }

  /** The parent's columns assigned where the key to it is not. */
  private void writeParent(
      Map<Map<String, Object>, Map<String, Object>> deltas,
      Map<String, Object> row,
      Object key,
      List<String> shared) {
    Map<String, Object> values = notNull(row, shared);
    if (key == null) {
      if (!values.isEmpty()) {
        errors.add("23");
      }
      return;
    }
    Map<String, Object> parent = find(parents, layout.parentKey(), key);
    if (parent != null) {
      for (String column : shared) {
        assign(deltas, parent, layout.shared().get(column), row.get(column));
      }
    } else if (values.isEmpty()) {
      avoided = true;
    } else {
      supply(key, listed(row, shared), true);
    }
  }

  /** A new key to a parent, with what is assigned beside it. */
  private void attach(Map<String, Object> row, Object key, List<String> shared) {
    Map<String, Object> values = notNull(row, shared);
    if (key == null) {
      if (!values.isEmpty()) {
        errors.add("23");
      }
      return;
    }
    Map<String, Object> parent = find(parents, layout.parentKey(), key);
    if (parent != null) {
      for (String column : shared) {
        avoided |= !same(parent.get(layout.shared().get(column)), row.get(column));
      }
    } else if (values.isEmpty()) {
      missed.add(key);
    } else {
      supply(key, listed(row, shared), true);
    }
  }

  void insert(List<Map<String, Object>> rows) {
    for (Map<String, Object> row : rows) {
      Map<String, Object> child = new HashMap<>();
      for (String column : layout.own()) {
        child.put(
            column, row.containsKey(column) ? row.get(column) : layout.defaults().get(column));
      }
      children.add(child);
      written.add(child);
    }
    List<String> shared = List.copyOf(layout.shared().keySet());
    for (Map<String, Object> row : rows) {
      Object key = row.get(layout.stitch());
      Map<String, Object> values = notNull(row, shared);
      if (key == null) {
        avoided |= !values.isEmpty();
        continue;
      }
      List<Map<String, Object>> found =
          parents.stream().filter(p -> same(p.get(layout.parentKey()), key)).toList();
      if (!found.isEmpty()) {
        found.forEach(parent -> agree(parent, values));
      } else if (values.isEmpty()) {
        missed.add(key);
      } else {
        supply(key, listed(row, shared), false);
      }
    }
    judgeMisses();
    insertParents();
  }

  /** A parent that is there must say what an inserted row says of it. */
  private void agree(Map<String, Object> parent, Map<String, Object> values) {
    values.forEach(
        (column, value) -> {
          Object stored = parent.get(layout.shared().get(column));
          if (stored == null && written.contains(parent)) {
            avoided = true;
          } else if (!same(stored, value)) {
            errors.add("21");
          }
        });
  }

  /** A parent that the statement brings; all rows that bring it must say the same. */
  private void supply(Object key, Map<String, Object> values, boolean strict) {
    Map<String, Object> before = supplied.putIfAbsent(key, values);
    if (before == null) {
      return;
    }
    if (!before.keySet().equals(values.keySet())) {
      avoided = true;
      return;
    }
    for (Map.Entry<String, Object> value : values.entrySet()) {
      boolean nullBeside = (before.get(value.getKey()) == null) != (value.getValue() == null);
      if (nullBeside) {
        // A null is not supplied, so it need not be what another row of the statement says.
        avoided = true;
      } else if (!same(before.get(value.getKey()), value.getValue())) {
        errors.add("21");
        avoided |= strict;
      }
    }
  }

  private void judgeMisses() {
    if (!layout.inner()) {
      return;
    }
    for (Object key : missed) {
      if (supplied.containsKey(key)) {
        avoided = true;
      } else {
        errors.add("23");
      }
    }
  }

  private void insertParents() {
    supplied.forEach(
        (key, values) -> {
          Map<String, Object> parent = new HashMap<>();
          List<String> columns =
              layout.self() ? layout.own() : List.copyOf(layout.shared().values());
          columns.forEach(c -> parent.put(c, layout.defaults().get(c)));
          values.forEach((column, value) -> parent.put(layout.shared().get(column), value));
          parent.put(layout.parentKey(), key);
          parents.add(parent);
        });
  }

  /** The values of the columns that the statement names; null among them is null. */
  private static Map<String, Object> listed(Map<String, Object> row, List<String> columns) {
    Map<String, Object> values = new HashMap<>();
    for (String column : columns) {
      if (row.containsKey(column)) {
        values.put(column, row.get(column));
      }
    }
    return values;
  }

  private static Map<String, Object> notNull(Map<String, Object> row, List<String> columns) {
    Map<String, Object> values = new HashMap<>();
    for (String column : columns) {
      if (row.get(column) != null) {
        values.put(column, row.get(column));
      }
    }
    return values;
  }

  private static Map<String, Object> find(
      List<Map<String, Object>> rows, String column, Object value) {
    return rows.stream().filter(row -> same(row.get(column), value)).findFirst().orElse(null);
  }

  private static boolean same(Object a, Object b) {
    if (a instanceof Number && b instanceof Number) {
      return new BigDecimal(a.toString()).compareTo(new BigDecimal(b.toString())) == 0;
    }
    return a == null ? b == null : a.equals(b);
  }
}
