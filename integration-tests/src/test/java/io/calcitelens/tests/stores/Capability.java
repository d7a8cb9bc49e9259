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

/** What a store may be able to do, and a test of logical behaviour may ask for. */
public enum Capability {
  /** Checks are judged by the store. */
  CHECKS,
  /** Constraints keep the names that they were given. */
  NAMED_CONSTRAINTS,
  /** Which foreign key a write breaks is told, where several stand at a table. */
  TELLS_FOREIGN_KEYS,
  /** Constraints can be added to a table that is there. */
  ADDED_CONSTRAINTS,
  /** Foreign keys update and delete what refers to a row. */
  REFERENTIAL_ACTIONS,
  /** A row to which another refers can be updated in its other columns, whatever is indexed. */
  UPDATE_OF_REFERRED_ROWS,
  /** Partial unique indexes. */
  PARTIAL_INDEXES,
  /** Unique indexes over expressions. */
  EXPRESSION_INDEXES,
  /** Part of a transaction can be taken back. */
  SAVEPOINTS,
  /** Two sessions write at a time, if not to the same rows. */
  CONCURRENT_WRITERS,
  /** Generated columns. */
  GENERATED_COLUMNS,
  /** Identities that take no given values, and such as are no key. */
  ANY_IDENTITIES,
  /** Lengths of text are judged by the store. */
  TEXT_LENGTHS,
  /** Text that differs in case is equal, and so is text that differs in trailing spaces. */
  CASELESS_PADDED_TEXT,
  /** Several schemas in one database. */
  SCHEMAS
}
