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
import java.sql.DatabaseMetaData;
import java.sql.SQLException;

/** Any other product, by what its metadata and the standard say. */
final class GenericProduct extends StoreProduct {
  private final boolean catalogs;

  GenericProduct(DatabaseMetaData metaData) throws SQLException {
    super(
        StoreDialects.generic(metaData),
        new StoreCapabilities(
            metaData.supportsTransactions(),
            false,
            false,
            metaData.supportsSavepoints(),
            false,
            false));
    this.catalogs =
        !metaData.supportsSchemasInTableDefinitions()
            && metaData.supportsCatalogsInTableDefinitions();
  }

  @Override
  boolean catalogsForSchemas() {
    return catalogs;
  }

  @Override
  StoreFault fault(SQLException e) {
    return StoreFault.of(kind(e));
  }
}
