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

import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.TableId;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import io.calcitelens.prover.Throwables;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Makes the exceptions of the catalog. */
final class Faults {
  private Faults() {}

  static LensException at(LensCode code, SqlNode node, Resources.Inst sentence) {
    return at(code, Site.NONE, node, sentence);
  }

  static LensException at(LensCode code, Site site, SqlNode node, Resources.Inst sentence) {
    SqlParserPos pos = node.getParserPosition();
    return LensException.of(
        code, site.withPosition(pos.getLineNum(), pos.getColumnNum()), sentence);
  }

  /** A store's refusal of a change of its tables. */
  static LensException store(String schema, StoreException e) {
    String table = e.table().map(TableId::name).orElse(schema);
    String columns = String.join(", ", e.columns());
    return switch (e.kind()) {
      case CANNOT_ADD ->
          unsupported(
              e, RESOURCE.storeCannotAdd(e.store(), table, e.constraint().orElse("") + columns(e)));
      case CANNOT_REFER ->
          unsupported(
              e,
              RESOURCE.storeCannotRefer(e.store(), table, e.constraint().orElse("") + columns(e)));
      case CANNOT_HOLD -> unsupported(e, RESOURCE.storeCannotHold(e.store(), table, columns));
      case CANNOT_GENERATE ->
          unsupported(e, RESOURCE.storeCannotGenerate(e.store(), table, columns));
      case UNAVAILABLE, CONNECTION -> refused(LensCode.UNAVAILABLE, schema, e);
      default -> refused(LensCode.STORE, schema, e);
    };
  }

  private static String columns(StoreException e) {
    return e.columns().isEmpty() ? "" : " (" + String.join(", ", e.columns()) + ")";
  }

  private static LensException unsupported(StoreException e, Resources.Inst sentence) {
    return LensException.of(LensCode.NOT_SUPPORTED, sentence).because(e);
  }

  private static LensException refused(LensCode code, String schema, StoreException e) {
    return LensException.of(code, RESOURCE.storeRefused(schema, e.store(), Throwables.sentence(e)))
        .because(e);
  }

  /** The only or last part of a name. */
  static String last(SqlIdentifier name) {
    return name.names.get(name.names.size() - 1);
  }
}
