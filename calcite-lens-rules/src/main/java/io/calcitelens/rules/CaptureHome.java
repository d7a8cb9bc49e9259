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
package io.calcitelens.rules;

import java.util.Locale;
import java.util.Optional;

/** Where the captured rows of a write live, and so where its steps run. */
public enum CaptureHome {
  /** Wherever it costs less. */
  AUTO,
  /** Row by row in this process. */
  JVM,
  /** Set by set in the store, wherever the store can do it. */
  STORE;

  /** The home of a name, whatever its case; empty if there is none. */
  public static Optional<CaptureHome> of(String name) {
    for (CaptureHome home : values()) {
      if (home.name().equals(name.toUpperCase(Locale.ROOT))) {
        return Optional.of(home);
      }
    }
    return Optional.empty();
  }
}
