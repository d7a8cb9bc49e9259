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

import static com.google.common.base.Preconditions.checkState;

import io.calcitelens.adapters.StoreException;
import io.calcitelens.adapters.jdbc.JdbcStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** The stores of a database: its own, those of model files, and those that {@code using} names. */
final class Stores implements AutoCloseable {
  private final JdbcStore own;
  private final Map<String, JdbcStore> named = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, JdbcStore> connected = new LinkedHashMap<>();
  private final Map<String, Supplier<JdbcStore>> away = new LinkedHashMap<>();
  private boolean closed;

  Stores(JdbcStore own) {
    this.own = own;
  }

  /** The database's own H2. */
  JdbcStore own() {
    return own;
  }

  /** A JDBC schema of a model file. */
  synchronized Optional<JdbcStore> named(String name) {
    return Optional.ofNullable(named.get(name));
  }

  synchronized Iterable<String> names() {
    return named.keySet().stream().toList();
  }

  /** Makes the data source of a model's JDBC schema a store; two of one source are one store. */
  synchronized JdbcStore mount(String name, DataSource dataSource) {
    JdbcStore store =
        named.values().stream()
            .filter(s -> s.dataSource().equals(dataSource))
            .findFirst()
            .orElseGet(() -> JdbcStore.over(name, dataSource));
    named.put(name, store);
    return store;
  }

  /** The store behind a URL, for a user; opened once. */
  synchronized JdbcStore connect(String url, String user, String password) {
    String key = url + " as " + user;
    JdbcStore known = connected.get(key);
    if (known != null) {
      return known;
    }
    checkState(!closed, "the database is closed");
    Supplier<JdbcStore> connecting = () -> JdbcStore.connect(url, url, user, password);
    away.put(key, connecting);
    JdbcStore store = connecting.get();
    away.remove(key);
    connected.put(key, store);
    return store;
  }

  /** All stores that can be reached; those that could not be are tried again. */
  synchronized List<JdbcStore> all() {
    for (Map.Entry<String, Supplier<JdbcStore>> wanted : List.copyOf(away.entrySet())) {
      try {
        connected.put(wanted.getKey(), wanted.getValue().get());
        away.remove(wanted.getKey());
      } catch (StoreException e) {
        // It is away still.
      }
    }
    List<JdbcStore> all = new ArrayList<>(List.of(own));
    named.values().stream().distinct().forEach(all::add);
    all.addAll(connected.values());
    return all;
  }

  @Override
  public synchronized void close() {
    closed = true;
    connected.values().forEach(JdbcStore::close);
    named.values().stream().distinct().forEach(JdbcStore::close);
    own.close();
  }
}
