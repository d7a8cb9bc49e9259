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

import io.calcitelens.adapters.StoreException;
import java.util.List;
import javax.transaction.xa.XAResource;

/** The two phases of a commit, with a log of what was decided. */
public interface CommitProtocol extends AutoCloseable {
  /**
   * A store's part of a transaction.
   *
   * @param last whether it commits in the first phase, after all others have prepared
   */
  record Part(String store, XAResource branch, boolean last) {}

  /** What is prepared in a store, to be ended. */
  record Prepared(String store, XAResource branches) {}

  /**
   * Commits all parts, or rolls all of them back.
   *
   * @return whether all of them are committed now; if not, recovery has to go on with it
   * @throws StoreException if they were rolled back
   */
  boolean commit(List<Part> parts);

  /**
   * Ends what was left by transactions that are not running any longer, in the stores that can be
   * reached.
   *
   * @return whether something is left
   */
  boolean recover(List<Prepared> stores);

  /** What is prepared in the stores and belongs to no running transaction. */
  List<InDoubt> inDoubt(List<Prepared> stores);

  @Override
  void close();
}
