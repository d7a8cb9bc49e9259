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
package io.calcitelens.ddl.catalog;

import io.calcitelens.ddl.parser.SqlIndexDeclaration;
import io.calcitelens.ddl.parser.SqlTableDeclaration;
import io.calcitelens.ddl.parser.SqlViewDeclaration;
import org.apache.calcite.sql.SqlNode;

/** Words for the items of a schema block. */
final class PhysicalItems {
  private PhysicalItems() {}

  static String words(SqlNode item) {
    if (item instanceof SqlIndexDeclaration index) {
      return "index " + index.name();
    }
    if (item instanceof SqlViewDeclaration view) {
      return (view.materialized() ? "materialized view " : "view ") + view.name();
    }
    if (item instanceof SqlTableDeclaration table) {
      return "table " + table.name();
    }
    return item.toString();
  }
}
