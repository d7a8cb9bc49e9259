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

import io.calcitelens.adapters.SessionOptions;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.util.ImmutableBitSet;

/** What a physical plan asks of stores. */
public final class StorePlans {
  /** So many rows are fetched at once. */
  private static final double FEW = 100;

  private StorePlans() {}

  /** The query of a plan that is one node of a store. */
  public static Optional<StoreQuery> soleQuery(RelNode physical) {
    return physical instanceof StoreToEnumerableConverter node
        ? Optional.of(node.query())
        : Optional.empty();
  }

  /** For what a read of the plan uses the sessions of its stores. */
  public static SessionOptions.Use use(RelNode physical) {
    RelNode node = physical;
    while (!(node instanceof StoreToEnumerableConverter)) {
      if (node.getInputs().size() != 1) {
        return SessionOptions.Use.QUERIES;
      }
      node = node.getInput(0);
    }
    return givesFewRows(node) ? SessionOptions.Use.FEW_ROWS : SessionOptions.Use.ONE_QUERY;
  }

  private static boolean givesFewRows(RelNode node) {
    final RelMetadataQuery mq = node.getCluster().getMetadataQuery();
    final Double most = mq.getMaxRowCount(node);
    if (most != null && most <= FEW) {
      return true;
    }
    final Boolean unique = mq.areColumnsUnique(node, ImmutableBitSet.of());
    return unique != null && unique;
  }
}
