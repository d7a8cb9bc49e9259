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
package io.calcitelens.tests.bench;

import java.sql.Connection;
import java.sql.SQLException;

/** One way to do a benchmark's work. */
@FunctionalInterface
interface Side {
  /** Makes the work ready on a connection, with the statements that a program would keep. */
  Work on(Connection connection) throws SQLException;

  /** What is timed. */
  @FunctionalInterface
  interface Work {
    /**
     * Does the work once.
     *
     * @param round the number of the run, for values that change from run to run
     * @return what was read or counted, to be the same on both sides
     */
    long run(int round) throws SQLException;
  }
}
