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

import io.calcitelens.adapters.StoreCapabilities;
import io.calcitelens.adapters.StoreException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;

/** HSQLDB 2.7. */
final class HsqldbProduct extends StoreProduct {
  private static final Pattern DETAIL =
      Pattern.compile(
          ";\\s*(?:size limit: \\S+|(\\S+))?\\s*table: (.*?)(?: column: (.*?))?(?: value: .*)?$",
          Pattern.DOTALL);

  /** A number that is read into a narrower type than it was computed in. */
  private static final Pattern NARROWED =
      Pattern.compile(
          "from SQL type (?:SMALLINT|INTEGER|BIGINT|DECIMAL|NUMERIC|DOUBLE) to java\\.lang\\.(?:Byte|Short|Integer|Long), value: ");

  HsqldbProduct() {
    super(StoreDialects.HSQLDB, new StoreCapabilities(true, false, false, true, false, false));
  }

  @Override
  boolean ordersTextByCodeUnits() {
    return true;
  }

  @Override
  boolean standardBinaryLiterals() {
    return true;
  }

  @Override
  boolean julianBeforeGregorian() {
    return true;
  }

  @Override
  boolean savepointEndsWithRollback() {
    return true;
  }

  @Override
  boolean testsTruth() {
    return false;
  }

  @Override
  Optional<InformationQueries> informationSchema() {
    return Optional.of(InformationQueries.STANDARD);
  }

  @Override
  boolean padsText() {
    return true;
  }

  @Override
  Optional<String> rowEstimates() {
    return Optional.of(
        "select table_name, cardinality from information_schema.system_tablestats"
            + " where table_schema = ?");
  }

  @Override
  String typeName(RelDataType type, boolean indexed) {
    return DeclaredTypes.hsqldb(type);
  }

  @Override
  StoreFault fault(SQLException e) {
    final StoreFault fault = StoreFault.of(kindOf(e));
    final Matcher matcher = DETAIL.matcher(e.getMessage() == null ? "" : e.getMessage());
    if (!matcher.find()) {
      return fault;
    }
    return fault.at(
        Optional.of(QuotedNames.last(matcher.group(2))),
        matcher.group(3) == null ? List.of() : List.of(QuotedNames.last(matcher.group(3))),
        Optional.ofNullable(matcher.group(1)).map(QuotedNames::last));
  }

  private static StoreException.Kind kindOf(SQLException e) {
    return e.getMessage() != null && NARROWED.matcher(e.getMessage()).find()
        ? StoreException.Kind.OUT_OF_RANGE
        : kind(e);
  }
}
