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

import io.calcitelens.adapters.transaction.CommitProtocol.Part;
import java.util.Optional;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A part of a transaction that remembers the fault which its store told. */
final class Watched implements XAResource {
  private final Part part;
  private volatile XAException fault;

  Watched(Part part) {
    this.part = requireNonNull(part, "part");
  }

  String store() {
    return part.store();
  }

  /** What was told first, in preparing, committing or rolling back. */
  Optional<XAException> fault() {
    return Optional.ofNullable(fault);
  }

  /** What the transaction manager is given. */
  Branch enlisted(Together together) {
    if (part.last()) {
      return new LastBranch(part.store(), this);
    }
    final Branch branch = new Branch(part.store(), this, together);
    together.add(branch);
    return branch;
  }

  private XAException remembered(XAException told) {
    if (fault == null) {
      fault = told;
    }
    return told;
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    try {
      return part.branch().prepare(xid);
    } catch (XAException e) {
      throw remembered(e);
    }
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    try {
      part.branch().commit(xid, onePhase);
    } catch (XAException e) {
      throw remembered(e);
    }
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    try {
      part.branch().rollback(xid);
    } catch (XAException e) {
      throw remembered(e);
    }
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    part.branch().start(xid, flags);
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    part.branch().end(xid, flags);
  }

  @Override
  public void forget(Xid xid) throws XAException {
    part.branch().forget(xid);
  }

  @Override
  public Xid[] recover(int flag) throws XAException {
    return part.branch().recover(flag);
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
