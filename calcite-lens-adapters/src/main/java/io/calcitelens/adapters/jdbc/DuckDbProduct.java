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

import io.calcitelens.adapters.BasisColumn;
import io.calcitelens.adapters.LensTypes;
import io.calcitelens.adapters.StoreCapabilities;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.schema.ColumnDefinition;
import io.calcitelens.adapters.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * DuckDB. Transactions see one state each and lock nothing: the second of two that write the same
 * row is told, at its statement or at its commit.
 */
final class DuckDbProduct extends StoreProduct {
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

  /** Another catalog of the same connection has a schema of the same name: system, for one. */
  @Override
  boolean readsOwnCatalog() {
    return true;
  }

  @Override
  boolean placesIndexes() {
    return false;
  }

  @Override
  boolean addsConstraints() {
    return false;
  }

  @Override
  boolean addsConstrainedColumns() {
    return false;
  }

  @Override
  boolean keepsConstraintNames() {
    return false;
  }

  @Override
  boolean refersFreely() {
    return false;
  }

  @Override
  boolean returnsRows() {
    return true;
  }

  @Override
  Optional<ExactText.Operators> exactText() {
    return Optional.of(StoreDialects.DUCKDB_EXACT_TEXT);
  }

  /** What a division gives is a double, or null where it is by zero. */
  @Override
  boolean divides() {
    return false;
  }

  @Override
  boolean padsFixedText() {
    return false;
  }

  @Override
  SchemaFacts facts(String store, Connection connection, StoredSchema schema) throws SQLException {
    return schema.schema().isPresent()
        ? DuckDbFacts.read(connection, store, schema.schema().get())
        : SchemaFacts.NONE;
  }

  @Override
  RelDataType columnType(int jdbcType, String typeName, int size, int digits, boolean nullable) {
    return LensTypes.FACTORY.createTypeWithNullability(DuckDbTypes.of(typeName), nullable);
  }

  @Override
  String typeName(RelDataType type, boolean indexed) {
    return DuckDbTypes.name(type)
        .orElseThrow(() -> new AssertionError("a type that was not judged: " + type));
  }

  @Override
  Optional<StoreException.Kind> refusal(TableDefinition table, ColumnDefinition column) {
    if (column.generation() == BasisColumn.Generation.IDENTITY_ALWAYS
        || column.generation() == BasisColumn.Generation.IDENTITY_BY_DEFAULT) {
      return Optional.of(StoreException.Kind.CANNOT_GENERATE);
    }
    return DuckDbTypes.name(column.type()).isPresent()
        ? Optional.empty()
        : Optional.of(StoreException.Kind.CANNOT_HOLD);
  }

  /** Decimals are multiplied into as many digits as it takes, and no others are said to fit. */
  @Override
  boolean computes(RexCall call) {
    switch (call.getKind()) {
      case TIMES:
      case CHECKED_TIMES:
        return call.getOperands().stream().noneMatch(o -> SqlTypeUtil.isDecimal(o.getType()));
      default:
        return call.getOperator() != SqlStdOperatorTable.UPPER
            && call.getOperator() != SqlStdOperatorTable.LOWER;
    }
  }

  @Override
  boolean isWithoutTransaction(SQLException e) {
    return e.getMessage() != null && e.getMessage().contains("no transaction is active");
  }

  @Override
  StoreFault fault(SQLException e) {
    return DuckDbFaults.of(e);
  }
}
