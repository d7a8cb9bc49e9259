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
package io.calcitelens.ddl.deploy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.checkerframework.checker.nullness.qual.Nullable;

/** Collects the qualified names of the relations that a tree reads, also in its sub-queries. */
final class ReadRelations extends RelVisitor {
  private final Set<List<String>> names = new LinkedHashSet<>();
  private final RexShuttle queries =
      new RexShuttle() {
        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
          go(subQuery.rel);
          return super.visitSubQuery(subQuery);
        }
      };

  private ReadRelations() {}

  static List<List<String>> of(RelNode rel) {
    ReadRelations visitor = new ReadRelations();
    visitor.go(rel);
    return new ArrayList<>(visitor.names);
  }

  @Override
  public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
    if (node.getTable() != null) {
      names.add(List.copyOf(node.getTable().getQualifiedName()));
    }
    node.accept(queries);
    super.visit(node, ordinal, parent);
  }
}
