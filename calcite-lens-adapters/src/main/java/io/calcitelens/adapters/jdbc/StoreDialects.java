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

import io.calcitelens.adapters.LensTypes;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlAlienSystemTypeNameSpec;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlDialectFactoryImpl;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.dialect.DuckDBSqlDialect;
import org.apache.calcite.sql.dialect.H2SqlDialect;
import org.apache.calcite.sql.dialect.HsqldbSqlDialect;
import org.apache.calcite.sql.dialect.MysqlSqlDialect;
import org.apache.calcite.sql.dialect.PostgresqlSqlDialect;
import org.apache.calcite.sql.dialect.SqliteSqlDialect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Dialects as the stores speak them. Calcite's own write character sets into literals, take one
 * order of nulls for all products, and leave HSQLDB's names unquoted.
 */
final class StoreDialects {
  static final SqlDialect H2 = new H2();
  static final SqlDialect HSQLDB = new Hsqldb();
  static final SqlDialect POSTGRESQL = new Postgres();
  static final SqlDialect MARIADB = new MariaDb();
  static final ExactText.Operators MARIADB_EXACT_TEXT =
      new ExactText.Operators(collated("utf8mb4_nopad_bin"), collated("utf8mb4_bin"));
  static final SqlDialect DUCKDB = new DuckDb();

  /** Text of a fixed length is compared elsewhere. */
  static final ExactText.Operators SQLITE_EXACT_TEXT =
      new ExactText.Operators(collated("BINARY"), collated("BINARY"));

  static final ExactText.Operators DUCKDB_EXACT_TEXT =
      new ExactText.Operators(collated("C"), collated("C"));

  private StoreDialects() {}

  @SuppressWarnings("deprecation")
  static SqlDialect generic(DatabaseMetaData metaData) {
    return new SqlDialectFactoryImpl().create(metaData);
  }

  /** SQLite's joins depend on its version. */
  static SqlDialect sqlite(DatabaseMetaData metaData) throws SQLException {
    return new Sqlite(metaData.getDatabaseMajorVersion(), metaData.getDatabaseMinorVersion());
  }

  /** An operator that is named by the collation of its result. */
  private static SqlFunction collated(String collation) {
    return SqlBasicFunction.create(
        collation, ReturnTypes.ARG0, OperandTypes.CHARACTER, SqlFunctionCategory.STRING);
  }

  /** Writes text with the collation that its operator is named by. */
  private static void collate(SqlWriter writer, SqlCall call, String before, String after) {
    writer.print("(" + before);
    call.operand(0).unparse(writer, 0, 0);
    writer.print(after + " COLLATE " + call.getOperator().getName() + ")");
    writer.setNeedWhitespace(true);
  }

  private static SqlNode alien(String name, RelDataType type) {
    return new SqlDataTypeSpec(
        new SqlAlienSystemTypeNameSpec(name, type.getSqlTypeName(), SqlParserPos.ZERO),
        SqlParserPos.ZERO);
  }

  /** A moment is spelled as the standard has it; Calcite's own name for it is nobody else's. */
  private static boolean isInstant(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }

  private static SqlNode instant(RelDataType type) {
    return alien("TIMESTAMP(" + Math.max(0, type.getPrecision()) + ") WITH TIME ZONE", type);
  }

  private static final class H2 extends H2SqlDialect {
    H2() {
      super(
          H2SqlDialect.DEFAULT_CONTEXT
              .withNullCollation(NullCollation.LOW)
              .withDataTypeSystem(LensTypes.TYPE_SYSTEM));
    }

    @Override
    public boolean supportGenerateSelectStar(RelNode relNode) {
      return false;
    }

    @Override
    public void quoteStringLiteral(StringBuilder buf, String charsetName, String val) {
      super.quoteStringLiteral(buf, null, val);
    }

    @Override
    public SqlNode getCastSpec(RelDataType type) {
      return isInstant(type) ? instant(type) : super.getCastSpec(type);
    }
  }

  private static final class Hsqldb extends HsqldbSqlDialect {
    Hsqldb() {
      super(
          HsqldbSqlDialect.DEFAULT_CONTEXT
              .withIdentifierQuoteString("\"")
              .withNullCollation(NullCollation.FIRST)
              .withDataTypeSystem(LensTypes.TYPE_SYSTEM));
    }

    @Override
    public boolean supportGenerateSelectStar(RelNode relNode) {
      return false;
    }

    @Override
    public void quoteStringLiteral(StringBuilder buf, String charsetName, String val) {
      super.quoteStringLiteral(buf, null, val);
    }

    @Override
    public SqlNode getCastSpec(RelDataType type) {
      if (type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED) {
        if (type.getSqlTypeName() == SqlTypeName.VARCHAR) {
          return alien("LONGVARCHAR", type);
        }
        if (type.getSqlTypeName() == SqlTypeName.VARBINARY) {
          return alien("LONGVARBINARY", type);
        }
      }
      return isInstant(type) ? instant(type) : super.getCastSpec(type);
    }
  }

  private static final class Postgres extends PostgresqlSqlDialect {
    Postgres() {
      super(
          PostgresqlSqlDialect.DEFAULT_CONTEXT
              .withNullCollation(NullCollation.HIGH)
              .withDataTypeSystem(LensTypes.TYPE_SYSTEM));
    }

    @Override
    public boolean supportGenerateSelectStar(RelNode relNode) {
      return false;
    }

    @Override
    public void quoteStringLiteral(StringBuilder buf, String charsetName, String val) {
      super.quoteStringLiteral(buf, null, val);
    }

    @Override
    public SqlNode getCastSpec(RelDataType type) {
      if (isInstant(type)) {
        return instant(type);
      }
      return type.getSqlTypeName() == SqlTypeName.VARBINARY
          ? alien("bytea", type)
          : super.getCastSpec(type);
    }
  }

  private static final class MariaDb extends MysqlSqlDialect {
    MariaDb() {
      super(
          MysqlSqlDialect.DEFAULT_CONTEXT
              .withNullCollation(NullCollation.LOW)
              .withDataTypeSystem(LensTypes.TYPE_SYSTEM));
    }

    @Override
    public boolean supportGenerateSelectStar(RelNode relNode) {
      return false;
    }

    /** Backslashes stand for themselves, as a session is told, and there are no escapes by code. */
    @Override
    public void quoteStringLiteral(StringBuilder buf, String charsetName, String val) {
      buf.append('\'').append(val.replace("'", "''")).append('\'');
    }

    @Override
    public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
      if (MARIADB_EXACT_TEXT.contains(call.getOperator())) {
        collate(writer, call, "CONVERT(", " USING utf8mb4)");
      } else {
        super.unparseCall(writer, call, leftPrec, rightPrec);
      }
    }

    @Override
    public SqlNode getCastSpec(RelDataType type) {
      return switch (type.getSqlTypeName()) {
        case BOOLEAN, TINYINT, SMALLINT -> alien("SIGNED", type);
        case REAL, FLOAT, DOUBLE -> alien("DOUBLE", type);
        case BINARY, VARBINARY -> alien("BINARY", type);
        case UUID -> alien("UUID", type);
        case TIME -> alien("TIME(" + Math.max(0, type.getPrecision()) + ")", type);
        case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ ->
            alien("DATETIME(" + Math.max(0, type.getPrecision()) + ")", type);
        default -> super.getCastSpec(type);
      };
    }
  }

  private static final class Sqlite extends SqliteSqlDialect {
    Sqlite(int majorVersion, int minorVersion) {
      super(
          SqliteSqlDialect.DEFAULT_CONTEXT
              .withDatabaseMajorVersion(majorVersion)
              .withDatabaseMinorVersion(minorVersion)
              .withIdentifierQuoteString("\"")
              .withNullCollation(NullCollation.LOW)
              .withDataTypeSystem(LensTypes.TYPE_SYSTEM));
    }

    @Override
    public boolean supportsCharSet() {
      return false;
    }

    @Override
    public boolean supportGenerateSelectStar(RelNode relNode) {
      return false;
    }

    @Override
    public void quoteStringLiteral(StringBuilder buf, String charsetName, String val) {
      super.quoteStringLiteral(buf, null, val);
    }

    @Override
    public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
      if (SQLITE_EXACT_TEXT.contains(call.getOperator())) {
        collate(writer, call, "", "");
      } else {
        super.unparseCall(writer, call, leftPrec, rightPrec);
      }
    }

    /** Dates and times are text. */
    @Override
    public void unparseDateTimeLiteral(
        SqlWriter writer, SqlAbstractDateTimeLiteral literal, int leftPrec, int rightPrec) {
      writer.literal("'" + literal.toFormattedString() + "'");
    }

    /** A cast makes one of the few forms that values are stored in. */
    @Override
    public SqlNode getCastSpec(RelDataType type) {
      return switch (type.getSqlTypeName()) {
        case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT -> alien("INTEGER", type);
        case DECIMAL -> alien("NUMERIC", type);
        case REAL, FLOAT, DOUBLE -> alien("REAL", type);
        case BINARY, VARBINARY -> alien("BLOB", type);
        default -> alien("TEXT", type);
      };
    }
  }

  private static final class DuckDb extends DuckDBSqlDialect {
    DuckDb() {
      super(
          DuckDBSqlDialect.DEFAULT_CONTEXT
              .withIdentifierQuoteString("\"")
              .withNullCollation(NullCollation.LAST)
              .withDataTypeSystem(LensTypes.TYPE_SYSTEM));
    }

    @Override
    public boolean supportsCharSet() {
      return false;
    }

    @Override
    public boolean supportGenerateSelectStar(RelNode relNode) {
      return false;
    }

    @Override
    public void quoteStringLiteral(StringBuilder buf, String charsetName, String val) {
      super.quoteStringLiteral(buf, null, val);
    }

    @Override
    public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
      if (DUCKDB_EXACT_TEXT.contains(call.getOperator())) {
        collate(writer, call, "", "");
      } else {
        super.unparseCall(writer, call, leftPrec, rightPrec);
      }
    }

    @Override
    public SqlNode getCastSpec(RelDataType type) {
      return DuckDbTypes.name(type)
          .map(name -> alien(name, type))
          .orElseGet(() -> super.getCastSpec(type));
    }
  }
}
