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
package io.calcitelens.adapters.transaction;

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.StoreSession;
import java.util.List;
import java.util.Optional;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** The transactions of stores that cannot prepare, committed one after the other. */
final class LastResource implements XAResource {
  private final List<StoreSession> sessions;

  LastResource(List<StoreSession> sessions) {
    this.sessions = List.copyOf(sessions);
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    try {
      commit();
    } catch (StoreException e) {
      final XAException fault = new XAException(XAException.XA_RBROLLBACK);
      fault.initCause(e);
      throw fault;
    }
  }

  /**
   * Commits all.
   *
   * @throws StoreException the first store's own if none is committed, of kind MIXED if one is
   */
  void commit() {
    boolean committed = false;
    for (StoreSession session : sessions) {
      try {
        session.commit();
        committed = true;
      } catch (StoreException e) {
        throw committed ? mixed(session, e) : e;
      }
    }
  }

  private static StoreException mixed(StoreSession session, StoreException cause) {
    return new StoreException(
        StoreException.Kind.MIXED,
        requireNonNull(session.store().name()),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        cause);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    throw new XAException(XAException.XAER_PROTO);
  }

  /** What was not committed is rolled back when its session is closed. */
  @Override
  public void rollback(Xid xid) {}

  @Override
  public void start(Xid xid, int flags) {}

  @Override
  public void end(Xid xid, int flags) {}

  @Override
  public void forget(Xid xid) {}

  @Override
  public Xid[] recover(int flag) {
    return new Xid[0];
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other == this;
  }

  @Override
  public int getTransactionTimeout() {
    return 0;
  }

  @Override
  public boolean setTransactionTimeout(int seconds) {
    return false;
  }
}
