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
package io.calcitelens.adapters.spill;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.type.LongDataType;

/**
 * Rows in the order in which they were added, to be read any number of times: in memory up to a
 * number of rows, above it in a temporary file. Not thread-safe.
 */
public final class RowBuffer extends AbstractCollection<Object[]> implements AutoCloseable {
  private final int memoryRows;
  private final List<Object[]> rows = new ArrayList<>();
  private SpillFile file;
  private MVMap<Long, Object[]> spilled;

  /**
   * An empty buffer.
   *
   * @param memoryRows how many rows stay in memory, at least one
   */
  public RowBuffer(int memoryRows) {
    checkArgument(memoryRows > 0, "rows in memory: %s", memoryRows);
    this.memoryRows = memoryRows;
  }

  /** Adds a row, which must not be changed afterwards. */
  @Override
  public boolean add(Object[] row) {
    if (spilled == null && rows.size() == memoryRows) {
      spill();
    }
    if (spilled == null) {
      rows.add(row);
    } else {
      spilled.append(spilled.sizeAsLong(), row);
    }
    return true;
  }

  private void spill() {
    file = SpillFile.create();
    spilled = file.map(LongDataType.INSTANCE, new RowType());
    for (Object[] row : rows) {
      spilled.append(spilled.sizeAsLong(), row);
    }
    rows.clear();
  }

  /** Whether rows lie in a file. */
  public boolean isSpilled() {
    return spilled != null;
  }

  @Override
  public Iterator<Object[]> iterator() {
    if (spilled == null) {
      return rows.iterator();
    }
    final var cursor = spilled.cursor(0L);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return cursor.hasNext();
      }

      @Override
      public Object[] next() {
        cursor.next();
        return cursor.getValue();
      }
    };
  }

  @Override
  public int size() {
    return spilled == null ? rows.size() : Math.toIntExact(spilled.sizeAsLong());
  }

  /** Forgets the rows, and removes the file. */
  @Override
  public void close() {
    rows.clear();
    spilled = null;
    if (file != null) {
      file.close();
      file = null;
    }
  }
}
