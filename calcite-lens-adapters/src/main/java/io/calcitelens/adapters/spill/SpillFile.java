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
package io.calcitelens.adapters.spill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.DataType;

/** A temporary file of H2's MVStore, gone when it is closed or when the process ends. */
final class SpillFile implements AutoCloseable {
  private static final int CACHE_MEGABYTES = 2;
  private static final int BUFFER_KILOBYTES = 1_024;

  private final Path path;
  private final MVStore store;

  private SpillFile(Path path, MVStore store) {
    this.path = path;
    this.store = store;
  }

  static SpillFile create() {
    try {
      final Path path = Files.createTempFile("calcite-lens-", ".rows");
      final MVStore store =
          new MVStore.Builder()
              .fileName(path.toString())
              .autoCommitDisabled()
              .autoCommitBufferSize(BUFFER_KILOBYTES)
              .cacheSize(CACHE_MEGABYTES)
              .open();
      store.setVersionsToKeep(0);
      removeName(path);
      return new SpillFile(path, store);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where an open file may lose its name, nothing stays behind even if the process is killed. */
  private static void removeName(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      path.toFile().deleteOnExit();
    }
  }

  <K, V> MVMap<K, V> map(DataType<K> keys, DataType<V> values) {
    return store.openMap("rows", new MVMap.Builder<K, V>().keyType(keys).valueType(values));
  }

  @Override
  public void close() {
    store.closeImmediately();
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
