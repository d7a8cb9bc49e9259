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
package io.calcitelens.tests.transactions;

import io.calcitelens.tests.jdbc.Lenses;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/**
 * Updates a row over two stores, and dies at a given point of it. Arguments: the URL of the
 * database, the point.
 */
public final class CrashMain {
  /** What the process ends with when it dies as it should. */
  static final int KILLED = 77;

  static final String UPDATE = "update X.T set a = 'new', b = 'new' where id = 1";

  private CrashMain() {}

  public static void main(String[] args) throws SQLException {
    DriverManager.registerDriver(new WatchedDriver());
    try (Connection connection = DriverManager.getConnection(args[0])) {
      WatchedDriver.watch(new Killer(CrashPoint.valueOf(args[1])));
      Lenses.run(connection, UPDATE);
      Runtime.getRuntime().halt(KILLED);
    }
  }

  /** Counts the steps of all stores, one at a time, so that no other call is under way. */
  private static final class Killer implements WatchedDriver.Watcher {
    private final CrashPoint point;
    private final Map<CrashPoint.Step, Integer> calls = new EnumMap<>(CrashPoint.Step.class);
    private final java.util.concurrent.locks.ReentrantLock lock =
        new java.util.concurrent.locks.ReentrantLock();

    Killer(CrashPoint point) {
      this.point = point;
    }

    @Override
    public void before(String label, String call) {
      lock.lock();
      dieAt(CrashPoint.Step.of(call));
    }

    @Override
    public void after(String label, String call) {
      calls.merge(CrashPoint.Step.of(call), 1, Integer::sum);
      dieAt(CrashPoint.Step.of(call));
      lock.unlock();
    }

    private void dieAt(CrashPoint.Step step) {
      if (point.isAt(step, calls.getOrDefault(step, 0))) {
        Runtime.getRuntime().halt(KILLED);
      }
    }
  }
}
