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

import org.apache.calcite.adapter.jdbc.JdbcConvention;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.rules.CoreRules;

/**
 * The convention of what one store computes. There is one for each {@link JdbcStore}, whatever
 * schemas its tables stand in, so that they join within the store.
 */
final class BasisConvention extends JdbcConvention {
  private final JdbcStore store;

  BasisConvention(JdbcStore store) {
    super(store.dialect(), Expressions.constant(store.name()), nameOf(store.name()));
    this.store = store;
  }

  /**
   * Rules are told apart by descriptions that hold this name, and not every URL may stand there.
   */
  private static String nameOf(String store) {
    final String plain = store.replaceAll("[^-A-Za-z0-9_.:]", "_");
    return plain.equals(store) ? store : plain + "_" + Integer.toHexString(store.hashCode());
  }

  JdbcStore store() {
    return store;
  }

  @Override
  public void register(RelOptPlanner planner) {
    for (RelOptRule rule : BasisRules.rules(this)) {
      planner.addRule(rule);
    }
    planner.addRule(CoreRules.FILTER_SET_OP_TRANSPOSE);
    planner.addRule(CoreRules.PROJECT_REMOVE);
  }
}
