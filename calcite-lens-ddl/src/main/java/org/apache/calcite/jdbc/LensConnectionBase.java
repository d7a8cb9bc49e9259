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
package org.apache.calcite.jdbc;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.Meta;

/**
 * Opens what Calcite keeps within this package, so that the driver's own connection, statements and
 * results can stand elsewhere. It has no behaviour of its own.
 */
public abstract class LensConnectionBase extends CalciteConnectionImpl {
  protected LensConnectionBase(
      Driver driver,
      AvaticaFactory factory,
      String url,
      Properties info,
      CalciteSchema rootSchema,
      JavaTypeFactory typeFactory) {
    super(driver, factory, url, info, rootSchema, typeFactory);
  }

  @Override
  public abstract PreparedBase prepareStatement(
      String sql, int resultSetType, int resultSetConcurrency, int resultSetHoldability)
      throws SQLException;

  /** The connection's own root schema: that of its model, not that of the database. */
  protected final CalciteSchema ownRootSchema() {
    return rootSchema;
  }

  /** The names of the schemas in it, as they are now: a view that is not copied. */
  protected final Set<String> ownSchemaNames() {
    return rootSchema.subSchemaMap.map().keySet();
  }

  /** What a statement must extend so that Calcite's connection takes it. */
  public abstract static class StatementBase extends CalciteStatement {
    protected StatementBase(
        LensConnectionBase connection,
        Meta.StatementHandle handle,
        int resultSetType,
        int resultSetConcurrency,
        int resultSetHoldability) {
      super(connection, handle, resultSetType, resultSetConcurrency, resultSetHoldability);
    }
  }

  /** What a prepared statement must extend so that Calcite's connection takes it. */
  public abstract static class PreparedBase extends CalcitePreparedStatement {
    protected PreparedBase(
        LensConnectionBase connection,
        Meta.StatementHandle handle,
        Meta.Signature signature,
        int resultSetType,
        int resultSetConcurrency,
        int resultSetHoldability)
        throws SQLException {
      super(
          connection, handle, signature, resultSetType, resultSetConcurrency, resultSetHoldability);
    }
  }

  /** What a result must extend so that arrays and nested rows in it can be read. */
  public abstract static class ResultBase extends CalciteResultSet {
    protected ResultBase(
        org.apache.calcite.avatica.AvaticaStatement statement,
        CalcitePrepare.CalciteSignature<?> signature,
        ResultSetMetaData metaData,
        TimeZone timeZone,
        Meta.Frame firstFrame)
        throws SQLException {
      super(statement, signature, metaData, timeZone, firstFrame);
    }
  }
}
