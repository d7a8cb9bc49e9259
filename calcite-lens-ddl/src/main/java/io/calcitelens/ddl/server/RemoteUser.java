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

import java.io.IOException;

/**
 * Who sends the request that a thread works on.
 *
 * @param name as the users file has it; empty if the server asks nobody who he is
 * @param address from where the request comes
 * @param admin whether the users file gives the role
 */
record RemoteUser(String name, String address, boolean admin) {
  private static final ThreadLocal<RemoteUser> CURRENT = new ThreadLocal<>();

  RemoteUser {
    requireNonNull(name, "name");
    requireNonNull(address, "address");
  }

  /** The one on whose behalf this thread works. */
  static RemoteUser current() {
    return requireNonNull(CURRENT.get(), "no request");
  }

  /** Works on behalf of this user. */
  void run(Work work) throws IOException {
    CURRENT.set(this);
    try {
      work.run();
    } finally {
      CURRENT.remove();
    }
  }

  /** What a request makes the server do. */
  interface Work {
    void run() throws IOException;
  }
}
