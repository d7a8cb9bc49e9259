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

/** What exceptions of Calcite say. */
public final class Throwables {
  private Throwables() {}

  /** The innermost message, which names the fault without Calcite's wrapping. */
  public static String sentence(Throwable throwable) {
    Throwable at = throwable;
    String message = at.getMessage();
    while (at.getCause() != null && at.getCause() != at) {
      at = at.getCause();
      if (at.getMessage() != null) {
        message = at.getMessage();
      }
    }
    return message == null ? throwable.getClass().getSimpleName() : message;
  }
}
