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

import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.SetStatement;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.StoreSession;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.calcite.DataContext;

/** A write whose whole effect is one statement of one store. */
record StatementPut(Store store, SetStatement statement) implements SetPut {
  @Override
  public OptionalLong run(DataContext context, LensTransaction transaction) {
    return run(store, statement, context, transaction);
  }

  /** Runs a statement; empty if it failed in a way of which single rows can tell more. */
  static OptionalLong run(
      Store store, SetStatement statement, DataContext context, LensTransaction transaction) {
    Optional<StoreSession> alone = transaction.atOnce(store);
    if (alone.isPresent()) {
      try (StoreSession session = alone.get()) {
        return OptionalLong.of(statement.run(session, context));
      } catch (StoreException e) {
        return ProgramPut.doubted(e);
      }
    }
    // Elsewhere a statement that fails takes back its own effects.
    boolean marked = store.capabilities().failedStatementAborts();
    LensTransaction.Mark mark = marked ? transaction.mark() : null;
    OptionalLong count;
    try {
      count = OptionalLong.of(statement.run(transaction.session(store, true), context));
    } catch (StoreException e) {
      count = marked ? ProgramPut.doubted(e, transaction, mark) : ProgramPut.doubted(e);
    }
    if (marked) {
      if (count.isEmpty()) {
        transaction.rollbackTo(mark);
      }
      transaction.release(mark);
    }
    return count;
  }

  @Override
  public List<String> explain() {
    return List.of(statement.sql());
  }
}
