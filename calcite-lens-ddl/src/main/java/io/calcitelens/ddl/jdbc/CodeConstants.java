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

import java.util.function.Supplier;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/**
 * The constants that generated code computes as its classes are initialised. The JVM tells why one
 * cannot be computed only the first time; this tells it each time.
 */
final class CodeConstants {
  private volatile ExceptionInInitializerError fault;

  /** The same rows, whose reader meets the fault of a constant at each run. */
  <T> Enumerable<T> guard(Enumerable<T> rows) {
    return new AbstractEnumerable<T>() {
      @Override
      public Enumerator<T> enumerator() {
        return new Guarded<>(told(rows::enumerator));
      }
    };
  }

  /** Runs generated code. */
  <T> T told(Supplier<T> code) {
    try {
      return code.get();
    } catch (ExceptionInInitializerError e) {
      throw first(e);
    } catch (NoClassDefFoundError e) {
      throw again(e);
    }
  }

  private ExceptionInInitializerError first(ExceptionInInitializerError e) {
    fault = e;
    return e;
  }

  private Error again(NoClassDefFoundError e) {
    return fault == null ? e : fault;
  }

  private final class Guarded<T> implements Enumerator<T> {
    private final Enumerator<T> rows;

    Guarded(Enumerator<T> rows) {
      this.rows = rows;
    }

    @Override
    public T current() {
      try {
        return rows.current();
      } catch (ExceptionInInitializerError e) {
        throw first(e);
      } catch (NoClassDefFoundError e) {
        throw again(e);
      }
    }

    @Override
    public boolean moveNext() {
      try {
        return rows.moveNext();
      } catch (ExceptionInInitializerError e) {
        throw first(e);
      } catch (NoClassDefFoundError e) {
        throw again(e);
      }
    }

    @Override
    public void reset() {
      rows.reset();
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
