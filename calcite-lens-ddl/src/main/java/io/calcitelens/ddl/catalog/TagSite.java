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

/** A kind of thing that tags can stand on. */
enum TagSite {
  LOGICAL_SCHEMA("a logical schema"),
  LOGICAL_TABLE("a table of a logical schema"),
  LOGICAL_COLUMN("a column of a logical schema"),
  LOGICAL_CONSTRAINT("a constraint of a logical schema"),
  BASIS_SCHEMA("a physical schema"),
  BASIS_TABLE("a table of a physical schema"),
  BASIS_COLUMN("a column of a physical schema"),
  BASIS_CONSTRAINT("a constraint of a physical schema"),
  VIEW("a view");

  private final String words;

  TagSite(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
