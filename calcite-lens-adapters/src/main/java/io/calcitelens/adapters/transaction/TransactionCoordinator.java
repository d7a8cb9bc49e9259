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

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import io.calcitelens.adapters.Store;
import io.calcitelens.adapters.StoreSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commits of a database over several of its stores. The transaction manager is loaded when the
 * first of them comes, or something is left of an earlier life of the database.
 */
public final class TransactionCoordinator implements Coordinator, AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(TransactionCoordinator.class);
  private static final String PROTOCOL =
      TransactionCoordinator.class.getPackageName() + ".narayana.NarayanaProtocol";
  private static final String NODE_FILE = "node";

  /** Base 36; with 128 bits it has 25 characters at most. */
  private static final int RADIX = 36;

  private static final int NODE_BITS = 128;

  private final Optional<Path> directory;
  private final Supplier<? extends Collection<? extends Store>> stores;
  private final SharedStores shared;
  private final long scanMillis;
  private Optional<Opened> opened = Optional.empty();
  private volatile boolean unfinished;
  private boolean closed;

  /** Tells which stores without two-phase commit a deployed lens writes together. */
  @FunctionalInterface
  public interface SharedStores {
    /** Whether somebody was told that a write to all of these may be torn by a fault. */
    boolean told(Set<Store> stores);
  }

  private record Opened(
      CommitProtocol protocol, Path directory, ScheduledExecutorService recovering) {}

  /**
   * A coordinator that keeps its log in a directory, made when it is needed; without one, in a
   * directory that goes with it.
   *
   * @param stores all stores that are known, asked whenever one looks for what is in doubt
   * @param scanMillis how long to wait before looking again for what could not be ended
   */
  public TransactionCoordinator(
      Optional<Path> directory,
      Supplier<? extends Collection<? extends Store>> stores,
      SharedStores shared,
      long scanMillis) {
    this.directory = requireNonNull(directory, "directory");
    this.stores = requireNonNull(stores, "stores");
    this.shared = requireNonNull(shared, "shared");
    this.scanMillis = scanMillis;
  }

  // --- commit

  @Override
  public boolean admits(Set<Store> writers) {
    if (writers.size() < 2) {
      return true;
    }
    final Set<Store> single = new java.util.LinkedHashSet<>(writers);
    single.removeIf(s -> s.capabilities().twoPhase());
    return single.size() < 2 && single.stream().allMatch(s -> s.capabilities().transactional())
        || shared.told(single);
  }

  @Override
  public void commit(List<StoreSession> written) {
    final List<StoreSession> ordered = new ArrayList<>(written);
    ordered.sort(Comparator.comparing(s -> s.store().name()));
    final List<CommitProtocol.Part> parts = new ArrayList<>();
    final List<StoreSession> last = new ArrayList<>();
    for (StoreSession session : ordered) {
      session
          .branch()
          .ifPresentOrElse(
              branch -> parts.add(new CommitProtocol.Part(session.store().name(), branch, false)),
              () -> last.add(session));
    }
    // A store that cannot roll back has nothing left to commit, and cannot refuse.
    last.sort(Comparator.comparing(s -> !s.store().capabilities().transactional()));
    final LastResource lastResource = new LastResource(last);
    if (parts.isEmpty()) {
      lastResource.commit();
      return;
    }
    if (!last.isEmpty()) {
      parts.add(new CommitProtocol.Part(last.get(0).store().name(), lastResource, true));
    }
    if (!open().protocol().commit(parts)) {
      unfinished = true;
    }
  }

  private synchronized Opened open() {
    if (closed) {
      throw new IllegalStateException("the database is closed");
    }
    if (opened.isEmpty()) {
      opened = Optional.of(load());
    }
    return opened.get();
  }

  private Opened load() {
    try {
      final Path log = directory.isPresent() ? directory.get() : Files.createTempDirectory("lens");
      Files.createDirectories(log);
      final CommitProtocol protocol =
          (CommitProtocol)
              new IsolatedLoader()
                  .loadClass(PROTOCOL)
                  .getConstructor(Path.class, String.class)
                  .newInstance(log, node(log));
      final ScheduledExecutorService recovering =
          Executors.newSingleThreadScheduledExecutor(TransactionCoordinator::daemon);
      recovering.scheduleWithFixedDelay(
          this::recoverUnfinished, scanMillis, scanMillis, TimeUnit.MILLISECONDS);
      return new Opened(protocol, log, recovering);
    } catch (IOException e) {
      throw new UncheckedIOException("no place for the log of transactions", e);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the transaction manager cannot be loaded", e);
    }
  }

  private static Thread daemon(Runnable work) {
    final Thread thread = new Thread(work, "lens-recovery");
    thread.setDaemon(true);
    return thread;
  }

  /** What marks this database's branches in its stores; kept with the log. */
  private static String node(Path log) throws IOException {
    final Path file = log.resolve(NODE_FILE);
    if (Files.exists(file)) {
      return Files.readString(file, StandardCharsets.US_ASCII).strip();
    }
    final String node = new BigInteger(NODE_BITS, new SecureRandom()).toString(RADIX);
    Files.writeString(file, node, StandardCharsets.US_ASCII);
    return node;
  }

  // --- recovery

  /**
   * Ends what an earlier life of the database left in doubt, as far as its stores can be reached;
   * with the rest it goes on in the background. Never fails.
   */
  public void recover() {
    if (directory.isEmpty() || !Files.exists(directory.get().resolve(NODE_FILE))) {
      return;
    }
    try {
      if (somethingIsLeft()) {
        unfinished = true;
        open();
        recoverUnfinished();
      }
    } catch (IOException | RuntimeException e) {
      LOGGER.warn("transactions in doubt could not be looked for", e);
    }
  }

  /** Looks without the transaction manager, which most databases do not need. */
  private boolean somethingIsLeft() throws IOException {
    final byte[] node = node(directory.orElseThrow()).getBytes(StandardCharsets.US_ASCII);
    try (Stream<Path> files = Files.walk(directory.orElseThrow())) {
      if (files.anyMatch(f -> Files.isRegularFile(f) && !f.endsWith(NODE_FILE))) {
        return true;
      }
    }
    for (CommitProtocol.Prepared prepared : prepared()) {
      try {
        for (Xid xid : prepared.branches().recover(XAResource.TMSTARTRSCAN)) {
          if (endsWith(xid.getGlobalTransactionId(), node)) {
            return true;
          }
        }
      } catch (XAException e) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsWith(byte[] bytes, byte[] end) {
    return bytes.length >= end.length
        && Arrays.equals(bytes, bytes.length - end.length, bytes.length, end, 0, end.length);
  }

  private List<CommitProtocol.Prepared> prepared() {
    final List<CommitProtocol.Prepared> prepared = new ArrayList<>();
    for (Store store : stores.get()) {
      store.branches().ifPresent(b -> prepared.add(new CommitProtocol.Prepared(store.name(), b)));
    }
    return prepared;
  }

  private void recoverUnfinished() {
    if (!unfinished) {
      return;
    }
    final Optional<Opened> now;
    synchronized (this) {
      now = opened;
    }
    try {
      if (now.isPresent()) {
        unfinished = now.get().protocol().recover(prepared());
      }
    } catch (RuntimeException e) {
      LOGGER.warn("transactions in doubt could not be ended", e);
    }
  }

  /** What is in doubt now, in all stores that are known. */
  public List<InDoubt> inDoubt() {
    final Optional<Opened> now;
    synchronized (this) {
      now = opened;
    }
    return now.map(o -> o.protocol().inDoubt(prepared())).orElse(List.of());
  }

  @Override
  public void close() {
    final Optional<Opened> last;
    synchronized (this) {
      closed = true;
      last = opened;
      opened = Optional.empty();
    }
    if (last.isEmpty()) {
      return;
    }
    last.get().recovering().shutdownNow();
    last.get().protocol().close();
    if (directory.isEmpty()) {
      try {
        MoreFiles.deleteRecursively(last.get().directory(), RecursiveDeleteOption.ALLOW_INSECURE);
      } catch (IOException e) {
        LOGGER.debug("a temporary directory stays: {}", last.get().directory(), e);
      }
    }
  }
}
