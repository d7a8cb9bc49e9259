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

import org.apache.calcite.DataContext;

/** How many captured rows a statement holds in memory; the others wait in a temporary file. */
public final class CaptureLimits {
  /** The name of the connection property, and of the variable that an execution finds it under. */
  public static final String MEMORY_ROWS = "captureMemoryRows";

  private static final int DEFAULT_MEMORY_ROWS = 50_000;

  /** Rows that go through the engine at once: more are not faster. */
  private static final int CHUNK_ROWS = 10_000;

  private CaptureLimits() {}

  /** Captured rows that stay in memory. */
  static int memoryRows(DataContext context) {
    return context.get(MEMORY_ROWS) instanceof Integer rows ? rows : DEFAULT_MEMORY_ROWS;
  }

  /** Rows that go through the engine at once where they do not depend on each other. */
  static int chunkRows(DataContext context) {
    return Math.min(CHUNK_ROWS, memoryRows(context));
  }
}
