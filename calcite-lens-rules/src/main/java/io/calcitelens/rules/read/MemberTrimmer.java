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

import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Trims the fields that nobody reads, and with them the joins that only fetched such fields. Public
 * because the superclass finds its methods by reflection.
 */
public final class MemberTrimmer extends RelFieldTrimmer {
  private MemberTrimmer(RelNode rel) {
    super(null, RelFactories.LOGICAL_BUILDER.create(rel.getCluster(), null));
  }

  /** A tree with the same rows that reads less. */
  public static RelNode trimMembers(RelNode rel) {
    return new MemberTrimmer(rel).trim(rel);
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
