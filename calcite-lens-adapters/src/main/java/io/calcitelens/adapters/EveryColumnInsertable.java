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
package io.calcitelens.adapters;

import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.schema.ColumnStrategy;
import org.apache.calcite.sql2rel.NullInitializerExpressionFactory;

/**
 * Lets an insert omit any column: whether a value is missing is judged on the rows, where defaults
 * of the lens, the design and the store are known.
 */
public final class EveryColumnInsertable extends NullInitializerExpressionFactory {
  public static final EveryColumnInsertable INSTANCE = new EveryColumnInsertable();

  private EveryColumnInsertable() {}

  @Override
  public ColumnStrategy generationStrategy(RelOptTable table, int column) {
    return ColumnStrategy.DEFAULT;
  }
}
