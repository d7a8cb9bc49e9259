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
package io.calcitelens.adapters.transaction.narayana;

import static java.util.Objects.requireNonNull;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jboss.tm.XAResourceWrapper;

/** What is prepared in a store, under the store's name. */
final class PreparedStore implements XAResourceWrapper {
  private final String store;
  private final XAResource branches;

  PreparedStore(String store, XAResource branches) {
    this.store = requireNonNull(store, "store");
    this.branches = requireNonNull(branches, "branches");
  }

  @Override
  public Xid[] recover(int flag) throws XAException {
    return branches.recover(flag);
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    branches.commit(xid, onePhase);
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    branches.rollback(xid);
  }

  @Override
  public void forget(Xid xid) throws XAException {
    branches.forget(xid);
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    branches.start(xid, flags);
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    branches.end(xid, flags);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    return branches.prepare(xid);
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other instanceof PreparedStore prepared && prepared.store.equals(store);
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
  public XAResource getResource() {
    return branches;
  }

  @Override
  public String getProductName() {
    return store;
  }

  @Override
  public String getProductVersion() {
    return "";
  }

  @Override
  public String getJndiName() {
    return store;
  }

  @Override
  public String toString() {
    return "PreparedStore(" + store + ")";
  }
}
