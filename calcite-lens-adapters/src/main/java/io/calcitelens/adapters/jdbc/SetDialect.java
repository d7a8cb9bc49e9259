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

import io.calcitelens.adapters.BasisTable;
import io.calcitelens.adapters.SetProgram;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlDialect;

/** How a product spells statements over sets of rows. */
abstract class SetDialect {
  /** The source in the text of a statement. */
  static final String SOURCE = "s";

  private final SqlDialect dialect;

  SetDialect(SqlDialect dialect) {
    this.dialect = dialect;
  }

  /** A statement with {@code merge}, for products that know no {@code update … from}. */
  static SetDialect merging(SqlDialect dialect) {
    return new Merging(dialect);
  }

  /** A statement with {@code update … from}, and changes of data within a query. */
  static SetDialect joining(SqlDialect dialect) {
    return new Joining(dialect);
  }

  /**
   * What a statement reads.
   *
   * @param text the query
   * @param columns the names of its columns
   */
  record Source(String text, List<String> columns) {}

  abstract String update(String table, List<String> key, List<String> set, Source source);

  abstract String delete(String table, List<String> key, Source source);

  /**
   * Locks rows.
   *
   * @param touched a column that can be written over itself
   */
  abstract String lock(String table, List<String> key, String touched, Source source);

  /** Whether the rows that a lock counts are those that a write changed. */
  abstract boolean locksByWriting();

  /** Captured rows and the steps that read them: several statements, or one. */
  abstract SetProgram program(
      List<SetProgram.Lock> locks,
      BasisTable buffer,
      StoreStatement capture,
      List<SetProgram.Step> steps,
      StoreProduct product);

  /** Whether a program is one message. */
  abstract boolean programsAreOneMessage();

  final String insert(String table, List<String> columns, Source source) {
    return "INSERT INTO " + table + " (" + names(columns) + ") " + source.text();
  }

  final String quote(String name) {
    return dialect.quoteIdentifier(name);
  }

  final String names(List<String> names) {
    return names.stream().map(this::quote).collect(Collectors.joining(", "));
  }

  /** Equality of a table's key with the first columns of the source. */
  final String matches(String table, List<String> key, Source source) {
    return IntStream.range(0, key.size())
        .mapToObj(i -> table + "." + quote(key.get(i)) + " = " + ofSource(source.columns().get(i)))
        .collect(Collectors.joining(" AND "));
  }

  final String assignments(List<String> key, List<String> set, Source source) {
    return IntStream.range(0, set.size())
        .mapToObj(i -> quote(set.get(i)) + " = " + ofSource(source.columns().get(key.size() + i)))
        .collect(Collectors.joining(", "));
  }

  final String ofSource(String column) {
    return quote(SOURCE) + "." + quote(column);
  }

  private static final class Merging extends SetDialect {
    Merging(SqlDialect dialect) {
      super(dialect);
    }

    private String merge(String table, List<String> key, Source source) {
      return "MERGE INTO "
          + table
          + " AS "
          + quote("t")
          + " USING ("
          + source.text()
          + ") AS "
          + quote(SOURCE)
          + " ON ("
          + matches(quote("t"), key, source)
          + ") WHEN MATCHED THEN ";
    }

    @Override
    String update(String table, List<String> key, List<String> set, Source source) {
      return merge(table, key, source) + "UPDATE SET " + assignments(key, set, source);
    }

    @Override
    String delete(String table, List<String> key, Source source) {
      return merge(table, key, source) + "DELETE";
    }

    /** Each row that {@code for update} locks evaluates a subquery anew, so rows are touched. */
    @Override
    String lock(String table, List<String> key, String touched, Source source) {
      return merge(table, key, source)
          + "UPDATE SET "
          + quote(touched)
          + " = "
          + quote("t")
          + "."
          + quote(touched);
    }

    @Override
    boolean locksByWriting() {
      return true;
    }

    @Override
    SetProgram program(
        List<SetProgram.Lock> locks,
        BasisTable buffer,
        StoreStatement capture,
        List<SetProgram.Step> steps,
        StoreProduct product) {
      return BufferProgram.of(locks, buffer, capture, steps, this, product);
    }

    @Override
    boolean programsAreOneMessage() {
      return false;
    }
  }

  private static final class Joining extends SetDialect {
    Joining(SqlDialect dialect) {
      super(dialect);
    }

    @Override
    String update(String table, List<String> key, List<String> set, Source source) {
      return "UPDATE "
          + table
          + " AS "
          + quote("t")
          + " SET "
          + assignments(key, set, source)
          + " FROM ("
          + source.text()
          + ") AS "
          + quote(SOURCE)
          + " WHERE "
          + matches(quote("t"), key, source);
    }

    @Override
    String delete(String table, List<String> key, Source source) {
      return "DELETE FROM "
          + table
          + " AS "
          + quote("t")
          + " USING ("
          + source.text()
          + ") AS "
          + quote(SOURCE)
          + " WHERE "
          + matches(quote("t"), key, source);
    }

    @Override
    boolean locksByWriting() {
      return false;
    }

    @Override
    String lock(String table, List<String> key, String touched, Source source) {
      return "SELECT COUNT(*) FROM (SELECT 1 FROM "
          + table
          + " WHERE ("
          + names(key)
          + ") IN ("
          + source.text()
          + ") ORDER BY "
          + names(key)
          + " FOR UPDATE) AS "
          + quote(SOURCE);
    }

    @Override
    SetProgram program(
        List<SetProgram.Lock> locks,
        BasisTable buffer,
        StoreStatement capture,
        List<SetProgram.Step> steps,
        StoreProduct product) {
      return QueryProgram.of(locks, buffer, capture, steps, this);
    }

    @Override
    boolean programsAreOneMessage() {
      return true;
    }
  }
}
