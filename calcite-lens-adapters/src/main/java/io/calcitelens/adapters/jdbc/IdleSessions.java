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
package io.calcitelens.adapters.jdbc;

import io.calcitelens.adapters.SessionOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The sessions of a store that nobody uses, kept with their prepared statements. Safe for use by
 * several threads.
 */
final class IdleSessions {
  /** How many are kept: far fewer than the pool has connections. */
  private static final int MOST = 16;

  /** From so many on, a session for another use is changed rather than a new one opened. */
  private static final int ENOUGH = 8;

  private final Deque<JdbcSession> sessions = new ArrayDeque<>();
  private boolean ended;

  /** One that ran with these options if there is one, else perhaps another one. */
  synchronized Optional<JdbcSession> take(SessionOptions options) {
    for (Iterator<JdbcSession> i = sessions.iterator(); i.hasNext(); ) {
      final JdbcSession session = i.next();
      if (session.options().equals(options)) {
        i.remove();
        return Optional.of(session);
      }
    }
    return sessions.size() < ENOUGH ? Optional.empty() : Optional.of(sessions.removeLast());
  }

  /** Keeps a session; false if it is the caller's to end. */
  synchronized boolean keep(JdbcSession session) {
    if (ended || sessions.size() >= MOST) {
      return false;
    }
    sessions.addFirst(session);
    return true;
  }

  /** Ends those that are idle now: what they have prepared is of no use any longer. */
  void clear() {
    final List<JdbcSession> idle;
    synchronized (this) {
      idle = new ArrayList<>(sessions);
      sessions.clear();
    }
    idle.forEach(JdbcSession::discard);
  }

  /** Ends all, and keeps none from now on. */
  void end() {
    synchronized (this) {
      ended = true;
    }
    clear();
  }
}
