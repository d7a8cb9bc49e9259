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

import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.LogicalConstraint;
import io.calcitelens.prover.LogicalTable;
import io.calcitelens.prover.Site;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.calcite.runtime.Resources;

/** Whether the foreign keys of a design refer to something, with as many columns. */
final class ForeignKeyCheck {
  private final BiFunction<String, String, Optional<LogicalTable>> tables;

  /**
   * Creates a check.
   *
   * @param tables finds a designed table by schema and name
   */
  ForeignKeyCheck(BiFunction<String, String, Optional<LogicalTable>> tables) {
    this.tables = tables;
  }

  void check(LogicalTable table, List<LensException> faults) {
    for (LogicalConstraint constraint : table.constraints()) {
      if (constraint instanceof LogicalConstraint.ForeignKey key) {
        fault(key)
            .ifPresent(
                sentence ->
                    faults.add(
                        LensException.of(
                            LensCode.INVALID_DECLARATION,
                            Site.constraint(table.qualifiedName(), key.name()),
                            sentence)));
      }
    }
  }

  private Optional<Resources.Inst> fault(LogicalConstraint.ForeignKey key) {
    String referenced = key.referencedSchema() + "." + key.referencedTable();
    Optional<LogicalTable> found = tables.apply(key.referencedSchema(), key.referencedTable());
    if (found.isEmpty()) {
      return Optional.of(RESOURCE.unknownReference(key.name(), referenced));
    }
    LogicalTable target = found.get();
    for (String column : key.referencedColumns()) {
      if (target.column(column).isEmpty()) {
        return Optional.of(RESOURCE.unknownReferencedColumn(key.name(), column, referenced));
      }
    }
    if (key.referencedColumns().isEmpty() && target.primaryKey().isEmpty()) {
      return Optional.of(RESOURCE.referenceWithoutKey(key.name(), referenced));
    }
    int arity =
        key.referencedColumns().isEmpty()
            ? target.primaryKey().orElseThrow().columns().size()
            : key.referencedColumns().size();
    if (arity != key.columns().size()) {
      return Optional.of(
          RESOURCE.referenceArity(key.name(), key.columns().size(), referenced, arity));
    }
    return isKey(target, key)
        ? Optional.empty()
        : Optional.of(RESOURCE.referenceToNoKey(key.name(), referenced));
  }

  private static boolean isKey(LogicalTable target, LogicalConstraint.ForeignKey key) {
    if (key.referencedColumns().isEmpty()) {
      return true;
    }
    List<Integer> referenced =
        key.referencedColumns().stream()
            .map(c -> target.column(c).orElseThrow().ordinal())
            .sorted()
            .toList();
    return target.constraints().stream()
        .filter(LogicalConstraint.Key.class::isInstance)
        .map(LogicalConstraint.Key.class::cast)
        .anyMatch(
            k -> k.where().isEmpty() && k.columns().stream().sorted().toList().equals(referenced));
  }
}
