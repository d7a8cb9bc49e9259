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
package io.calcitelens.adapters;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * One column of a basis table, as its store describes it.
 *
 * @param ordinal 0-based position in {@link BasisTable#columns()}
 * @param name the name as the store spells it
 * @param type the Calcite type, nullable where the store allows null
 * @param jdbcType the store's type as a constant of {@link java.sql.Types}
 * @param generation how the store fills the column by itself
 * @param defaultSql the store's default in the store's own SQL, if there is one
 * @param collation how the store compares the column's text, if not as it is: without regard to
 *     case, accents or trailing spaces
 */
public record BasisColumn(
    int ordinal,
    String name,
    RelDataType type,
    int jdbcType,
    Generation generation,
    Optional<String> defaultSql,
    Optional<String> collation) {
  public BasisColumn {
    requireNonNull(name, "name");
    requireNonNull(type, "type");
    requireNonNull(generation, "generation");
    requireNonNull(defaultSql, "defaultSql");
    requireNonNull(collation, "collation");
  }

  /** A column whose text, if it has any, is compared as it is. */
  public BasisColumn(
      int ordinal,
      String name,
      RelDataType type,
      int jdbcType,
      Generation generation,
      Optional<String> defaultSql) {
    this(ordinal, name, type, jdbcType, generation, defaultSql, Optional.empty());
  }

  /** How a store fills a column by itself. */
  public enum Generation {
    /** It does not; at most there is a default. */
    NONE,
    /** Identity that takes no supplied value. */
    IDENTITY_ALWAYS,
    /** Identity where no value is supplied. */
    IDENTITY_BY_DEFAULT,
    /** Computed from other columns; never written. */
    COMPUTED
  }

  /** Whether a row can be inserted without a value for this column. */
  public boolean optionalOnInsert() {
    return type.isNullable() || generation != Generation.NONE || defaultSql.isPresent();
  }

  /** Whether the store takes a value for this column in an update. */
  public boolean updatable() {
    return writable() && generation != Generation.IDENTITY_ALWAYS;
  }

  /** Whether a row can be inserted with a value for this column. */
  public boolean writable() {
    return generation != Generation.COMPUTED && type.getSqlTypeName() != SqlTypeName.ANY;
  }
}
