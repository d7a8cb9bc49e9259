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
import io.calcitelens.adapters.BasisKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

/** What the standard's INFORMATION_SCHEMA tells of one schema beyond JDBC's metadata. */
final class InformationSchema implements SchemaFacts {
  /** Not-null constraints are listed among the checks by some stores. */
  private static final Pattern NOT_NULL =
      Pattern.compile("\\(*(?:\"[^\"]*\"|[\\w$.])+ IS NOT NULL\\)*", Pattern.CASE_INSENSITIVE);

  private final Map<String, Map<String, BasisColumn.Generation>> generations = new HashMap<>();
  private final Map<String, Map<String, Integer>> secondsDigits = new HashMap<>();
  private final Map<String, Map<String, String>> collations = new HashMap<>();
  private final Set<String> readOnly = new HashSet<>();
  private final Map<String, Map<String, Constraint>> constraints = new HashMap<>();
  private final Set<String> deferrable = new HashSet<>();
  private final Set<List<String>> unvalidated = new HashSet<>();
  private final Map<String, List<BasisCheck>> checks = new HashMap<>();
  private final Map<String, Double> rowCounts = new HashMap<>();

  private InformationSchema() {}

  private record Constraint(boolean primary, List<String> columns) {}

  static InformationSchema read(
      Connection connection, InformationQueries queries, StoreProduct product, String schema)
      throws SQLException {
    final InformationSchema result = new InformationSchema();
    result.readColumns(connection, queries.columns(), schema);
    result.readKeys(connection, queries.keys(), schema);
    result.readChecks(connection, queries.checks(), schema);
    if (product.readOnlyTables().isPresent()) {
      query(
          connection,
          product.readOnlyTables().get(),
          schema,
          r -> result.readOnly.add(r.getString(1)));
    }
    if (product.rowEstimates().isPresent()) {
      result.readRowCounts(connection, product.rowEstimates().get(), schema);
    }
    if (product.unvalidatedForeignKeys().isPresent()) {
      query(
          connection,
          product.unvalidatedForeignKeys().get(),
          schema,
          r -> result.unvalidated.add(List.of(r.getString(1), r.getString(2))));
    }
    return result;
  }

  @Override
  public Optional<BasisColumn.Generation> generation(String table, String column) {
    return Optional.ofNullable(generations.getOrDefault(table, Map.of()).get(column));
  }

  /** HSQLDB's metadata leaves them out. */
  @Override
  public Optional<Integer> secondsDigits(String table, String column) {
    return Optional.ofNullable(secondsDigits.getOrDefault(table, Map.of()).get(column));
  }

  @Override
  public Optional<String> collation(String table, String column) {
    return Optional.ofNullable(collations.getOrDefault(table, Map.of()).get(column));
  }

  @Override
  public boolean readOnly(String table) {
    return readOnly.contains(table);
  }

  @Override
  public List<BasisCheck> checks(String table) {
    return checks.getOrDefault(table, List.of());
  }

  @Override
  public OptionalDouble rowCount(String table) {
    final Double count = rowCounts.get(table);
    // An estimate of nothing is mostly one that was never made.
    return count == null || count < 1 ? OptionalDouble.empty() : OptionalDouble.of(count);
  }

  @Override
  public boolean deferrable(String constraint) {
    return deferrable.contains(constraint);
  }

  @Override
  public boolean unvalidated(String table, String foreignKey) {
    return unvalidated.contains(List.of(table, foreignKey));
  }

  @Override
  public Optional<List<BasisKey>> constraints(String table, List<BasisColumn> columns) {
    final List<BasisKey> keys = new ArrayList<>();
    constraints
        .getOrDefault(table, Map.of())
        .forEach(
            (name, constraint) ->
                keys.add(
                    new BasisKey(
                        name,
                        JdbcSchemaReader.ordinals(columns, constraint.columns),
                        constraint.primary)));
    return Optional.of(keys);
  }

  private void readColumns(Connection connection, String sql, String schema) throws SQLException {
    query(
        connection,
        sql,
        schema,
        r -> {
          final BasisColumn.Generation generation =
              "ALWAYS".equals(r.getString(5))
                  ? BasisColumn.Generation.COMPUTED
                  : !"YES".equals(r.getString(3))
                      ? BasisColumn.Generation.NONE
                      : "ALWAYS".equals(r.getString(4))
                          ? BasisColumn.Generation.IDENTITY_ALWAYS
                          : BasisColumn.Generation.IDENTITY_BY_DEFAULT;
          generations
              .computeIfAbsent(r.getString(1), t -> new HashMap<>())
              .put(r.getString(2), generation);
          final int precision = r.getInt(6);
          if (!r.wasNull()) {
            secondsDigits
                .computeIfAbsent(r.getString(1), t -> new HashMap<>())
                .put(r.getString(2), precision);
          }
          if (r.getString(7) != null) {
            collations
                .computeIfAbsent(r.getString(1), t -> new HashMap<>())
                .put(r.getString(2), r.getString(7));
          }
        });
  }

  private void readKeys(Connection connection, String sql, String schema) throws SQLException {
    query(
        connection,
        sql,
        schema,
        r -> {
          final String name = r.getString(2);
          if ("YES".equals(r.getString(4))) {
            deferrable.add(name);
          } else {
            final boolean primary = r.getString(3).startsWith("PRIMARY");
            constraints
                .computeIfAbsent(r.getString(1), t -> new LinkedHashMap<>())
                .computeIfAbsent(name, n -> new Constraint(primary, new ArrayList<>()))
                .columns
                .add(r.getString(5));
          }
        });
  }

  private void readChecks(Connection connection, String sql, String schema) throws SQLException {
    query(
        connection,
        sql,
        schema,
        r -> {
          if (!NOT_NULL.matcher(r.getString(3).trim()).matches()) {
            checks
                .computeIfAbsent(r.getString(1), t -> new ArrayList<>())
                .add(new BasisCheck(r.getString(2), r.getString(3)));
          }
        });
  }

  private void readRowCounts(Connection connection, String sql, String schema) throws SQLException {
    query(connection, sql, schema, r -> rowCounts.put(r.getString(1), r.getDouble(2)));
  }

  @FunctionalInterface
  private interface RowConsumer {
    void accept(ResultSet row) throws SQLException;
  }

  private static void query(Connection connection, String sql, String schema, RowConsumer consumer)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, schema);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          consumer.accept(rows);
        }
      }
    }
  }
}
