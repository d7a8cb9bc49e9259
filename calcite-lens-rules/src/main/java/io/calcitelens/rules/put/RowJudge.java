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

/**
 * Judges logical rows: not null and checks, whatever members hold the values; the rules of lower
 * lenses too, and the types that these declare.
 */
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
    boolean open = judge(row, lens, 0);
    for (Lens.Lower lower : lens.lower()) {
      // What the upper lens joins outer may have no row of the lower one.
      int anchor = lower.offset() + lower.lens().anchorMember().offset();
      if (row.present.get(lens.memberOf(anchor).index())) {
        open |= judge(row, lower.lens(), lower.offset());
        judgeTypes(row, lower);
      }
    }
    return open;
  }

  private boolean judge(PutRow row, Lens judged, int offset) {
    Object[] image = new Object[judged.columns().size()];
    boolean open = false;
    for (int i = 0; i < image.length; i++) {
      image[i] = row.logicalValue(lens, judged.columns().get(i), offset);
      open |= image[i] == Unset.VALUE;
    }
    judgeNulls(judged, image);
    if (open) {
      return hasRules(judged);
    }
    judgeChecks(judged, image);
    return false;
  }

  static boolean hasRules(Lens judged) {
    return !judged.rules().checks().isEmpty()
        || judged.columns().stream().anyMatch(c -> c.logical().notNull());
  }

  /** Judges the fields of a row as they are stored. */
  void judgeStored(Object[] fields) {
    judge(PutRow.ofStored(lens, fields));
  }

  private void judgeTypes(PutRow row, Lens.Lower lower) {
    for (LensColumn column : lower.lens().columns()) {
      Object value = row.logicalValue(lens, column, lower.offset());
      if (value != null && value != Unset.VALUE) {
        Assignment.assign(value, column.logical().type(), site(lower.lens(), column));
      }
    }
  }

  private static Site site(Lens judged, LensColumn column) {
    return Site.column(judged.table().qualifiedName(), column.logical().name());
  }

  private static void judgeNulls(Lens judged, Object[] image) {
    for (LensColumn column : judged.columns()) {
      boolean stored = column.put() instanceof LensColumn.Put.Direct;
      if (stored && column.logical().notNull() && image[column.logical().ordinal()] == null) {
        Site site = site(judged, column);
        throw LensException.of(LensCode.NOT_NULL, site, RESOURCE.notNull(site.what()));
      }
    }
  }

  private void judgeChecks(Lens judged, Object[] image) {
    for (RowRules.Rule rule : judged.rules().checks()) {
      if (Boolean.FALSE.equals(rule.condition().evaluate(image, context))) {
        Site site = Site.constraint(judged.table().qualifiedName(), rule.check().name());
        throw LensException.of(LensCode.CHECK, site, RESOURCE.checkViolated(site.what()));
      }
    }
  }
}
