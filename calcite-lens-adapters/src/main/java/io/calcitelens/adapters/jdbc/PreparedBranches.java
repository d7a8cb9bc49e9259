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

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** What is prepared in a store, ended over connections that are opened for it. */
final class PreparedBranches implements XAResource {
  private final JdbcStore store;
  private final BranchSql sql;

  PreparedBranches(JdbcStore store, BranchSql sql) {
    this.store = requireNonNull(store, "store");
    this.sql = requireNonNull(sql, "sql");
  }

  @Override
  public Xid[] recover(int flag) throws XAException {
    if ((flag & TMSTARTRSCAN) == 0) {
      return new Xid[0];
    }
    final List<Xid> found = new ArrayList<>();
    try (Connection connection = store.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet names = statement.executeQuery(sql.prepared())) {
      while (names.next()) {
        BranchName.parse(names.getString(1)).ifPresent(found::add);
      }
    } catch (SQLException e) {
      throw fault(XAException.XAER_RMFAIL, e);
    }
    return found.toArray(Xid[]::new);
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    end(sql.commit(), xid);
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    end(sql.rollback(), xid);
  }

  /** A branch that is there no longer was ended before. */
  private void end(String template, Xid xid) throws XAException {
    try (Connection connection = store.dataSource().getConnection()) {
      connection.setAutoCommit(true);
      run(connection, template, xid);
    } catch (SQLException e) {
      if (!isPrepared(xid)) {
        throw fault(XAException.XAER_NOTA, e);
      }
      throw fault(XAException.XAER_RMFAIL, e);
    }
  }

  private boolean isPrepared(Xid xid) throws XAException {
    final String name = BranchName.of(xid);
    for (Xid found : recover(TMSTARTRSCAN)) {
      if (BranchName.of(found).equals(name)) {
        return true;
      }
    }
    return false;
  }

  static void run(Connection connection, String template, Xid xid) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(String.format(template, BranchName.of(xid)));
    }
  }

  static XAException fault(int code, Exception cause) {
    final XAException fault = new XAException(code);
    fault.initCause(cause);
    return fault;
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    throw new XAException(XAException.XAER_PROTO);
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    throw new XAException(XAException.XAER_PROTO);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    throw new XAException(XAException.XAER_PROTO);
  }

  @Override
  public void forget(Xid xid) {
    // A store keeps nothing of a branch that has ended.
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other instanceof PreparedBranches branches && branches.store == store;
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
    return "PreparedBranches(" + store.name() + ")";
  }
}
