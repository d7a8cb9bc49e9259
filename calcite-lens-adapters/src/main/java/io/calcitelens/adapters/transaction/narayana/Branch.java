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

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jboss.tm.XAResourceWrapper;

/**
 * A part of a transaction under its store's name, by which the log finds it again. The transaction
 * manager asks one after the other; the first one that it asks lets all begin.
 */
class Branch implements XAResourceWrapper {
  private final String store;
  private final XAResource resource;
  private final Together together;
  private final FutureTask<Integer> preparing = new FutureTask<>(this::prepareNow);
  private final FutureTask<Integer> committing = new FutureTask<>(this::commitNow);
  private volatile Xid xid;
  private volatile boolean begun;

  Branch(String store, XAResource resource, Together together) {
    this.store = requireNonNull(store, "store");
    this.resource = requireNonNull(resource, "resource");
    this.together = requireNonNull(together, "together");
  }

  /** What prepares it, to be run once. */
  final Runnable preparing() {
    begun = true;
    return preparing;
  }

  /** What commits it, to be run once. */
  final Runnable committing() {
    return committing;
  }

  private int prepareNow() throws XAException {
    return resource.prepare(xid);
  }

  private int commitNow() throws XAException {
    resource.commit(xid, false);
    return XA_OK;
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    this.xid = xid;
    resource.start(xid, flags);
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    resource.end(xid, flags);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    together.take(this, Branch::preparing);
    return outcome(preparing);
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    if (onePhase) {
      resource.commit(xid, true);
    } else {
      together.take(this, Branch::committing);
      outcome(committing);
    }
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    if (begun) {
      try {
        outcome(preparing);
      } catch (XAException e) {
        // That it could not be prepared is why it is rolled back.
      }
    }
    resource.rollback(xid);
  }

  /** The transaction must not go on before a call that is under way has ended. */
  private static int outcome(FutureTask<Integer> task) throws XAException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          if (e.getCause() instanceof XAException fault) {
            throw fault;
          }
          final XAException fault = new XAException(XAException.XAER_RMERR);
          fault.initCause(e.getCause());
          throw fault;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void forget(Xid xid) throws XAException {
    resource.forget(xid);
  }

  @Override
  public Xid[] recover(int flag) throws XAException {
    return resource.recover(flag);
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
  public XAResource getResource() {
    return resource;
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
    return "Branch(" + store + ")";
  }
}
