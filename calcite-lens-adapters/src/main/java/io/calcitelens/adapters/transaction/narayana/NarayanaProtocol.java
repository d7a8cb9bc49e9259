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

import com.arjuna.ats.arjuna.AtomicAction;
import com.arjuna.ats.arjuna.common.CoordinatorEnvironmentBean;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.RecoveryEnvironmentBean;
import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.exceptions.ObjectStoreException;
import com.arjuna.ats.arjuna.objectstore.StateStatus;
import com.arjuna.ats.arjuna.objectstore.StoreManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.arjuna.recovery.RecoveryModule;
import com.arjuna.ats.arjuna.state.InputObjectState;
import com.arjuna.ats.internal.arjuna.common.UidHelper;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionRecoveryModule;
import com.arjuna.ats.internal.arjuna.utils.UuidProcessId;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTANodeNameXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTATransactionLogXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.ats.jta.recovery.XAResourceOrphanFilter;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import com.arjuna.ats.jta.utils.XAHelper;
import com.arjuna.ats.jta.xa.XATxConverter;
import com.arjuna.ats.jta.xa.XidImple;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.transaction.CommitProtocol;
import io.calcitelens.adapters.transaction.InDoubt;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Two-phase commit by a transaction manager of this database's own. */
public final class NarayanaProtocol implements CommitProtocol {
  private static final String ACTION = new AtomicAction().type();

  private final TransactionManager manager;
  private final RecoveryManager recovery;
  private final XARecoveryModule branchRecovery;
  private final String node;
  private final ExecutorService threads;
  private final Set<String> running = ConcurrentHashMap.newKeySet();
  private final Map<String, Instant> firstSeen = new ConcurrentHashMap<>();

  /**
   * Opens the log.
   *
   * @param node what marks this database's branches in its stores: 28 characters at most
   */
  public NarayanaProtocol(Path log, String node) {
    this.node = requireNonNull(node, "node");
    configure(log, node);
    this.manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
    this.recovery = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
    this.branchRecovery = XARecoveryModule.getRegisteredXARecoveryModule();
    this.threads = Executors.newCachedThreadPool(NarayanaProtocol::daemon);
  }

  private static Thread daemon(Runnable work) {
    final Thread thread = new Thread(work, "lens-branch");
    thread.setDaemon(true);
    return thread;
  }

  private void configure(Path log, String node) {
    for (String name : new String[] {null, "communicationStore", "stateStore"}) {
      BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, name)
          .setObjectStoreDir(log.toString());
    }
    try {
      arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(node);
    } catch (CoreEnvironmentBeanException e) {
      throw new IllegalArgumentException(node, e);
    }
    arjPropertyManager
        .getCoreEnvironmentBean()
        .setProcessImplementationClassName(UuidProcessId.class.getName());
    final CoordinatorEnvironmentBean coordinator =
        arjPropertyManager.getCoordinatorEnvironmentBean();
    // Nothing listens on a port, and no thread watches transactions that end within one call.
    coordinator.setTransactionStatusManagerEnable(false);
    coordinator.setDefaultTimeout(0);
    final JTAEnvironmentBean jta = jtaPropertyManager.getJTAEnvironmentBean();
    jta.setXaRecoveryNodes(List.of(node));
    jta.setXaResourceOrphanFilters(
        new ArrayList<>(
            List.of(
                this::ofRunning,
                new JTATransactionLogXAResourceOrphanFilter(),
                new JTANodeNameXAResourceOrphanFilter())));
    jta.setXaResourceRecordWrappingPluginClassName(StoreNames.class.getName());
    // Running transactions are known, so that nobody has to wait for what may be one.
    jta.setOrphanSafetyInterval(0);
    final RecoveryEnvironmentBean recovering = recoveryPropertyManager.getRecoveryEnvironmentBean();
    recovering.setRecoveryListener(false);
    recovering.setExpiryScanInterval(0);
    recovering.setExpiryScannerClassNames(List.of());
    recovering.setRecoveryActivatorClassNames(List.of());
    recovering.setRecoveryModuleClassNames(
        List.of(AtomicActionRecoveryModule.class.getName(), XARecoveryModule.class.getName()));
  }

  private XAResourceOrphanFilter.Vote ofRunning(Xid xid) {
    return isOurs(xid) && running.contains(transaction(xid))
        ? XAResourceOrphanFilter.Vote.LEAVE_ALONE
        : XAResourceOrphanFilter.Vote.ABSTAIN;
  }

  private boolean isOurs(Xid xid) {
    return xid.getFormatId() == XATxConverter.FORMAT_ID
        && node.equals(XATxConverter.getNodeName(new XidImple(xid).getXID()));
  }

  private static String transaction(Xid xid) {
    return new XidImple(xid).getTransactionUid().stringForm();
  }

  // --- commit

  @Override
  public boolean commit(List<Part> parts) {
    final List<Watched> watched = new ArrayList<>();
    String transaction = "";
    try {
      manager.begin();
      transaction = enlist(parts, watched);
      manager.commit();
      return watched.stream().noneMatch(w -> w.fault().isPresent());
    } catch (RollbackException e) {
      throw rolledBack(watched, e);
    } catch (HeuristicMixedException | HeuristicRollbackException e) {
      throw fault(StoreException.Kind.MIXED, watched, e);
    } catch (NotSupportedException | SystemException e) {
      throw rolledBack(watched, e);
    } finally {
      running.remove(transaction);
    }
  }

  private String enlist(List<Part> parts, List<Watched> watched)
      throws SystemException, RollbackException {
    try {
      final com.arjuna.ats.jta.transaction.Transaction open =
          (com.arjuna.ats.jta.transaction.Transaction) manager.getTransaction();
      final String transaction = open.get_uid().stringForm();
      running.add(transaction);
      final Together together = new Together(threads);
      for (Part part : parts) {
        final Watched branch = new Watched(part);
        watched.add(branch);
        if (!open.enlistResource(branch.enlisted(together))) {
          throw new SystemException("not enlisted: " + part.store());
        }
      }
      return transaction;
    } catch (SystemException | RollbackException | RuntimeException e) {
      manager.rollback();
      throw e;
    }
  }

  /** The first store's own fault is the reason, where one of them has one. */
  private static StoreException rolledBack(List<Watched> watched, Exception e) {
    return watched.stream()
        .flatMap(w -> w.fault().stream())
        .map(Throwable::getCause)
        .filter(StoreException.class::isInstance)
        .map(StoreException.class::cast)
        .findFirst()
        .orElseGet(() -> fault(StoreException.Kind.OTHER, watched, e));
  }

  private static StoreException fault(
      StoreException.Kind kind, List<Watched> watched, Exception e) {
    final String store =
        watched.stream()
            .filter(w -> w.fault().isPresent())
            .findFirst()
            .or(() -> watched.stream().findFirst())
            .map(Watched::store)
            .orElse("");
    return new StoreException(kind, store, Optional.empty(), List.of(), Optional.empty(), e);
  }

  // --- recovery

  @Override
  public synchronized boolean recover(List<Prepared> stores) {
    final XAResource[] branches =
        stores.stream()
            .map(s -> new PreparedStore(s.store(), s.branches()))
            .toArray(XAResource[]::new);
    final XAResourceRecoveryHelper helper = new StoresHelper(branches);
    branchRecovery.addXAResourceRecoveryHelper(helper);
    try {
      for (RecoveryModule module : recovery.getModules()) {
        module.periodicWorkFirstPass();
      }
      for (RecoveryModule module : recovery.getModules()) {
        module.periodicWorkSecondPass();
      }
    } finally {
      branchRecovery.removeXAResourceRecoveryHelper(helper);
    }
    return !logged().isEmpty() || !inDoubt(stores).isEmpty();
  }

  private record StoresHelper(XAResource[] branches) implements XAResourceRecoveryHelper {
    @Override
    public boolean initialise(String parameter) {
      return true;
    }

    @Override
    public XAResource[] getXAResources() {
      return branches;
    }
  }

  /** The transactions that are decided and not ended. */
  private List<String> logged() {
    final List<String> found = new ArrayList<>();
    try {
      final InputObjectState uids = new InputObjectState();
      if (StoreManager.getRecoveryStore().allObjUids(ACTION, uids)) {
        Uid uid = UidHelper.unpackFrom(uids);
        while (!Uid.nullUid().equals(uid)) {
          if (!running.contains(uid.stringForm())) {
            found.add(uid.stringForm());
          }
          uid = UidHelper.unpackFrom(uids);
        }
      }
    } catch (ObjectStoreException | IOException e) {
      throw new IllegalStateException("the log of transactions cannot be read", e);
    }
    return found;
  }

  @Override
  public List<InDoubt> inDoubt(List<Prepared> stores) {
    final List<String> decided = new ArrayList<>(logged());
    final List<InDoubt> found = new ArrayList<>();
    final List<InDoubt> away = new ArrayList<>();
    for (Prepared prepared : stores) {
      try {
        for (Xid xid : prepared.branches().recover(XAResource.TMSTARTRSCAN)) {
          if (isOurs(xid) && !running.contains(transaction(xid))) {
            found.add(inDoubt(prepared.store(), xid, decided));
          }
        }
      } catch (XAException e) {
        away.add(
            unknown(Optional.empty(), Optional.of(prepared.store()), InDoubt.State.UNREACHABLE));
      }
    }
    // What is decided and nowhere prepared waits for a store that is away, or for the next scan.
    found.forEach(d -> d.transaction().ifPresent(decided::remove));
    decided.forEach(
        t -> found.add(unknown(Optional.of(t), Optional.empty(), InDoubt.State.COMMITTING)));
    found.addAll(away);
    firstSeen.keySet().retainAll(found.stream().map(NarayanaProtocol::key).toList());
    return found;
  }

  private InDoubt inDoubt(String store, Xid xid, List<String> decided) {
    final String transaction = transaction(xid);
    final boolean commits = decided.contains(transaction) || isLogged(xid);
    return seen(
        new InDoubt(
            Optional.of(transaction),
            Optional.of(store),
            commits ? InDoubt.State.COMMITTING : InDoubt.State.ROLLING_BACK,
            Instant.now(),
            XAHelper.xidToString(xid)));
  }

  private InDoubt unknown(
      Optional<String> transaction, Optional<String> store, InDoubt.State state) {
    return seen(new InDoubt(transaction, store, state, Instant.now(), ""));
  }

  private InDoubt seen(InDoubt found) {
    final Instant since = firstSeen.computeIfAbsent(key(found), k -> found.since());
    return new InDoubt(found.transaction(), found.store(), found.state(), since, found.detail());
  }

  private static String key(InDoubt found) {
    return found.transaction().orElse("") + " in " + found.store().orElse("");
  }

  private static boolean isLogged(Xid xid) {
    try {
      return StoreManager.getRecoveryStore()
              .currentState(new XidImple(xid).getTransactionUid(), ACTION)
          != StateStatus.OS_UNKNOWN;
    } catch (ObjectStoreException e) {
      throw new IllegalStateException("the log of transactions cannot be read", e);
    }
  }

  @Override
  public void close() {
    threads.shutdown();
    recovery.terminate();
    StoreManager.shutdown();
  }
}
