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
package io.calcitelens.rules.put;

import static io.calcitelens.prover.LensResource.RESOURCE;

import io.calcitelens.prover.Lens;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensColumn;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.RowRules;
import io.calcitelens.prover.Site;
import org.apache.calcite.DataContext;

/** Judges logical rows: not null and checks, whatever members hold the values. */
final class RowJudge {
  private final Lens lens;
  private final DataContext context;

  RowJudge(Lens lens, DataContext context) {
    this.lens = lens;
    this.context = context;
  }

  /**
   * Judges a row as far as its values are known.
   *
   * @return whether a rule waits for a value that the store gives
   */
  boolean judge(PutRow row) {
    Object[] image = new Object[lens.columns().size()];
    boolean open = false;
    for (int i = 0; i < image.length; i++) {
      image[i] = row.logicalValue(lens, lens.columns().get(i));
      open |= image[i] == Unset.VALUE;
    }
    judgeNulls(image);
    if (open) {
      return hasRules();
    }
    judgeChecks(image);
    return false;
  }

  private boolean hasRules() {
    return !lens.rules().checks().isEmpty()
        || lens.columns().stream().anyMatch(c -> c.logical().notNull());
  }

  /** Judges a whole logical row. */
  void judgeStored(Object[] image) {
    judgeNulls(image);
    judgeChecks(image);
  }

  private void judgeNulls(Object[] image) {
    for (LensColumn column : lens.columns()) {
      boolean stored = column.put() instanceof LensColumn.Put.Direct;
      if (stored && column.logical().notNull() && image[column.logical().ordinal()] == null) {
        Site site = Site.column(lens.table().qualifiedName(), column.logical().name());
        throw LensException.of(LensCode.NOT_NULL, site, RESOURCE.notNull(site.what()));
      }
    }
  }

  private void judgeChecks(Object[] image) {
    for (RowRules.Rule rule : lens.rules().checks()) {
      if (Boolean.FALSE.equals(rule.condition().evaluate(image, context))) {
        Site site = Site.constraint(lens.table().qualifiedName(), rule.check().name());
        throw LensException.of(LensCode.CHECK, site, RESOURCE.checkViolated(site.what()));
      }
    }
  }
}
