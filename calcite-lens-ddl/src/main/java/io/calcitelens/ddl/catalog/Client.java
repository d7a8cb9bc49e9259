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

/**
 * Who stands behind a connection.
 *
 * @param kind where the program runs that uses it
 * @param user its name; empty if it has none
 * @param address from where it comes; empty within this JVM
 * @param admin whether it may let the database reach what lies outside of it: other stores,
 *     classes, files and environment variables
 */
public record Client(Kind kind, String user, String address, boolean admin) {
  /** A program in this JVM, which could do all of that by itself. */
  public static final Client EMBEDDED = new Client(Kind.EMBEDDED, "", "", true);

  public Client {
    requireNonNull(kind, "kind");
    requireNonNull(user, "user");
    requireNonNull(address, "address");
  }

  /** Where a program runs that uses a connection. */
  public enum Kind {
    EMBEDDED,
    REMOTE
  }

  /** Whether it comes through a server. */
  public boolean isRemote() {
    return kind == Kind.REMOTE;
  }
}
