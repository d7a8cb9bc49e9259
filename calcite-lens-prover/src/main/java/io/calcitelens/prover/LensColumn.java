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
package io.calcitelens.prover;

import static java.util.Objects.requireNonNull;

import org.apache.calcite.rex.RexNode;

/**
 * A logical column with its way back to storage.
 *
 * @param logical the declaration
 * @param expression the read, over the fields of the lens
 * @param put the write
 */
public record LensColumn(LogicalColumn logical, RexNode expression, Put put) {
  public LensColumn {
    requireNonNull(logical, "logical");
    requireNonNull(expression, "expression");
    requireNonNull(put, "put");
  }

  /** How a written value reaches storage. */
  public sealed interface Put {
    /**
     * The value is that of one basis column, perhaps through invertible steps.
     *
     * @param shown the field that the read shows
     * @param target the field that a write changes: the anchor's side of a stitch
     * @param inversion how the value is undone
     */
    record Direct(int shown, int target, Inversion inversion) implements Put {}

    /**
     * There is no way back.
     *
     * @param code the code of a write
     * @param reason one sentence
     */
    record ReadOnly(LensCode code, String reason) implements Put {}
  }
}
