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

import io.calcitelens.adapters.LensTransaction;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.DataContext;
import org.apache.calcite.rel.type.RelDataType;

/** A planned write. It is immutable; executions share it. */
public interface DmlPlan {
  /** The types of the parameters, in order. */
  RelDataType parameterRowType();

  /** The type of the rows that {@code returning} gives; empty without such a clause. */
  Optional<RelDataType> returningType();

  /** The steps, a line each, as {@code explain plan} prints them. */
  List<String> explain();

  /**
   * Runs the write to its end. The caller marks the transaction before, and takes back everything
   * since the mark if this throws.
   *
   * @param context parameters as {@code ?0}, {@code ?1}, … already converted to the internal
   *     representation of their types, and the transaction under its variable
   * @param transaction the same transaction
   * @param wantGeneratedKeys whether {@link DmlResult#generated} will be asked for
   */
  DmlResult execute(DataContext context, LensTransaction transaction, boolean wantGeneratedKeys);

  /** How several executions in a row are run as one; empty where that may have another effect. */
  default Optional<BatchPlan> together() {
    return Optional.empty();
  }
}
