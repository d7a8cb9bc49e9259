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
package io.calcitelens.rules;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.Iterators;
import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.rules.put.PutProgram;
import io.calcitelens.rules.put.PutRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.calcite.DataContext;

/**
 * Puts captured rows through the engine: all at once, or in chunks where they do not depend on each
 * other. What a client sees is the same.
 */
final class CapturedPut {
  /** Faults that no row has by itself: there is no earlier one to look for. */
  private static final Set<LensCode> OF_NO_ROW =
      EnumSet.of(
          LensCode.SERIALIZATION,
          LensCode.CONNECTION_LOST,
          LensCode.CANCELLED,
          LensCode.FAILED_TRANSACTION);

  private final PutProgram program;
  private final DataContext context;
  private final LensTransaction transaction;
  private final Starter starter;

  /** Gives captured rows to a run. */
  @FunctionalInterface
  interface Starter {
    /**
     * Starts some rows.
     *
     * @param first the number of rows before them
     */
    void start(PutRun run, List<Object[]> rows, int first);
  }

  CapturedPut(
      PutProgram program, DataContext context, LensTransaction transaction, Starter starter) {
    this.program = requireNonNull(program, "program");
    this.context = requireNonNull(context, "context");
    this.transaction = requireNonNull(transaction, "transaction");
    this.starter = requireNonNull(starter, "starter");
  }

  /**
   * Writes rows.
   *
   * @param inChunks whether no row depends on another one
   * @param readBack whether the stored rows are wanted
   * @return the logical rows as they are stored, if they are wanted
   */
  List<Object[]> put(Collection<Object[]> rows, boolean inChunks, boolean readBack) {
    List<Object[]> stored = new ArrayList<>();
    int all = Math.max(1, rows.size());
    int size = inChunks ? Math.min(all, CaptureLimits.chunkRows(context)) : all;
    Iterator<List<Object[]>> chunks = Iterators.partition(rows.iterator(), size);
    int first = 0;
    while (chunks.hasNext()) {
      List<Object[]> chunk = chunks.next();
      PutRun run = run();
      try {
        starter.start(run, chunk, first);
        run.apply();
      } catch (LensException e) {
        throw earliest(e, run.phase(), chunks, first + chunk.size());
      }
      if (readBack) {
        stored.addAll(run.storedImages());
      }
      first += chunk.size();
    }
    return stored;
  }

  /**
   * Inserts rows, in one message with their commit if that can be.
   *
   * @param readBack whether the stored rows are wanted
   * @return as for {@link #put}
   */
  List<Object[]> insert(Collection<Object[]> rows, boolean readBack) {
    boolean atOnce = !readBack && program.insertsAtOnce(rows.size()) && transaction.admitsAtOnce();
    return atOnce && insertedAtOnce(rows) ? List.of() : put(rows, program.insertsApart(), readBack);
  }

  private boolean insertedAtOnce(Collection<Object[]> rows) {
    PutRun run = run();
    try {
      starter.start(run, List.copyOf(rows), 0);
      return run.insertAtOnce();
    } catch (LensException e) {
      if (OF_NO_ROW.contains(e.code())) {
        throw e;
      }
      // The rows as they are stored may tell another fault, or none.
      return false;
    }
  }

  private PutRun run() {
    return new PutRun(program, transaction, context);
  }

  /**
   * The fault that is met first when all rows take each step together: one of a later chunk, if it
   * lies in an earlier step. What is written meanwhile goes with the statement.
   */
  private LensException earliest(
      LensException fault, PutRun.Phase phase, Iterator<List<Object[]>> chunks, int first) {
    LensException earliest = fault;
    PutRun.Phase limit = phase;
    int at = first;
    while (!OF_NO_ROW.contains(earliest.code())
        && limit != PutRun.Phase.START
        && chunks.hasNext()) {
      List<Object[]> chunk = chunks.next();
      PutRun run = run();
      run.stopBefore(limit);
      try {
        starter.start(run, chunk, at);
        run.apply();
      } catch (LensException e) {
        earliest = e;
        limit = run.phase();
      } catch (RuntimeException e) {
        // A store may refuse all that follows a fault.
        return earliest;
      }
      at += chunk.size();
    }
    return earliest;
  }
}
