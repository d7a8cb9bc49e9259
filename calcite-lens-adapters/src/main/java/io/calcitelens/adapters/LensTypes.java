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
package io.calcitelens.adapters;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;

/** The type system that every part of the product shares, and a factory over it. */
public final class LensTypes {
  /** Decimals up to precision 38, as the large stores have them. */
  public static final RelDataTypeSystem TYPE_SYSTEM = new LensTypeSystem();

  /** A factory for types that outlive a statement. Types compare by digest, across factories. */
  public static final JavaTypeFactoryImpl FACTORY = new Utf8TypeFactory(TYPE_SYSTEM);

  private LensTypes() {}

  /** A factory of a connection's own: a factory keeps state and serves one thread at a time. */
  public static JavaTypeFactoryImpl newFactory() {
    return new Utf8TypeFactory(TYPE_SYSTEM);
  }

  /** Public so that Calcite can create it by name from a connection property. */
  public static final class LensTypeSystem extends RelDataTypeSystemImpl {
    @Override
    public int getMaxPrecision(SqlTypeName typeName) {
      return typeName == SqlTypeName.DECIMAL ? 38 : super.getMaxPrecision(typeName);
    }

    @Override
    public int getMaxScale(SqlTypeName typeName) {
      return typeName == SqlTypeName.DECIMAL ? 38 : super.getMaxScale(typeName);
    }

    /** Texts of several lengths in one column become varchar: nothing is padded. */
    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
      return true;
    }

    /** A timestamp without a precision keeps all that Calcite can hold. */
    @Override
    public int getDefaultPrecision(SqlTypeName typeName) {
      return switch (typeName) {
        case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ ->
            SqlTypeName.MAX_DATETIME_PRECISION;
        default -> super.getDefaultPrecision(typeName);
      };
    }
  }

  /** Text is Unicode whatever the JVM-wide default says. */
  private static final class Utf8TypeFactory extends JavaTypeFactoryImpl {
    Utf8TypeFactory(RelDataTypeSystem typeSystem) {
      super(typeSystem);
    }

    @Override
    public Charset getDefaultCharset() {
      return StandardCharsets.UTF_8;
    }
  }
}
