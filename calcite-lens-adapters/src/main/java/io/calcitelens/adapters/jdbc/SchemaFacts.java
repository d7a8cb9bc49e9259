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
package io.calcitelens.adapters.jdbc;

import io.calcitelens.adapters.BasisCheck;
import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisForeignKey;
import io.calcitelens.adapters.BasisKey;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;

/**
 * What a product tells of one schema where JDBC's metadata does not tell it, or tells it wrongly.
 * What a product leaves empty is taken from the metadata.
 */
interface SchemaFacts {
  /** Of a product of which nothing is known beyond the metadata. */
  SchemaFacts NONE = new SchemaFacts() {};

  /**
   * The type of a column, where its declaration tells more than the metadata; ANY if its values are
   * only shown. That it may be null is taken from the metadata.
   */
  default Optional<RelDataType> type(String table, String column) {
    return Optional.empty();
  }

  /** Whether a column is never null though its declaration does not say so. */
  default boolean neverNull(String table, String column) {
    return false;
  }

  /** How the store fills a column by itself. */
  default Optional<BasisColumn.Generation> generation(String table, String column) {
    return Optional.empty();
  }

  /** The fractional digits of a column's seconds. */
  default Optional<Integer> secondsDigits(String table, String column) {
    return Optional.empty();
  }

  /** How a column's text is compared, where it is not compared as it is. */
  default Optional<String> collation(String table, String column) {
    return Optional.empty();
  }

  /** Whether a table is only read. */
  default boolean readOnly(String table) {
    return false;
  }

  /** The primary key and the unique constraints of a table, without those that are deferrable. */
  default Optional<List<BasisKey>> constraints(String table, List<BasisColumn> columns) {
    return Optional.empty();
  }

  /**
   * The unique indexes of a table over columns of all its rows: no partial ones, and none over
   * expressions. Those behind constraints may be among them.
   */
  default Optional<List<BasisKey>> uniqueIndexes(String table, List<BasisColumn> columns) {
    return Optional.empty();
  }

  /**
   * The columns whose change deletes a row and inserts it, as far as the store tells: a row that is
   * only to be locked is better not written there.
   */
  default Set<String> indexed(String table) {
    return Set.of();
  }

  /** Whether a constraint is judged at commit, so that its index is no key. */
  default boolean deferrable(String constraint) {
    return false;
  }

  /** The foreign keys by which tables of the schema refer to others. */
  default Optional<List<BasisForeignKey>> foreignKeys() {
    return Optional.empty();
  }

  /** Whether a foreign key was never judged for the rows that were there before it. */
  default boolean unvalidated(String table, String foreignKey) {
    return false;
  }

  /** The checks of a table, without those that say that a column is not null. */
  default List<BasisCheck> checks(String table) {
    return List.of();
  }

  /** An estimate of the number of a table's rows. */
  default OptionalDouble rowCount(String table) {
    return OptionalDouble.empty();
  }
}
