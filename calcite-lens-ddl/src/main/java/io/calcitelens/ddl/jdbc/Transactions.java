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
package io.calcitelens.ddl.jdbc;

import io.calcitelens.adapters.BeforeCommit;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreSession;

/** Begins transactions over the stores. */
final class Transactions {
  private Transactions() {}

  /** A transaction that has touched no store yet. */
  static LensTransaction open(SessionOptions options) {
    return new WithoutStores(options.readOnly());
  }

  private record WithoutStores(boolean isReadOnly) implements LensTransaction {
    @Override
    public StoreSession session(Store store, boolean forWrite) {
      throw new UnsupportedOperationException("session of " + store.name());
    }

    @Override
    public boolean hasWritten() {
      return false;
    }

    @Override
    public void beforeCommit(BeforeCommit judgement) {}

    @Override
    public void judgePending() {}

    @Override
    public Mark mark() {
      return new Mark() {};
    }

    @Override
    public void rollbackTo(Mark mark) {}

    @Override
    public void release(Mark mark) {}

    @Override
    public void commit() {}

    @Override
    public void rollback() {}

    @Override
    public void close() {}
  }
}
