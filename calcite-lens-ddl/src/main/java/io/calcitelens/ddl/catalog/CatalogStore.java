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
package io.calcitelens.ddl.catalog;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.ddl.deploy.DeployedSchema;
import io.calcitelens.ddl.mapper.SqlTrees;
import io.calcitelens.ddl.parser.LensParsers;
import io.calcitelens.ddl.parser.SqlDeclareLens;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.calcite.sql.SqlNode;

/**
 * Keeps the truth of a catalog, its texts, in tables of a store; all else is compiled from them.
 */
final class CatalogStore {
  /** The schema of the store that holds the catalog; it is no schema of the database. */
  static final String SCHEMA = "lens_catalog";

  private static final String TABLE = "\"" + SCHEMA + "\".\"entry\"";
  private final DataSource dataSource;

  CatalogStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** The kinds of texts. */
  enum Kind {
    /** {@code declare schema}: the last that was said. */
    DECLARED_SCHEMA,
    /** {@code declare lens}: the last that was said. */
    DECLARED_LENS,
    /** A physical schema as it was applied. */
    APPLIED_BASIS,
    /** A schema of {@code create schema}. */
    CREATED_SCHEMA,
    /** A view: columns, query, schema path. */
    VIEW,
    /** A type or a function: the statement. */
    OBJECT,
    /** A logical schema as it was deployed: design, lens, generation, time. */
    DEPLOYED
  }

  /** One text, or several that belong together. */
  record Entry(Kind kind, String name, List<String> texts) {
    Entry {
      texts = List.copyOf(texts);
    }

    String text(int i) {
      return texts.get(i);
    }
  }

  /** Reads what was saved last; nothing in a new store. */
  List<Entry> load() {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      create(statement);
      List<Entry> entries = new ArrayList<>();
      try (ResultSet r =
          statement.executeQuery(
              "SELECT \"kind\", \"name\", \"text0\", \"text1\", \"text2\", \"text3\" FROM "
                  + TABLE
                  + " ORDER BY \"seq\"")) {
        while (r.next()) {
          List<String> texts = new ArrayList<>();
          for (int i = 0; i < 4; i++) {
            texts.add(Optional.ofNullable(r.getString(3 + i)).orElse(""));
          }
          entries.add(new Entry(Kind.valueOf(r.getString(1)), r.getString(2), texts));
        }
      }
      return entries;
    } catch (SQLException e) {
      throw fault(e);
    }
  }

  private static void create(Statement statement) throws SQLException {
    statement.execute("CREATE SCHEMA IF NOT EXISTS \"" + SCHEMA + "\"");
    statement.execute(
        "CREATE TABLE IF NOT EXISTS "
            + TABLE
            + " (\"seq\" INT PRIMARY KEY, \"kind\" VARCHAR(40) NOT NULL,"
            + " \"name\" VARCHAR NOT NULL, \"text0\" CLOB, \"text1\" CLOB, \"text2\" CLOB,"
            + " \"text3\" CLOB)");
  }

  /** Saves a state in place of the one before: all of it, or nothing. */
  void save(CatalogState state) {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try (Statement delete = connection.createStatement();
          PreparedStatement insert =
              connection.prepareStatement("INSERT INTO " + TABLE + " VALUES (?,?,?,?,?,?,?)")) {
        delete.execute("DELETE FROM " + TABLE);
        int sequence = 0;
        for (Entry entry : entries(state)) {
          insert.setInt(1, sequence++);
          insert.setString(2, entry.kind().name());
          insert.setString(3, entry.name());
          for (int i = 0; i < 4; i++) {
            insert.setString(4 + i, i < entry.texts().size() ? entry.text(i) : null);
          }
          insert.addBatch();
        }
        insert.executeBatch();
        connection.commit();
      } catch (SQLException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw fault(e);
    }
  }

  private static List<Entry> entries(CatalogState state) {
    List<Entry> entries = new ArrayList<>();
    state.declarations().forEach(d -> add(entries, Kind.DECLARED_SCHEMA, d.name().getSimple(), d));
    state
        .lensBlocks()
        .forEach(l -> add(entries, Kind.DECLARED_LENS, l.logicalSchema().getSimple(), l));
    for (BasisSchema basis : state.bases()) {
      if (basis.applied().isPresent()) {
        add(entries, Kind.APPLIED_BASIS, basis.name(), basis.applied().get());
      } else if (basis.origin() == BasisSchema.Origin.CREATED) {
        entries.add(new Entry(Kind.CREATED_SCHEMA, basis.name(), List.of()));
      }
    }
    state.objects().forEach((name, statement) -> add(entries, Kind.OBJECT, name, statement));
    for (PlainView view : state.views()) {
      if (!view.declared()) {
        entries.add(view(view));
      }
    }
    for (DeployedSchema deployed : state.deployed()) {
      entries.add(deployed(deployed));
    }
    return entries;
  }

  private static void add(List<Entry> entries, Kind kind, String name, SqlNode statement) {
    entries.add(new Entry(kind, name, List.of(LensParsers.toSql(statement))));
  }

  private static Entry view(PlainView view) {
    return new Entry(
        Kind.VIEW,
        view.name(),
        List.of(
            view.schema(),
            String.join("\n", view.columns()),
            SqlTrees.text(view.query()),
            String.join("\n", view.schemaPath())));
  }

  private static Entry deployed(DeployedSchema deployed) {
    return new Entry(
        Kind.DEPLOYED,
        deployed.name(),
        List.of(
            LensParsers.toSql(deployed.design()),
            deployed.lens().map(CatalogStore::text).orElse(""),
            deployed.basis(),
            deployed.generation() + " " + deployed.deployedAt()));
  }

  private static String text(SqlDeclareLens lens) {
    return LensParsers.toSql(lens);
  }

  private static LensException fault(SQLException e) {
    return LensException.of(LensCode.STORE, RESOURCE.catalogStore(e.getMessage())).because(e);
  }
}
