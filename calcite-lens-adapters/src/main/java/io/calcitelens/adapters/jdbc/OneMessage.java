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
package io.calcitelens.adapters.jdbc;

import java.util.List;

/** Statements that a driver sends together, so that they are one round trip. */
final class OneMessage {
  private OneMessage() {}

  /** Statements one after the other, in the transaction that is open. */
  static String joined(List<String> statements) {
    return String.join("; ", statements);
  }

  /**
   * Statements with their commit, for a connection that commits each message. A single one needs no
   * words for it. (Without the words a driver that expects long results may cut a message into
   * several, each of which is committed: only statements that give no rows do without.)
   */
  static String committed(List<String> statements) {
    return statements.size() == 1 ? statements.get(0) : "BEGIN; " + joined(statements) + "; COMMIT";
  }
}
