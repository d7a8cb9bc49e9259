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
package io.calcitelens.adapters.transaction;

import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.StoreSession;
import java.util.List;
import java.util.Set;

/** Commits what several stores hold of one transaction: all of it, or nothing. */
public interface Coordinator {
  /** Admits one writing store to a transaction. */
  Coordinator NONE =
      new Coordinator() {
        @Override
        public boolean admits(Set<Store> writers) {
          return writers.size() < 2;
        }

        @Override
        public void commit(List<StoreSession> written) {
          throw new IllegalStateException("several stores without a coordinator: " + written);
        }
      };

  /** Whether one transaction may write to these stores. */
  boolean admits(Set<Store> writers);

  /**
   * Commits the open transactions of sessions of different stores.
   *
   * @throws StoreException if nothing was committed; of kind MIXED if a part was
   */
  void commit(List<StoreSession> written);
}
