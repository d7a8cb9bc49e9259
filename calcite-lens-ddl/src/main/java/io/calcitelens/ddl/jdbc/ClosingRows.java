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

import java.util.function.Consumer;

/**
 * Rows with something that is released as soon as the last one is read, at the first fault, or when
 * the reader closes; once.
 */
final class ClosingRows implements ResultRows {
  private final ResultRows rows;
  private final RowConversion conversion;
  private final Runnable release;
  private final Consumer<Throwable> failed;
  private final long limit;
  private long count;
  private boolean closed;
  private boolean ahead;

  /**
   * Wraps rows.
   *
   * @param limit how many rows to give at most; 0 means all
   * @param failed is told why rows behind the first cannot be read
   */
  ClosingRows(
      ResultRows rows,
      RowConversion conversion,
      long limit,
      Runnable release,
      Consumer<Throwable> failed) {
    this.failed = failed;
    this.rows = rows;
    this.conversion = conversion;
    this.limit = limit;
    this.release = release;
  }

  @Override
  public Object value(int column) {
    return conversion.apply(column, rows.value(column));
  }

  /**
   * Reads the first row, so that what is wrong with the statement is said when it is executed, and
   * an empty result holds nothing.
   */
  ClosingRows begun() {
    ahead = advance();
    return this;
  }

  @Override
  public boolean next() {
    if (ahead) {
      ahead = false;
      return true;
    }
    try {
      return advance();
    } catch (RuntimeException | Error e) {
      failed.accept(e);
      throw e;
    }
  }

  private boolean advance() {
    if (closed) {
      return false;
    }
    boolean more;
    try {
      more = (limit <= 0 || count < limit) && rows.next();
    } catch (RuntimeException | Error e) {
      closeAfter(e);
      throw e;
    }
    if (more) {
      count++;
    } else {
      close();
    }
    return more;
  }

  private void closeAfter(Throwable fault) {
    try {
      close();
    } catch (RuntimeException e) {
      fault.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    ahead = false;
    try {
      rows.close();
    } finally {
      release.run();
    }
  }
}
