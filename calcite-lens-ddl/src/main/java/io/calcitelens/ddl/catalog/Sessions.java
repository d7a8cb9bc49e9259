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
package io.calcitelens.ddl.catalog;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The connections of a database that are open now, as {@code lens.sessions} shows them. */
public final class Sessions {
  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, Session> open = new ConcurrentHashMap<>();

  /** What a connection tells of itself; asked from any thread, while statements run. */
  public interface Session {
    Client client();

    String schema();

    /** In words: idle, running, in transaction, failed transaction. */
    String state();

    int statements();

    Instant since();

    /** When its last statement began; its own beginning before that. */
    Instant lastUsed();
  }

  /** Lets a connection in; answers the number by which it is let out. */
  public int enter(Session session) {
    int id = lastId.incrementAndGet();
    open.put(id, session);
    return id;
  }

  /** Lets a connection out; a second time does nothing. */
  public void leave(int id) {
    open.remove(id);
  }

  /** How many are open. */
  public int count() {
    return open.size();
  }

  /** The rows of the system table, in the order in which the connections came. */
  List<Object[]> rows() {
    List<Object[]> rows = new ArrayList<>();
    open.entrySet().stream()
        .sorted(Comparator.comparingInt(Map.Entry::getKey))
        .forEach(e -> rows.add(row(e.getKey(), e.getValue())));
    return rows;
  }

  private static Object[] row(int id, Session session) {
    Client client = session.client();
    return new Object[] {
      id,
      client.user(),
      client.kind().name().toLowerCase(Locale.ROOT),
      client.address(),
      client.admin(),
      session.schema(),
      session.state(),
      session.statements(),
      session.since().toString(),
      session.lastUsed().toString()
    };
  }
}
