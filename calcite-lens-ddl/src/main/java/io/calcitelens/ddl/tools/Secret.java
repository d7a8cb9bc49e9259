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
package io.calcitelens.ddl.tools;

import static io.calcitelens.prover.LensResource.RESOURCE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A secret that a command line names but does not show. */
final class Secret {
  private static final String VARIABLE = "env:";
  private static final String FILE = "file:";

  private Secret() {}

  /** What {@code env:NAME} or {@code file:PATH} holds. */
  static String of(String place) {
    if (place.startsWith(VARIABLE)) {
      String name = place.substring(VARIABLE.length());
      String value = System.getenv(name);
      if (value == null) {
        throw new ToolException(RESOURCE.noVariable(name));
      }
      return value;
    }
    if (place.startsWith(FILE)) {
      String file = place.substring(FILE.length());
      try {
        return Files.readString(Path.of(file)).strip();
      } catch (IOException e) {
        throw new ToolException(RESOURCE.noSecretFile(file).str(), e);
      }
    }
    throw new ToolException(RESOURCE.secretOnCommandLine());
  }
}
