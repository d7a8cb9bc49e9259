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
 * How a product prepares a transaction under a name, and ends what is prepared.
 *
 * @param prepare prepares the open transaction; holds {@code %s} for the name, as do the next two
 * @param commit commits what was prepared, in any session
 * @param rollback takes back what was prepared, in any session
 * @param prepared a query of the names of all that is prepared
 * @param bound whether what is prepared belongs to its session as long as that lives; else it is
 *     everybody's, and ended outside any transaction
 */
record BranchSql(String prepare, String commit, String rollback, String prepared, boolean bound) {
  static final BranchSql POSTGRESQL =
      new BranchSql(
          "prepare transaction '%s'",
          "commit prepared '%s'",
          "rollback prepared '%s'",
          "select gid from pg_prepared_xacts where database = current_database()",
          false);

  static final BranchSql H2 =
      new BranchSql(
          "prepare commit \"%s\"",
          "commit transaction \"%s\"",
          "rollback transaction \"%s\"",
          "select transaction_name from information_schema.in_doubt",
          true);

  BranchSql {
    requireNonNull(prepare, "prepare");
    requireNonNull(commit, "commit");
    requireNonNull(rollback, "rollback");
    requireNonNull(prepared, "prepared");
  }
}
