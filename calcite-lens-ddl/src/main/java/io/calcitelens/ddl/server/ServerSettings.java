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
package io.calcitelens.ddl.server;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a server is to do.
 *
 * @param url of the database, as the driver takes it
 * @param host the address on which it listens
 * @param port 0 for any that is free
 * @param users the users file, if clients must say who they are
 * @param keystore its key, if it encrypts
 * @param encryptedElsewhere whether something in front of it encrypts
 */
public record ServerSettings(
    String url,
    String host,
    int port,
    Optional<Path> users,
    Optional<Keystore> keystore,
    boolean encryptedElsewhere,
    ServerLimits limits) {
  /** The address that only programs of the same machine reach. */
  public static final String LOOPBACK = "127.0.0.1";

  public ServerSettings {
    requireNonNull(url, "url");
    requireNonNull(host, "host");
    requireNonNull(users, "users");
    requireNonNull(keystore, "keystore");
    requireNonNull(limits, "limits");
  }

  /** A file with the key and certificate of a server. */
  public record Keystore(Path file, String password) {
    public Keystore {
      requireNonNull(file, "file");
      requireNonNull(password, "password");
    }

    @Override
    public String toString() {
      return file.toString();
    }
  }

  /** On a free port of this machine alone, asking nobody who he is. */
  public static ServerSettings local(String url) {
    return new ServerSettings(
        url, LOOPBACK, 0, Optional.empty(), Optional.empty(), false, ServerLimits.DEFAULT);
  }

  /** The same with other limits. */
  public ServerSettings with(ServerLimits other) {
    return new ServerSettings(url, host, port, users, keystore, encryptedElsewhere, other);
  }

  /** The same with a users file. */
  public ServerSettings withUsers(Path file) {
    return new ServerSettings(
        url, host, port, Optional.of(file), keystore, encryptedElsewhere, limits);
  }

  /** The same with a key. */
  public ServerSettings with(Keystore key) {
    return new ServerSettings(url, host, port, users, Optional.of(key), encryptedElsewhere, limits);
  }

  /** The same on another address. */
  public ServerSettings at(String otherHost, int otherPort) {
    return new ServerSettings(
        url, otherHost, otherPort, users, keystore, encryptedElsewhere, limits);
  }
}
