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
import io.calcitelens.adapters.SetProgram;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.StoreSession;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.calcite.DataContext;

/** Captures rows in the store and writes the members from there. */
record ProgramPut(Store store, SetProgram program) implements SetPut {
  @Override
  public OptionalLong run(DataContext context, LensTransaction transaction) {
    Optional<StoreSession> alone =
        program.isOneMessage() ? transaction.atOnce(store) : Optional.empty();
    if (alone.isPresent()) {
      try (StoreSession session = alone.get()) {
        return program.runAlone(session, context);
      } catch (StoreException e) {
        return doubted(e);
      }
    }
    LensTransaction.Mark mark = transaction.mark();
    OptionalLong count;
    try {
      count = program.run(transaction.session(store, true), context);
    } catch (StoreException e) {
      count = doubted(e, transaction, mark);
    }
    if (count.isEmpty()) {
      transaction.rollbackTo(mark);
    }
    transaction.release(mark);
    return count;
  }

  /** What a failed statement counts: it is unknown if single rows can tell more of the fault. */
  static OptionalLong doubted(StoreException fault) {
    if (!fault.kind().isOfRows()) {
      throw fault;
    }
    return OptionalLong.empty();
  }

  /** Nor is it tried again where that could not begin from where the statement began. */
  static OptionalLong doubted(
      StoreException fault, LensTransaction transaction, LensTransaction.Mark mark) {
    if (!transaction.comesBackTo(mark)) {
      throw fault;
    }
    return doubted(fault);
  }

  @Override
  public List<String> explain() {
    return program.sql();
  }
}
