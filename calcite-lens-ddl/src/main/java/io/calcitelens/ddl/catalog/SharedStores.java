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

import io.calcitelens.adapters.Store;
import io.calcitelens.ddl.deploy.DeployedTable;
import io.calcitelens.prover.TransactionAdvice;
import java.util.List;
import java.util.Set;

/**
 * The stores that some deployed table writes together although a fault may tear the write: the
 * deploy said so.
 */
record SharedStores(List<Set<Store>> sets) {
  static SharedStores of(CatalogState state) {
    return new SharedStores(
        state.deployed().stream()
            .flatMap(s -> s.tables().stream())
            .map(DeployedTable::lens)
            .filter(l -> TransactionAdvice.of(l).isPresent())
            .map(TransactionAdvice::stores)
            .toList());
  }

  /** Whether the deploy of a table said it of all these stores. */
  boolean told(Set<Store> stores) {
    return sets.stream().anyMatch(s -> s.containsAll(stores));
  }
}
