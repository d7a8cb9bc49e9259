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
package io.calcitelens.tests.reads;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The design and the queries that the tests of reads share. */
final class ReadFiles {
  private ReadFiles() {}

  /** Two queries that are one: over the design, and over the basis. */
  record Pair(String lens, String hand) {
    @Override
    public String toString() {
      return lens;
    }
  }

  /** The statements that declare and deploy the basis and the lens. */
  static List<String> schema() {
    return Arrays.stream(read("schema.sql").split(";\\s*\n(?![ }])"))
        .map(String::strip)
        .filter(s -> !s.isEmpty())
        .toList();
  }

  static List<Pair> pairs() {
    return Arrays.stream(read("pairs.txt").split("\n\\s*\n"))
        .map(String::strip)
        .map(block -> block.split("\n==\n"))
        .map(parts -> new Pair(parts[0], parts[1]))
        .toList();
  }

  private static String read(String name) {
    try (InputStream in = ReadFiles.class.getResourceAsStream("/reads/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
