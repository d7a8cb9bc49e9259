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
package io.calcitelens.adapters;

/** Rows of a store, in Calcite's internal representation. */
public interface StoreCursor extends AutoCloseable {
  /** Moves to the next row; false at the end. */
  boolean next();

  /** The current row: its own array, whatever is read after it. */
  Object[] row();

  /** One value of the current row, which need not be made for it; columns count from 0. */
  default Object value(int column) {
    return row()[column];
  }

  @Override
  void close();
}
