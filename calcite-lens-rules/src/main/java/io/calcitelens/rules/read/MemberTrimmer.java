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
package io.calcitelens.rules.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mapping;

/**
 * Trims the fields that nobody reads, and with them the joins that only fetched such fields. Public
 * because the superclass finds its methods by reflection.
 */
public final class MemberTrimmer extends RelFieldTrimmer {
  private final RelBuilder builder;

  private MemberTrimmer(RelBuilder builder) {
    super(null, builder);
    this.builder = builder;
  }

  /** A tree with the same rows that reads less. */
  public static RelNode trimMembers(RelNode rel) {
    return new MemberTrimmer(RelFactories.LOGICAL_BUILDER.create(rel.getCluster(), null)).trim(rel);
  }

  /** A side of a join; what only its own conditions ask for ends there. */
  @Override
  protected TrimResult trimChild(
      RelNode rel,
      RelNode input,
      int startIndex,
      int endIndex,
      ImmutableBitSet fieldsUsed,
      Set<RelDataTypeField> extraFields) {
    TrimResult side = super.trimChild(rel, input, startIndex, endIndex, fieldsUsed, extraFields);
    Mapping mapping = side.right;
    boolean wider = mapping.getTargetCount() > fieldsUsed.cardinality();
    if (!wider
        || fieldsUsed.isEmpty()
        || !extraFields.isEmpty()
        || !rel.getVariablesSet().isEmpty()) {
      return side;
    }
    Mapping narrow = createMapping(fieldsUsed, mapping.getSourceCount());
    List<RexNode> refs = new ArrayList<>();
    fieldsUsed.forEach(f -> refs.add(RexInputRef.of(mapping.getTarget(f), side.left.getRowType())));
    return result(builder.push(side.left).project(refs).build(), narrow, input);
  }

  @Override
  public TrimResult trimFields(
      Join join, ImmutableBitSet fieldsUsed, Set<RelDataTypeField> extraFields) {
    Optional<RelNode> reduced =
        extraFields.isEmpty() ? JoinElimination.reduce(join, fieldsUsed) : Optional.empty();
    return reduced.isPresent()
        ? dispatchTrimFields(reduced.get(), fieldsUsed, extraFields)
        : super.trimFields(join, fieldsUsed, extraFields);
  }
}
