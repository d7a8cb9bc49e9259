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
package io.calcitelens.tests.twin;

import java.util.List;

/**
 * A lens, its twin, and what both must show.
 *
 * @param lens what declares and deploys the lens, and fills its basis
 * @param twin what makes the twin's tables, and fills them
 * @param table the logical table
 * @param states pairs of queries whose rows must agree at any time
 * @param basis writes straight to the basis that now and then come between
 * @param merges whether {@code merge} means the same to both
 */
record Embodiment(
    String name,
    String table,
    List<Column> columns,
    List<String> lens,
    List<String> twin,
    TwinMaker maker,
    List<State> states,
    List<Op.Basis> basis,
    boolean merges) {
  /** Opens an empty twin. */
  interface TwinMaker {
    TwinSide open() throws java.sql.SQLException;
  }

  /** A query of the lens database, and the one of the twin that means the same. */
  record State(String lens, String twin) {}

  @Override
  public String toString() {
    return name;
  }
}
