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
import java.util.function.Predicate;

/**
 * A child table whose rows read a parent's columns.
 *
 * @param view the join, as a view of the twin
 * @param child the table that decides whether a row exists
 * @param parent the shared table; the child again in a self-join
 * @param inner whether a row without a parent is hidden
 * @param own the child's columns, all shown under their names; the key first
 * @param stitch the child's column that holds the parent's key
 * @param parentKey the parent's key
 * @param shared the shown columns of the parent: logical name → its name
 * @param defaults of the child's and the parent's columns, by the names in their tables
 * @param check a rule over a logical row
 */
record Layout(
    String view,
    String child,
    String parent,
    boolean inner,
    List<String> own,
    String stitch,
    String parentKey,
    Map<String, String> shared,
    Map<String, Object> defaults,
    Predicate<Map<String, Object>> check) {
  boolean self() {
    return child.equals(parent);
  }

  String key() {
    return own.get(0);
  }

  List<String> columns() {
    List<String> all = new ArrayList<>(own);
    all.addAll(shared.keySet());
    return all;
  }
}
