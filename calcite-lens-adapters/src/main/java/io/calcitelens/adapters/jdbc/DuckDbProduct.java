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
import io.calcitelens.adapters.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** DuckDB. */
final class DuckDbProduct extends StoreProduct {
  private static final Pattern KEY = Pattern.compile("Duplicate key \"(.*?)\" violates");
  private static final Pattern NOT_NULL =
      Pattern.compile("NOT NULL constraint failed: (.*)\\.(.*?)$", Pattern.MULTILINE);

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

  /** An integer divided by another is no integer, and by zero it is infinite or null. */
  @Override
  boolean divides() {
    return false;
  }

  /** Its exceptions have words alone, perhaps behind others. */
  @Override
  StoreFault fault(SQLException e) {
    final String message = e.getMessage() == null ? "" : e.getMessage();
    final Matcher key = KEY.matcher(message);
    if (key.find()) {
      return StoreFault.of(StoreException.Kind.UNIQUE)
          .at(Optional.empty(), List.of(key.group(1).split(": [^,]*(?:, )?")), Optional.empty());
    }
    final Matcher column = NOT_NULL.matcher(message);
    if (column.find()) {
      return StoreFault.of(StoreException.Kind.NOT_NULL)
          .at(Optional.of(column.group(1)), List.of(column.group(2)), Optional.empty());
    }
    return StoreFault.of(kindOf(e, message));
  }

  private static StoreException.Kind kindOf(SQLException e, String message) {
    if (message.contains("Violates foreign key constraint")) {
      return StoreException.Kind.FOREIGN_KEY;
    }
    if (message.contains("CHECK constraint failed")) {
      return StoreException.Kind.CHECK;
    }
    if (message.contains("Out of Range Error") || message.contains("value is out of range")) {
      return StoreException.Kind.OUT_OF_RANGE;
    }
    if (message.contains("Conversion Error")) {
      return StoreException.Kind.BAD_CAST;
    }
    if (message.contains("Current transaction is aborted")) {
      return StoreException.Kind.FAILED_TRANSACTION;
    }
    return message.contains("TransactionContext Error") && message.contains("onflict")
        ? StoreException.Kind.SERIALIZATION
        : kind(e);
  }
}
