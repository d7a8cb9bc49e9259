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

/**
 * How a declared rule is kept.
 *
 * @param constraint the rule's name
 * @param kind not null, check, primary key, unique or foreign key
 * @param how the kind of enforcement
 * @param detail what enforces it, in one phrase
 */
public record Obligation(String constraint, String kind, How how, String detail) {
  public Obligation {
    requireNonNull(constraint, "constraint");
    requireNonNull(kind, "kind");
    requireNonNull(how, "how");
    requireNonNull(detail, "detail");
  }

  /** Kinds of enforcement. */
  public enum How {
    /** The body alone guarantees it. */
    PROVED("proved"),
    /** Judged on each written row. */
    ROW_LOCAL("row-local"),
    /** A unique index of the basis answers at the write. */
    ROW_TIME("row-time"),
    /** A foreign key of the basis answers at the write. */
    BASIS_FOREIGN_KEY("basis-foreign-key"),
    /** Holds for lack of anything that could break it. */
    VACUOUS("vacuous");

    private final String label;

    How(String label) {
      this.label = label;
    }

    /** The word that system tables show. */
    public String label() {
      return label;
    }
  }
}
