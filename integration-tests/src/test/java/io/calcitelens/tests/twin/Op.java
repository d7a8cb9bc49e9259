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
package io.calcitelens.tests.twin;

import java.util.Map;

/** One step of a run: a statement, or a turn of the transaction. */
sealed interface Op {
  /** A statement with its values. */
  record Run(Shape shape, Map<Hole, Object> values) implements Op {
    @Override
    public String toString() {
      String text = shape.fragment().named("{W}", "{T}", "").sql(values, true);
      String parameters = shape.fragment().parameters().isEmpty() ? "" : " (with parameters)";
      return text
          + (shape.returning().isEmpty()
              ? ""
              : " returning " + String.join(", ", shape.returning()))
          + parameters;
    }
  }

  /** A write straight to the basis, and the same to the twin. */
  record Basis(String lens, String twin) implements Op {
    @Override
    public String toString() {
      return lens;
    }
  }

  /** A turn of the transaction. */
  enum Turn implements Op {
    BEGIN,
    COMMIT,
    ROLLBACK,
    SAVEPOINT,
    ROLLBACK_TO
  }
}
