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

import io.calcitelens.adapters.transaction.TransactionCoordinator;
import io.calcitelens.ddl.deploy.DeployedSchema;
import io.calcitelens.ddl.parser.SqlDeclareLens;
import io.calcitelens.ddl.parser.SqlDeclareSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.sql.SqlNode;

/** A catalog in the making: the content of a state, to be changed. Names ignore case. */
final class CatalogDraft {
  /** The plans of the database, whatever its state. */
  final PlanCache plans;

  /** What commits over several stores, whatever the state. */
  final TransactionCoordinator coordinator;

  /** The connections of the database, whatever its state. */
  final Sessions sessions;

  /** What {@code declare schema} said last, logical and physical. */
  final Map<String, SqlDeclareSchema> declarations = names();

  /** What {@code declare lens} said last, by logical schema. */
  final Map<String, SqlDeclareLens> lenses = names();

  final Map<String, BasisSchema> bases = names();
  final Map<String, DeployedSchema> deployed = names();

  /** Views in the order of their creation, by qualified name in lower case. */
  final Map<String, PlainView> views = new LinkedHashMap<>();

  /** The {@code create type} and {@code create function} statements, by kind and name. */
  final Map<String, SqlNode> objects = names();

  CatalogDraft(PlanCache plans, TransactionCoordinator coordinator, Sessions sessions) {
    this.plans = requireNonNull(plans, "plans");
    this.coordinator = requireNonNull(coordinator, "coordinator");
    this.sessions = requireNonNull(sessions, "sessions");
  }

  private static <V> Map<String, V> names() {
    return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  }

  CatalogState freeze(long generation) {
    return new CatalogState(generation, this);
  }
}
