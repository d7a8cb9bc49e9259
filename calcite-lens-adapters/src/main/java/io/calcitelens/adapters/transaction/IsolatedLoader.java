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

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Loads a transaction manager that keeps its state in static fields once more for each database, so
 * that each has a log of its own.
 */
final class IsolatedLoader extends ClassLoader {
  private static final String LOGGING = "META-INF/services/org.jboss.logging.LoggerProvider";

  private static final List<String> ISOLATED =
      List.of(
          "com.arjuna.",
          "org.jboss.logging.",
          "org.jboss.tm.",
          "jakarta.transaction.",
          IsolatedLoader.class.getPackageName() + ".narayana.");

  IsolatedLoader() {
    super(IsolatedLoader.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (ISOLATED.stream().noneMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      final Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      final byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /** What it logs goes where this library's own messages go. */
  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return name.equals(LOGGING)
        ? Collections.enumeration(List.of(resource("slf4j-logging")))
        : super.getResources(name);
  }

  private static URL resource(String name) {
    final URL found = IsolatedLoader.class.getResource(name);
    if (found == null) {
      throw new UncheckedIOException(new IOException("no resource " + name));
    }
    return found;
  }
}
