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
package io.calcitelens.ddl.jdbc;

import io.calcitelens.ddl.catalog.RelationDescription;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.apache.calcite.avatica.AvaticaDatabaseMetaData;

/** What the driver can do, and the relations of the database as clients see them. */
final class LensDatabaseMetaData extends AvaticaDatabaseMetaData {
  private final LensConnection owner;

  LensDatabaseMetaData(LensConnection connection) {
    super(connection);
    this.owner = connection;
  }

  // --- what the driver can do

  @Override
  public boolean isReadOnly() throws SQLException {
    return owner.isReadOnly();
  }

  @Override
  public boolean supportsTransactions() {
    return true;
  }

  @Override
  public boolean supportsSavepoints() {
    return true;
  }

  @Override
  public boolean supportsBatchUpdates() {
    return true;
  }

  @Override
  public boolean supportsGetGeneratedKeys() {
    return true;
  }

  @Override
  public boolean supportsMultipleTransactions() {
    return true;
  }

  @Override
  public boolean supportsDataDefinitionAndDataManipulationTransactions() {
    return false;
  }

  @Override
  public boolean supportsDataManipulationTransactionsOnly() {
    return true;
  }

  @Override
  public boolean dataDefinitionCausesTransactionCommit() {
    return false;
  }

  @Override
  public int getDefaultTransactionIsolation() {
    return Connection.TRANSACTION_READ_COMMITTED;
  }

  @Override
  public boolean supportsTransactionIsolationLevel(int level) {
    return level == Connection.TRANSACTION_READ_COMMITTED
        || level == Connection.TRANSACTION_REPEATABLE_READ
        || level == Connection.TRANSACTION_SERIALIZABLE;
  }

  @Override
  public int getResultSetHoldability() {
    return ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public boolean supportsResultSetHoldability(int holdability) {
    return holdability == ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }

  @Override
  public boolean supportsOpenCursorsAcrossCommit() {
    return false;
  }

  @Override
  public boolean supportsOpenCursorsAcrossRollback() {
    return false;
  }

  @Override
  public Connection getConnection() {
    return owner;
  }

  // --- relations

  @Override
  public ResultSet getTables(
      String catalog, String schemaPattern, String tableNamePattern, String[] types)
      throws SQLException {
    List<String> kinds = types == null ? List.of() : List.of(types);
    return MetadataRows.tables(
        owner,
        relations(schemaPattern, tableNamePattern).stream()
            .filter(r -> types == null || kinds.contains(r.kind()))
            .toList());
  }

  @Override
  public ResultSet getColumns(
      String catalog, String schemaPattern, String tableNamePattern, String columnNamePattern)
      throws SQLException {
    return MetadataRows.columns(
        owner, relations(schemaPattern, tableNamePattern), like(columnNamePattern));
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(String catalog, String schemaPattern) throws SQLException {
    Predicate<String> matches = like(schemaPattern);
    return MetadataRows.schemas(
        owner,
        owner.state().rootSchema().getSubSchemaMap().keySet().stream().filter(matches).toList());
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    return MetadataRows.tableTypes(owner);
  }

  @Override
  public ResultSet getPrimaryKeys(String catalog, String schema, String table) throws SQLException {
    return MetadataRows.primaryKeys(owner, named(schema, table));
  }

  @Override
  public ResultSet getBestRowIdentifier(
      String catalog, String schema, String table, int scope, boolean nullable)
      throws SQLException {
    return MetadataRows.bestRowIdentifier(owner, named(schema, table));
  }

  @Override
  public ResultSet getIndexInfo(
      String catalog, String schema, String table, boolean unique, boolean approximate)
      throws SQLException {
    return MetadataRows.indexes(owner, named(schema, table));
  }

  @Override
  public ResultSet getImportedKeys(String catalog, String schema, String table)
      throws SQLException {
    return MetadataRows.foreignKeys(
        owner, owner.state().relations(), isNamed(schema, table), r -> true);
  }

  @Override
  public ResultSet getExportedKeys(String catalog, String schema, String table)
      throws SQLException {
    return MetadataRows.foreignKeys(
        owner, owner.state().relations(), r -> true, isNamed(schema, table));
  }

  @Override
  public ResultSet getCrossReference(
      String parentCatalog,
      String parentSchema,
      String parentTable,
      String foreignCatalog,
      String foreignSchema,
      String foreignTable)
      throws SQLException {
    return MetadataRows.foreignKeys(
        owner,
        owner.state().relations(),
        isNamed(foreignSchema, foreignTable),
        isNamed(parentSchema, parentTable));
  }

  private List<RelationDescription> relations(String schemaPattern, String tablePattern) {
    Predicate<String> schema = like(schemaPattern);
    Predicate<String> table = like(tablePattern);
    return owner.state().relations().stream()
        .filter(r -> schema.test(r.schema()) && table.test(r.name()))
        .toList();
  }

  private List<RelationDescription> named(String schema, String table) {
    return owner.state().relations().stream().filter(isNamed(schema, table)).toList();
  }

  private static Predicate<RelationDescription> isNamed(String schema, String table) {
    return r ->
        (schema == null || r.schema().equalsIgnoreCase(schema))
            && (table == null || r.name().equalsIgnoreCase(table));
  }

  /** Matches a JDBC pattern, without regard to case, as names do. */
  private static Predicate<String> like(String pattern) {
    if (pattern == null || pattern.equals("%")) {
      return name -> true;
    }
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        regex.append(java.util.regex.Pattern.quote(String.valueOf(pattern.charAt(++i))));
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        regex.append(java.util.regex.Pattern.quote(String.valueOf(Character.toLowerCase(c))));
      }
    }
    String expression = regex.toString();
    return name -> name.toLowerCase(Locale.ROOT).matches(expression);
  }
}
