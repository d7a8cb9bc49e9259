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

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.TableId;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Site;
import org.apache.calcite.runtime.Resources;

/** What a store reported, where no part of the engine has said it in terms of the design. */
final class StoreFaults {
  private StoreFaults() {}

  /** The fault in terms of the basis. */
  static LensException translate(StoreException e) {
    String store = e.store();
    String table = e.table().map(TableId::name).orElse(store);
    String constraint = e.constraint().map(c -> " (\"" + c + "\")").orElse("");
    return switch (e.kind()) {
      case NOT_NULL ->
          fault(e, LensCode.NOT_NULL, RESOURCE.storeNotNull(String.join(", ", e.columns()), table));
      case UNIQUE -> fault(e, LensCode.UNIQUE, RESOURCE.storeUnique(table, constraint));
      case FOREIGN_KEY ->
          fault(e, LensCode.FOREIGN_KEY, RESOURCE.storeForeignKey(table, constraint));
      case CHECK -> fault(e, LensCode.CHECK, RESOURCE.storeCheck(table, constraint));
      case TOO_LONG -> fault(e, LensCode.VALUE_TOO_LONG, RESOURCE.storeTooLong(table));
      case OUT_OF_RANGE -> fault(e, LensCode.OUT_OF_RANGE, RESOURCE.numberOutOfRange(reason(e)));
      case DIVISION_BY_ZERO -> fault(e, LensCode.DIVISION_BY_ZERO, RESOURCE.divisionByZero());
      case BAD_CAST -> fault(e, LensCode.BAD_CAST, RESOURCE.cannotConvert(reason(e)));
      case SERIALIZATION -> fault(e, LensCode.SERIALIZATION, RESOURCE.storeSerialization(store));
      case CONNECTION -> fault(e, LensCode.CONNECTION_LOST, RESOURCE.storeConnectionLost(store));
      case COMMIT_UNKNOWN -> fault(e, LensCode.COMMIT_UNKNOWN, RESOURCE.storeCommitUnknown(store));
      case FAILED_TRANSACTION ->
          fault(e, LensCode.FAILED_TRANSACTION, RESOURCE.failedTransaction());
      case CANCELLED -> fault(e, LensCode.CANCELLED, RESOURCE.cancelled());
      case READ_ONLY -> fault(e, LensCode.READ_ONLY_TRANSACTION, RESOURCE.storeReadOnly(store));
      case SECOND_WRITER ->
          fault(e, LensCode.NON_TRANSACTIONAL_BASIS, RESOURCE.secondWriter(store));
      case CANNOT_UPDATE ->
          fault(e, LensCode.NOT_SUPPORTED, RESOURCE.storeCannotUpdate(store, table));
      case MIXED -> fault(e, LensCode.STORE, RESOURCE.halfCommitted(store, reason(e)));
      case UNAVAILABLE ->
          fault(e, LensCode.UNAVAILABLE, RESOURCE.storeUnavailable(store, reason(e)));
      default -> fault(e, LensCode.STORE, RESOURCE.storeFault(store, reason(e)));
    };
  }

  private static LensException fault(StoreException e, LensCode code, Resources.Inst sentence) {
    Site site = e.table().map(t -> Site.table(t.name())).orElse(Site.NONE);
    return LensException.of(code, site, sentence);
  }

  private static String reason(StoreException e) {
    Throwable cause = e.getCause();
    String text = cause == null ? e.getMessage() : cause.getMessage();
    return text == null ? e.kind().toString() : text.lines().findFirst().orElse("");
  }
}
