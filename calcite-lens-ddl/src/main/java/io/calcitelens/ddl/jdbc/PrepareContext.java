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

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.jdbc.CalcitePrepare;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.tools.RelRunner;

/** What parts of Calcite ask of the connection while it plans: the state that it plans against. */
final class PrepareContext implements CalcitePrepare.Context {
  private final LensConnection connection;
  private final CalciteSchema rootSchema;

  PrepareContext(LensConnection connection, CalciteSchema rootSchema) {
    this.connection = connection;
    this.rootSchema = rootSchema;
  }

  @Override
  public JavaTypeFactory getTypeFactory() {
    return connection.getTypeFactory();
  }

  @Override
  public CalciteSchema getRootSchema() {
    return rootSchema;
  }

  @Override
  public CalciteSchema getMutableRootSchema() {
    return rootSchema;
  }

  @Override
  public List<String> getDefaultSchemaPath() {
    return connection.defaultSchemaPath();
  }

  @Override
  public CalciteConnectionConfig config() {
    return connection.config();
  }

  @Override
  public CalcitePrepare.SparkHandler spark() {
    return CalcitePrepare.Dummy.getSparkHandler(false);
  }

  @Override
  public DataContext getDataContext() {
    return connection.createDataContext(Map.of(), rootSchema);
  }

  @Override
  public List<String> getObjectPath() {
    return null;
  }

  @Override
  public RelRunner getRelRunner() {
    try {
      return connection.unwrap(RelRunner.class);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
