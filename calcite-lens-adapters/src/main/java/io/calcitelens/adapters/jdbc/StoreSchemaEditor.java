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

import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.TableId;
import io.calcitelens.adapters.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes the tables of a schema, and brings existing ones up to their definitions by adding what is
 * missing. It drops nothing and changes no type.
 */
public final class StoreSchemaEditor {
  private final JdbcStore store;

  public StoreSchemaEditor(JdbcStore store) {
    this.store = requireNonNull(store, "store");
  }

  /** The statements that {@link #apply} would run, in their order; empty if all is there. */
  public List<String> plan(String schema, List<TableDefinition> definitions) {
    return steps(schema, definitions).stream().map(SchemaStep::sql).toList();
  }

  /**
   * Runs the plan. If a statement fails, those before it are taken back.
   *
   * @return the statements that ran
   * @throws StoreException if the store refuses one
   */
  public List<String> apply(String schema, List<TableDefinition> definitions) {
    final List<SchemaStep> steps = steps(schema, definitions);
    if (!steps.isEmpty()) {
      run(steps);
    }
    return steps.stream().map(SchemaStep::sql).toList();
  }

  /** Drops a table with its rows. */
  public void dropTable(TableId table) {
    run(
        List.of(
            new SchemaStep(
                "DROP TABLE " + KeyedSql.name(store.dialect(), table.path()), Optional.empty())));
  }

  private List<SchemaStep> steps(String schema, List<TableDefinition> definitions) {
    final List<JdbcBasisTable> tables = JdbcSchemaReader.read(store, StoredSchema.of(schema));
    try (Connection connection = store.dataSource().getConnection()) {
      final SchemaPlanner planner =
          new SchemaPlanner(
              store,
              place(connection, schema),
              tables,
              !store.product().schemas() || exists(connection, schema),
              indexes(connection, tables));
      return planner.plan(definitions);
    } catch (SQLException e) {
      throw store.fault(e, Optional.empty());
    }
  }

  /** Where a database is all that a connection has of schemas, that is where the tables stand. */
  private String place(Connection connection, String schema) throws SQLException {
    return store.product().catalogsForSchemas() && connection.getCatalog() != null
        ? connection.getCatalog()
        : schema;
  }

  private boolean exists(Connection connection, String schema) throws SQLException {
    if (store.product().catalogsForSchemas()) {
      try (ResultSet r = connection.getMetaData().getCatalogs()) {
        while (r.next()) {
          if (r.getString("TABLE_CAT").equals(place(connection, schema))) {
            return true;
          }
        }
        return false;
      }
    }
    try (ResultSet r = connection.getMetaData().getSchemas()) {
      while (r.next()) {
        if (r.getString("TABLE_SCHEM").equals(schema)) {
          return true;
        }
      }
      return false;
    }
  }

  private Set<String> indexes(Connection connection, List<JdbcBasisTable> tables)
      throws SQLException {
    final Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (JdbcBasisTable table : tables) {
      final List<String> path = table.id().path();
      final String place = path.size() > 1 ? path.get(0) : null;
      final boolean catalogs = store.product().catalogsForSchemas();
      try (ResultSet r =
          connection
              .getMetaData()
              .getIndexInfo(
                  catalogs ? place : null,
                  catalogs ? null : place,
                  table.id().name(),
                  false,
                  true)) {
        while (r.next()) {
          if (r.getString("INDEX_NAME") != null) {
            names.add(r.getString("INDEX_NAME"));
          }
        }
      }
    }
    return names;
  }

  private void run(List<SchemaStep> steps) {
    store.forgetIdle();
    final Deque<String> undo = new ArrayDeque<>();
    try (Connection connection = store.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      final List<String> restoring = store.product().prepare(connection);
      try {
        for (SchemaStep step : steps) {
          statement.execute(step.sql());
          step.undo().ifPresent(undo::push);
        }
      } catch (SQLException e) {
        for (String sql : new ArrayList<>(undo)) {
          takeBack(statement, sql, e);
        }
        throw e;
      } finally {
        for (String sql : restoring) {
          statement.execute(sql);
        }
      }
    } catch (SQLException e) {
      throw store.fault(e, Optional.empty());
    }
  }

  private static void takeBack(Statement statement, String sql, SQLException failure) {
    try {
      statement.execute(sql);
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }
}
