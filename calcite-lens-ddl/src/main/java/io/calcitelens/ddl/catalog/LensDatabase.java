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

import static io.calcitelens.prover.LensResource.RESOURCE;
import static java.util.Objects.requireNonNull;

import io.calcitelens.adapters.LensTransaction;
import io.calcitelens.adapters.SessionOptions;
import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.jdbc.JdbcStore;
import io.calcitelens.adapters.transaction.LocalTransaction;
import io.calcitelens.adapters.transaction.TransactionCoordinator;
import io.calcitelens.prover.LensCode;
import io.calcitelens.prover.LensException;
import io.calcitelens.prover.Throwables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.ddl.SqlDdlNodes;
import org.h2.api.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A database: its stores and its catalog. Databases of one name are one object within the JVM, open
 * as long as something holds it.
 */
public final class LensDatabase implements AutoCloseable {
  private static final String MEMORY = "mem:";
  private static final String OWN_STORE = "mem";

  /** Behind the path of a durable database: the directory of its log of transactions. */
  private static final String LOG_SUFFIX = ".transactions";

  /** How long to wait before looking again for what is in doubt. */
  private static final long SCAN_MILLIS = 10_000;

  /** How long to wait before looking again for storage that is away. */
  private static final long LOOK_MILLIS = 2_000;

  private static final Logger LOGGER = LoggerFactory.getLogger(LensDatabase.class);

  private static final Map<String, LensDatabase> OPEN = new HashMap<>();

  private final String name;
  private final Stores stores;
  private final ModelSchemas models;
  private final Optional<CatalogStore> saved;
  private final Sessions sessions = new Sessions();
  private final AtomicReference<CatalogState> state = new AtomicReference<>();
  private final TransactionCoordinator coordinator;
  private final PhysicalSchemas physical;

  /** Has no thread unless there is something to look for. */
  private final ScheduledExecutorService looking =
      Executors.newSingleThreadScheduledExecutor(LensDatabase::daemon);

  private int holders = 1;

  private LensDatabase(String name, JdbcStore own, boolean durable) {
    this.name = requireNonNull(name, "name");
    this.stores = new Stores(own);
    this.models = new ModelSchemas(stores);
    this.saved = durable ? Optional.of(new CatalogStore(own.dataSource())) : Optional.empty();
    this.coordinator =
        new TransactionCoordinator(
            durable ? Optional.of(Path.of(name + LOG_SUFFIX)) : Optional.empty(),
            stores::all,
            together -> state().sharedStores().told(together),
            SCAN_MILLIS);
    CatalogDraft draft = new CatalogDraft(new PlanCache(), coordinator, sessions);
    this.physical = new PhysicalSchemas(stores);
    CatalogLoader loader = new CatalogLoader(draft, physical);
    draft.bases.put(CatalogState.DEFAULT_SCHEMA, loader.created(CatalogState.DEFAULT_SCHEMA));
    saved.ifPresent(s -> loader.load(s.load()));
    state.set(draft.freeze(1));
    coordinator.recover();
    if (isSomethingAway()) {
      looking.scheduleWithFixedDelay(
          this::lookForStores, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private boolean isSomethingAway() {
    return state().bases().stream().anyMatch(b -> b.unavailable().isPresent());
  }

  /** Looks for storage that was away when the database was opened, until all of it is back. */
  private void lookForStores() {
    try {
      state().bases().stream().filter(b -> b.unavailable().isPresent()).forEach(this::bringBack);
    } catch (RuntimeException e) {
      LOGGER.warn("storage that is away could not be looked for", e);
    }
    if (!isSomethingAway()) {
      looking.shutdown();
    }
  }

  private void bringBack(BasisSchema away) {
    BasisSchema there;
    try {
      there = physical.read(away.applied().orElseThrow());
    } catch (LensException e) {
      LOGGER.debug("still away: {}", away.name(), e);
      return;
    }
    synchronized (this) {
      CatalogDraft draft = state.get().edit();
      // Somebody may have applied, refreshed or dropped it meanwhile.
      if (draft.bases.get(away.name()) != away) {
        return;
      }
      draft.bases.put(away.name(), there);
      CatalogLoader.compileUnavailable(draft);
      state.set(draft.freeze(state.get().generation() + 1));
    }
    // The store may hold what was prepared in an earlier life of the database.
    coordinator.recover();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "lens-stores");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Opens a database, or joins one that is open.
   *
   * @param part the database part of a URL: empty for a private one in memory, {@code mem:name} for
   *     one shared within the JVM, else the path of a durable one
   * @throws LensException with code UNAVAILABLE if its file cannot be opened
   */
  public static LensDatabase open(String part) {
    if (part.isEmpty()) {
      return new LensDatabase(part, JdbcStore.ownMemory(OWN_STORE), false);
    }
    synchronized (OPEN) {
      String key = key(part);
      LensDatabase open = OPEN.get(key);
      if (open != null) {
        open.holders++;
        return open;
      }
      LensDatabase database = create(part, key);
      OPEN.put(key, database);
      return database;
    }
  }

  /** H2 locks the file of an open database. */
  private static boolean inUse(Throwable fault) {
    for (Throwable t = fault; t != null; t = t.getCause()) {
      if (t instanceof SQLException sql
          && sql.getErrorCode() == ErrorCode.DATABASE_ALREADY_OPEN_1) {
        return true;
      }
    }
    return false;
  }

  private static LensDatabase create(String part, String key) {
    if (part.startsWith(MEMORY)) {
      return new LensDatabase(key, JdbcStore.ownMemory(OWN_STORE), false);
    }
    JdbcStore own;
    try {
      own = JdbcStore.ownFile(OWN_STORE, Path.of(key));
    } catch (StoreException e) {
      Resources.Inst sentence =
          inUse(e)
              ? RESOURCE.databaseInUse(part)
              : RESOURCE.databaseFile(part, Throwables.sentence(e));
      throw LensException.of(LensCode.UNAVAILABLE, sentence).because(e);
    }
    try {
      return new LensDatabase(key, own, true);
    } catch (RuntimeException | Error e) {
      own.close();
      throw e;
    }
  }

  /** One spelling per database: names of shared ones ignore case, paths are resolved. */
  private static String key(String part) {
    if (part.startsWith(MEMORY)) {
      return part.toLowerCase(Locale.ROOT);
    }
    try {
      Path path = Path.of(part).toAbsolutePath().normalize();
      Path parent = path.getParent();
      if (parent != null && Files.isDirectory(parent)) {
        path = parent.toRealPath().resolve(path.getFileName());
      }
      return path.toString();
    } catch (InvalidPathException | IOException e) {
      Resources.Inst sentence =
          inUse(e)
              ? RESOURCE.databaseInUse(part)
              : RESOURCE.databaseFile(part, Throwables.sentence(e));
      throw LensException.of(LensCode.UNAVAILABLE, sentence).because(e);
    }
  }

  /** The database part by which it was opened. */
  public String name() {
    return name;
  }

  /** Begins a transaction over the stores. */
  public LensTransaction begin(SessionOptions options) {
    return LocalTransaction.begin(options, coordinator);
  }

  /** Its open connections. */
  public Sessions sessions() {
    return sessions;
  }

  /** The catalog at this moment. */
  public CatalogState state() {
    return state.get();
  }

  /**
   * Makes the schemas of a connection's model part of the database: JDBC schemas are read once and
   * become ordinary schemas over their data source, others are kept as they are. A name that is
   * already mounted is kept.
   */
  public synchronized void mount(SchemaPlus modelRoot) {
    CatalogDraft draft = state.get().edit();
    boolean changed = false;
    for (String schema : modelRoot.subSchemas().getNames(LikePattern.any())) {
      if (models.isMounted(schema) || schema.equals("metadata")) {
        continue;
      }
      BasisSchema before = draft.bases.get(schema);
      boolean taken =
          before != null && before.origin() != BasisSchema.Origin.MODEL
              || draft.declarations.containsKey(schema)
              || draft.deployed.containsKey(schema)
              || schema.equalsIgnoreCase(CatalogState.SYSTEM_SCHEMA);
      if (taken) {
        throw LensException.of(LensCode.DUPLICATE, RESOURCE.schemaExists(schema));
      }
      SchemaPlus mounted = requireNonNull(modelRoot.subSchemas().get(schema), schema);
      draft.bases.put(schema, models.mount(schema, mounted));
      changed = true;
    }
    if (changed) {
      CatalogLoader.compileUnavailable(draft);
      state.set(draft.freeze(state.get().generation() + 1));
    }
  }

  /**
   * Runs a schema command or another DDL statement: wholly, or not at all.
   *
   * @throws LensException if it is not possible; the catalog is then as it was
   */
  public synchronized DdlResult execute(SqlNode statement, DdlSession session) {
    CatalogState before = state.get();
    DdlRun run = new DdlRun(before, stores, models, session);
    DdlResult result = run.run(statement);
    if (run.change() == DdlRun.Change.NONE) {
      return result;
    }
    boolean visible = run.change() == DdlRun.Change.VISIBLE;
    CatalogState after = run.draft().freeze(before.generation() + (visible ? 1 : 0));
    after.rootSchema();
    saved.ifPresent(s -> s.save(after));
    state.set(after);
    run.afterwards().ifPresent(insert -> fill(insert, session));
    return result;
  }

  /** Fills a table that was just made; if that fails, the table goes again. */
  private void fill(SqlInsert insert, DdlSession session) {
    try {
      session.run(insert);
    } catch (RuntimeException e) {
      try {
        SqlIdentifier table = (SqlIdentifier) insert.getTargetTable();
        execute(SqlDdlNodes.dropTable(insert.getParserPosition(), true, table), session);
      } catch (RuntimeException dropping) {
        e.addSuppressed(dropping);
      }
      throw e;
    }
  }

  /** Lets go; the last one to do so closes the stores. */
  @Override
  public void close() {
    synchronized (OPEN) {
      holders--;
      if (holders > 0) {
        return;
      }
      OPEN.remove(name, this);
    }
    looking.shutdownNow();
    coordinator.close();
    stores.close();
  }

  @Override
  public String toString() {
    return "LensDatabase(" + (name.isEmpty() ? "private" : name) + ")";
  }
}
