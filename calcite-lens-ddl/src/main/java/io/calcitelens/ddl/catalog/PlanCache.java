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

import static java.util.Objects.requireNonNull;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The plans of a database's statements, shared by its connections. It is bounded: what was used
 * least recently goes first, and a plan goes when a newer catalog has been planned for.
 */
public final class PlanCache {
  /** How many plans are kept. */
  static final int CAPACITY = 1_000;

  private static final long NANOS_PER_MILLISECOND = 1_000_000;

  private final Cache<Key, Entry> entries = CacheBuilder.newBuilder().maximumSize(CAPACITY).build();
  private final Cache<List<Object>, Shape> shapes =
      CacheBuilder.newBuilder().maximumSize(CAPACITY).build();
  private final AtomicLong newest = new AtomicLong();
  private final AtomicLong planned = new AtomicLong();

  /** A plan that several executions share, also at the same time. */
  public interface Plan {}

  /** What is known of the texts of one template: how the text of their plan's key is made. */
  public interface Shape {}

  /**
   * What two executions of one plan have in common.
   *
   * @param state the catalog; each state is itself only
   * @param text the statement, a question mark in place of each value that is not part of the plan
   * @param values what kinds of values those are; empty if there are none
   * @param defaultSchema where names without a schema are looked for
   * @param timeZone by its identifier
   * @param properties those of the connection
   */
  public record Key(
      CatalogState state,
      String text,
      String values,
      List<String> defaultSchema,
      String timeZone,
      Map<String, String> properties) {
    public Key {
      requireNonNull(state, "state");
      requireNonNull(text, "text");
      defaultSchema = List.copyOf(defaultSchema);
      properties = Map.copyOf(properties);
    }
  }

  /** A plan, or the fact that there is none for a key, with what it costs and how it is used. */
  private record Entry(Optional<Plan> plan, long nanos, AtomicLong hits) {}

  /** The plan of a key: empty if it is known that none can be made, null if it is not known. */
  private Entry entry(Key key) {
    long known = newest.get();
    long generation = key.state().generation();
    if (generation > known && newest.compareAndSet(known, generation)) {
      entries.asMap().keySet().removeIf(k -> k.state().generation() < generation);
    }
    return entries.getIfPresent(key);
  }

  /** The plan of a key if there is one already. */
  public Optional<Plan> find(Key key) {
    Entry entry = entry(key);
    if (entry == null) {
      return Optional.empty();
    }
    if (entry.plan().isPresent()) {
      entry.hits().incrementAndGet();
    }
    return entry.plan();
  }

  /** What is known of a template under the properties of a connection. */
  public Optional<Shape> shape(String template, Map<String, String> properties) {
    return Optional.ofNullable(shapes.getIfPresent(List.of(template, properties)));
  }

  /** Remembers what is known of a template; it holds for every state of the catalog. */
  public void learn(String template, Map<String, String> properties, Shape shape) {
    shapes.put(List.of(template, properties), shape);
  }

  /**
   * The plan of a key, made if it is not there.
   *
   * @param planning gives nothing if statements of this key cannot share a plan; that is remembered
   */
  public Optional<Plan> get(Key key, Supplier<Optional<? extends Plan>> planning) {
    Entry entry = entry(key);
    if (entry != null) {
      entry.hits().incrementAndGet();
      return entry.plan();
    }
    long start = System.nanoTime();
    Optional<Plan> plan = planning.get().map(p -> p);
    planned.incrementAndGet();
    entries.put(key, new Entry(plan, System.nanoTime() - start, new AtomicLong()));
    return plan;
  }

  /** How often something was planned, since the database was opened. */
  public long planned() {
    return planned.get();
  }

  /** The rows of the system table: text, hits, milliseconds that planning took. */
  List<Object[]> rows() {
    List<Object[]> rows = new ArrayList<>();
    entries
        .asMap()
        .forEach(
            (key, entry) -> {
              if (entry.plan().isPresent()) {
                rows.add(
                    new Object[] {
                      key.text(),
                      (int) Math.min(entry.hits().get(), Integer.MAX_VALUE),
                      (int) (entry.nanos() / NANOS_PER_MILLISECOND)
                    });
              }
            });
    rows.sort(Comparator.comparing(row -> (String) row[0]));
    return rows;
  }
}
