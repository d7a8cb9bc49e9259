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

import java.util.List;
import org.apache.calcite.sql.SqlNode;

/** What a DDL statement needs to know of, and ask from, the connection that runs it. */
public interface DdlSession {
  /** The connection's default schema; empty for the root. */
  List<String> defaultSchemaPath();

  /** Who stands behind the connection. */
  default Client client() {
    return Client.EMBEDDED;
  }

  /** Whether the connection's transaction has written something that is not committed. */
  boolean hasWritten();

  /**
   * Runs a data-changing statement (the insert of {@code create table … as}) on the connection,
   * after the catalog has changed.
   */
  void run(SqlNode statement);
}
