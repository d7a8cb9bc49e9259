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
package io.calcitelens.rules.set;

import io.calcitelens.prover.BodyFlattener;
import io.calcitelens.prover.FlatBody;
import io.calcitelens.prover.Lens;
import io.calcitelens.prover.Member;
import java.util.BitSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/** The fields of a lens on whose values it depends which rows a statement writes, and what. */
final class ReadFields {
  private ReadFields() {}

  /**
   * The fields that the conditions and the new values read; all of them where that cannot be told.
   *
   * @param converted the target's columns, then the new values
   */
  static BitSet of(Lens lens, RelNode converted) {
    BitSet fields = new BitSet();
    try {
      FlatBody body = BodyFlattener.flatten(converted);
      for (FlatBody.Condition condition : body.conditions()) {
        add(condition, body, fields);
      }
      for (RexNode value : body.outputs().subList(lens.columns().size(), body.outputs().size())) {
        add(value, fields);
        addOptional(value, body, fields);
      }
    } catch (BodyFlattener.Unsupported e) {
      fields.set(0, lens.fieldCount());
    }
    return fields;
  }

  /** Adds the fields that a condition reads. */
  static void add(FlatBody.Condition condition, FlatBody body, BitSet fields)
      throws BodyFlattener.Unsupported {
    add(condition.expression(), fields);
    if (!condition.outer()) {
      addOptional(condition.expression(), body, fields);
    }
  }

  /** What reads any column of a row that may be missing depends on whether it is there. */
  private static void addOptional(RexNode expression, FlatBody body, BitSet fields) {
    for (int field : RelOptUtil.InputFinder.bits(expression)) {
      FlatBody.Leaf leaf = body.leafOf(field);
      if (leaf.optional()) {
        fields.set(leaf.offset(), leaf.offset() + leaf.table().columns().size());
      }
    }
  }

  /** A sub-query may read any field of the row around it. */
  private static void add(RexNode expression, BitSet fields) throws BodyFlattener.Unsupported {
    if (RexUtil.SubQueryFinder.find(expression) != null) {
      throw new BodyFlattener.Unsupported("a subquery");
    }
    RelOptUtil.InputFinder.bits(expression).forEach(fields::set);
  }

  /**
   * Whether columns of a member are among the fields, apart from those by which it is found; of a
   * member that may be missing, whether all are.
   */
  static boolean meets(Member member, BitSet fields) {
    int end = member.offset() + member.width();
    if (member.optional() && fields.nextClearBit(member.offset()) >= end) {
      return true;
    }
    for (int i = 0; i < member.width(); i++) {
      boolean finds =
          member.stitches(i)
              || member.rowKey().isPresent() && member.rowKey().get().columns().contains(i);
      if (!finds && fields.get(member.offset() + i)) {
        return true;
      }
    }
    return false;
  }
}
