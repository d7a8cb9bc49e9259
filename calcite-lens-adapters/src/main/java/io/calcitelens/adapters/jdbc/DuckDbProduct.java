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

import io.calcitelens.adapters.StoreCapabilities;
import java.sql.Connection;
import java.sql.SQLException;

/** DuckDB. */
final class DuckDbProduct extends StoreProduct {
  DuckDbProduct() {
    super(StoreDialects.DUCKDB, new StoreCapabilities(true, false, false, false, false, true));
  }

  @Override
  boolean takesReadOnly() {
    return false;
  }

  /** Each transaction sees one state of the database; the driver knows this level alone. */
  @Override
  int isolation(int isolation) {
    return Connection.TRANSACTION_NONE;
  }

  @Override
  StoreFault fault(SQLException e) {
    return StoreFault.of(kind(e));
  }
}
