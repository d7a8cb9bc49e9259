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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.BasisTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/** Statements sent past the product, and its tables by name. */
final class StoreFixture implements AutoCloseable {
  static final String SCHEMA = "sales";

  final JdbcStore store;
  final Products product;

  StoreFixture(Products product) {
    this.product = product;
    this.store = product.open();
    run("create schema \"sales\"");
  }

  StoreFixture run(String... statements) {
    try (Connection connection = store.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
      return this;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** The first column of the first row. */
  Object value(String sql) {
    try (Connection connection = store.dataSource().getConnection();
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getObject(1) : null;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  List<JdbcBasisTable> tables() {
    return JdbcSchemaReader.read(store, StoredSchema.of(SCHEMA));
  }

  JdbcBasisTable table(String name) {
    return tables().stream().filter(t -> t.id().name().equals(name)).findFirst().orElseThrow();
  }

  static List<BasisColumn> columns(BasisTable table, String... names) {
    return Arrays.stream(names).map(n -> table.column(n).orElseThrow()).toList();
  }

  static Object[] row(Object... values) {
    return values;
  }

  @Override
  public void close() {
    if (product == Products.HSQLDB) {
      run("shutdown");
    }
    store.close();
  }
}
