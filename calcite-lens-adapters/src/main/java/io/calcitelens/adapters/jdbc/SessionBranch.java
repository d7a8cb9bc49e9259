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

import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.StoreException;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * The open transaction of a session as a branch of a larger one. It is given its name when it is
 * prepared; what happens to it before is the session's own affair.
 */
final class SessionBranch implements XAResource {
  private final JdbcSession session;
  private final BranchSql sql;
  private boolean prepared;

  SessionBranch(JdbcSession session, BranchSql sql) {
    this.session = requireNonNull(session, "session");
    this.sql = requireNonNull(sql, "sql");
  }

  @Override
  public void start(Xid xid, int flags) {
    // Its work is done already.
  }

  @Override
  public void end(Xid xid, int flags) {
    // Nothing follows but what ends it.
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    // Set before: if the answer is lost, it may be prepared.
    prepared = true;
    try {
      session.prepare(sql, xid);
      return XA_OK;
    } catch (SQLException e) {
      throw PreparedBranches.fault(XAException.XAER_RMERR, session.fault(e));
    }
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    if (onePhase) {
      try {
        session.commit();
      } catch (StoreException e) {
        throw PreparedBranches.fault(XAException.XA_RBROLLBACK, e);
      }
      return;
    }
    try {
      session.endPrepared(sql, sql.commit(), xid);
    } catch (SQLException first) {
      again(session::commit, b -> b.commit(xid, false), first);
    }
    prepared = false;
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    if (!prepared) {
      return;
    }
    try {
      session.endPrepared(sql, sql.rollback(), xid);
    } catch (SQLException first) {
      again(session::rollback, b -> b.rollback(xid), first);
    }
    prepared = false;
  }

  /**
   * Ends it by another way than the one that failed. What is not there any longer was ended by a
   * call whose answer was lost.
   */
  private void again(Runnable own, Ending elsewhere, SQLException first) throws XAException {
    try {
      if (sql.bound()) {
        own.run();
      } else {
        session.spoil();
        elsewhere.end(new PreparedBranches(session.store(), sql));
      }
    } catch (StoreException e) {
      e.addSuppressed(first);
      throw PreparedBranches.fault(XAException.XAER_RMFAIL, e);
    } catch (XAException e) {
      if (e.errorCode != XAException.XAER_NOTA) {
        e.addSuppressed(first);
        throw e;
      }
    }
  }

  private interface Ending {
    void end(PreparedBranches branches) throws XAException;
  }

  @Override
  public void forget(Xid xid) {
    // A store keeps nothing of a branch that has ended.
  }

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

  @Override
  public String toString() {
    return "SessionBranch(" + session.store().name() + ")";
  }
}
