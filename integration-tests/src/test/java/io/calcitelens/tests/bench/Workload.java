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

import java.sql.SQLException;
import java.util.Optional;

/**
 * A benchmark: the same work by hand and through the lens.
 *
 * @param name the part behind the store's name
 * @param start what brings the tables to the state from which a run starts
 * @param single whether a run is many operations of one row each
 * @param hand by hand-written JDBC
 * @param ours through the lens
 * @param trigger through a view with triggers
 */
record Workload(
    String name, Start start, boolean single, SideOf hand, SideOf ours, Optional<SideOf> trigger) {
  /** Which connection the counterpart works on. */
  boolean handThroughLens() {
    return name.equals("one-member");
  }

  /** Prepares the tables. */
  @FunctionalInterface
  interface Start {
    void of(Fixture fixture, int rows, int operations) throws SQLException;
  }

  /** A side for a number of rows in the tables and of operations in a run. */
  @FunctionalInterface
  interface SideOf {
    Side of(int rows, int operations);
  }
}
