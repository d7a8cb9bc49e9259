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

import io.calcitelens.rules.DmlResult;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/** The result that JDBC's generated keys are read from. */
final class GeneratedKeys {
  private GeneratedKeys() {}

  static ResultSet result(
      LensConnection connection, KeyRequest keys, Optional<DmlResult.Generated> stored)
      throws SQLException {
    try {
      Outcome.Rows rows = rows(connection, keys, stored);
      LensStatement holder = (LensStatement) connection.createStatement();
      LensResultSet result = LensResultSet.open(connection, holder, rows);
      holder.closeOnCompletion();
      return result;
    } catch (RuntimeException e) {
      throw ErrorTranslation.toSql(e);
    }
  }

  private static Outcome.Rows rows(
      LensConnection connection, KeyRequest keys, Optional<DmlResult.Generated> stored) {
    ResultColumns columns = new ResultColumns(connection.getTypeFactory());
    if (stored.isEmpty()) {
      return new Outcome.Rows(
          columns.text("GENERATED_KEY"), ResultRows.of(Linq4j.emptyEnumerator()));
    }
    DmlResult.Generated generated = stored.get();
    List<Integer> ordinals = keys.ordinals(generated);
    RelDataTypeFactory.Builder type = connection.getTypeFactory().builder();
    for (int ordinal : ordinals) {
      type.add(generated.rowType().getFieldList().get(ordinal));
    }
    RelDataType rowType = type.build();
    List<Object[]> rows = new ArrayList<>();
    for (Object[] row : generated.rows()) {
      rows.add(ordinals.stream().map(o -> row[o]).toArray());
    }
    return new Outcome.Rows(columns.of(rowType), ResultRows.of(Linq4j.enumerator(rows)));
  }
}
