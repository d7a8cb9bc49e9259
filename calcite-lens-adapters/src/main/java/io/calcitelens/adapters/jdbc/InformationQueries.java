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

import static java.util.Objects.requireNonNull;

/**
 * The queries of one schema (their parameter) that tell more of its tables than JDBC's metadata.
 *
 * @param columns table name, column name, whether it is an identity, {@code ALWAYS} for an identity
 *     that takes no value, {@code ALWAYS} for a computed column, the fractional digits of its
 *     seconds, and the collation where text is not compared as it is
 * @param keys table name, constraint name, constraint type, whether it is deferrable, and a column
 *     of it, in their order
 * @param checks table name, constraint name, condition
 */
record InformationQueries(String columns, String keys, String checks) {
  /** As the standard has them. */
  static final InformationQueries STANDARD =
      new InformationQueries(
          "select table_name, column_name, is_identity, identity_generation, is_generated,"
              + " datetime_precision, null"
              + " from information_schema.columns where table_schema = ?",
          "select tc.table_name, tc.constraint_name, tc.constraint_type, tc.is_deferrable,"
              + " k.column_name from information_schema.table_constraints tc"
              + " join information_schema.key_column_usage k"
              + " on k.constraint_schema = tc.constraint_schema"
              + " and k.constraint_name = tc.constraint_name and k.table_name = tc.table_name"
              + " where tc.table_schema = ? and tc.constraint_type in ('PRIMARY KEY', 'UNIQUE')"
              + " order by tc.table_name, tc.constraint_name, k.ordinal_position",
          "select tc.table_name, tc.constraint_name, cc.check_clause"
              + " from information_schema.table_constraints tc"
              + " join information_schema.check_constraints cc"
              + " on cc.constraint_schema = tc.constraint_schema"
              + " and cc.constraint_name = tc.constraint_name where tc.table_schema = ?");

  /** Names of constraints are names within their table. */
  static final InformationQueries MARIADB =
      new InformationQueries(
          "select table_name, column_name,"
              + " case when extra like '%auto_increment%' then 'YES' else 'NO' end, 'BY DEFAULT',"
              + " is_generated, datetime_precision,"
              + " case when collation_name like '%nopad_bin'"
              + " or data_type = 'char' and collation_name like '%_bin'"
              + " then null else collation_name end"
              + " from information_schema.columns where table_schema = ?",
          "select tc.table_name, tc.constraint_name, tc.constraint_type, 'NO', k.column_name"
              + " from information_schema.table_constraints tc"
              + " join information_schema.key_column_usage k"
              + " on k.table_schema = tc.table_schema"
              + " and k.constraint_name = tc.constraint_name and k.table_name = tc.table_name"
              + " where tc.table_schema = ? and tc.constraint_type in ('PRIMARY KEY', 'UNIQUE')"
              + " order by tc.table_name, tc.constraint_name, k.ordinal_position",
          "select table_name, constraint_name, check_clause"
              + " from information_schema.check_constraints where constraint_schema = ?");

  InformationQueries {
    requireNonNull(columns, "columns");
    requireNonNull(keys, "keys");
    requireNonNull(checks, "checks");
  }
}
