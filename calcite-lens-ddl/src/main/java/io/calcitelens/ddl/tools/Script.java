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
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A script as the user named it, read whole.
 *
 * @param name as given on the command line, so that messages name what the user typed
 * @param text UTF-8, without a byte order mark
 */
record Script(String name, String text) {
  /** Standard input. */
  private static final String STANDARD_INPUT = "-";

  /** Reads a file; one that is missing, empty, or no text is a {@link ToolException}. */
  static Script read(String name) {
    String text = decode(name, bytes(name));
    if (text.isBlank()) {
      throw new ToolException(RESOURCE.emptyScript(name));
    }
    return new Script(name, text);
  }

  private static byte[] bytes(String name) {
    try {
      if (name.equals(STANDARD_INPUT)) {
        return System.in.readAllBytes();
      }
      Path path = Path.of(name);
      if (Files.isDirectory(path)) {
        throw new ToolException(RESOURCE.scriptIsFolder(name));
      }
      return Files.readAllBytes(path);
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new ToolException(RESOURCE.noScript(name));
    } catch (IOException e) {
      throw new ToolException(RESOURCE.unreadableScript(name, String.valueOf(e.getMessage())));
    }
  }

  private static String decode(String name, byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.indexOf('\0') >= 0) {
        throw new ToolException(RESOURCE.scriptIsNoText(name));
      }
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new ToolException(RESOURCE.scriptIsNoText(name));
    }
  }
}
