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

import io.calcitelens.adapters.StoreException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the messages of DuckDB tell: it has no states or codes. */
final class DuckDbFaults {
  /** What the driver puts before a message where a statement failed before it ran. */
  private static final String WRAPPING =
      "Invalid Input Error: Attempting to execute an unsuccessful or closed pending query result\n"
          + "Error: ";

  private static final Pattern NOT_NULL =
      Pattern.compile("NOT NULL constraint failed: (.*?)\\.(.*)", Pattern.DOTALL);
  private static final Pattern CHECK =
      Pattern.compile(
          "CHECK constraint failed on table (.*?) with expression CHECK\\((.*)\\)", Pattern.DOTALL);
  private static final Pattern KEY =
      Pattern.compile(
          "(?:Duplicate key|because key) \"(.*)\" (?:violates|does|is still)", Pattern.DOTALL);

  /** Values stand in a message as they are: one that reads like a part hides what follows. */
  private static final Pattern PART = Pattern.compile("(?:^|, )([^:,]+): ");

  private DuckDbFaults() {}

  static StoreFault of(SQLException e) {
    final String told = e.getMessage() == null ? "" : e.getMessage();
    final String message = told.startsWith(WRAPPING) ? told.substring(WRAPPING.length()) : told;
    final StoreFault fault = StoreFault.of(kind(e, message));
    switch (fault.kind()) {
      case NOT_NULL:
        final Matcher column = NOT_NULL.matcher(message);
        return column.find()
            ? fault.at(Optional.of(column.group(1)), List.of(column.group(2)), Optional.empty())
            : fault;
      case CHECK:
        final Matcher check = CHECK.matcher(message);
        return check.find()
            ? fault.at(Optional.of(check.group(1)), List.of(), Optional.of(check.group(2)))
            : fault;
      case UNIQUE:
      case FOREIGN_KEY:
        final Matcher key = KEY.matcher(message);
        return key.find()
            ? fault.at(Optional.empty(), columns(key.group(1)), Optional.empty())
            : fault;
      default:
        return fault;
    }
  }

  /** The columns of a key that is told as {@code a: 1, b: x}. */
  private static List<String> columns(String key) {
    final List<String> columns = new ArrayList<>();
    final Matcher matcher = PART.matcher(key);
    while (matcher.find()) {
      columns.add(matcher.group(1));
    }
    return columns;
  }

  private static StoreException.Kind kind(SQLException e, String message) {
    if (message.startsWith("Constraint Error: ")) {
      return constraint(message);
    }
    if (message.startsWith("TransactionContext Error: ")) {
      // Two transactions that wrote the same meet at the second's statement, or at its commit.
      return message.contains("Current transaction is aborted")
          ? StoreException.Kind.FAILED_TRANSACTION
          : message.contains("onflict") || message.contains("Failed to commit")
              ? StoreException.Kind.SERIALIZATION
              : StoreException.Kind.OTHER;
    }
    final String lower = message.toLowerCase(Locale.ROOT);
    if (lower.contains("write-write conflict")) {
      return StoreException.Kind.SERIALIZATION;
    }
    if (message.startsWith("Out of Range Error: ")) {
      return StoreException.Kind.OUT_OF_RANGE;
    }
    if (message.startsWith("Conversion Error: ")) {
      return lower.contains("destination type")
              || lower.contains("value is out of range")
              || lower.contains("to decimal(")
          ? StoreException.Kind.OUT_OF_RANGE
          : StoreException.Kind.BAD_CAST;
    }
    if (lower.contains("read-only mode")) {
      return StoreException.Kind.READ_ONLY;
    }
    if (message.startsWith("INTERRUPT Error")) {
      return StoreException.Kind.CANCELLED;
    }
    if (message.startsWith("IO Error: ")) {
      return StoreException.Kind.UNAVAILABLE;
    }
    return message.startsWith("FATAL Error: ") || lower.contains("database has been invalidated")
        ? StoreException.Kind.CONNECTION
        : StoreProduct.kind(e);
  }

  private static StoreException.Kind constraint(String message) {
    if (message.contains("NOT NULL constraint failed")) {
      return StoreException.Kind.NOT_NULL;
    }
    if (message.contains("CHECK constraint failed")) {
      return StoreException.Kind.CHECK;
    }
    if (message.contains("foreign key constraint")) {
      return StoreException.Kind.FOREIGN_KEY;
    }
    return StoreException.Kind.UNIQUE;
  }
}
