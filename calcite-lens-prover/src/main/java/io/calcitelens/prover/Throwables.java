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

import java.util.regex.Pattern;

/** What exceptions of Calcite say. */
public final class Throwables {
  private static final Pattern JACKSON_PLACE =
      Pattern.compile("(?s)\\n at \\[Source: .*?line: (\\d+), column: (\\d+)\\].*");

  private Throwables() {}

  /** The innermost message, which names the fault without Calcite's wrapping. */
  public static String sentence(Throwable throwable) {
    Throwable at = throwable;
    String message = message(at);
    while (at.getCause() != null && at.getCause() != at) {
      at = at.getCause();
      if (at.getMessage() != null) {
        message = message(at);
      }
    }
    return message == null ? throwable.getClass().getSimpleName() : message;
  }

  /** Some messages are only a name, and Jackson's say in Java where in a model file they are. */
  private static String message(Throwable at) {
    String message = at.getMessage();
    if (message == null) {
      return null;
    }
    if (at instanceof ClassNotFoundException || at instanceof NoClassDefFoundError) {
      return "class " + message + " is not on the class path";
    }
    return JACKSON_PLACE.matcher(message).replaceAll(" (line $1, column $2)");
  }
}
