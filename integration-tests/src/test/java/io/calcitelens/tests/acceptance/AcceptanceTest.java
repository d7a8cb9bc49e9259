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
package io.calcitelens.tests.acceptance;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.calcitelens.tests.acceptance.Cases.Case;
import io.calcitelens.tests.acceptance.Cases.Runner;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs every case of every {@code .case} file, each as a test of its own. */
class AcceptanceTest {
  /** Cases that are not yet run, with the feature that brings each. */
  private static final Map<String, String> LATER =
      Map.of(
          "D2 D4 a tagged decomposition with an optional member",
          "D2, D4: decompositions from tags",
          "G1 G2 the acknowledgement example",
          "G1, G2: advisories and their acknowledgement; C2: keys judged at commit");

  @TestFactory
  Stream<DynamicNode> cases() throws IOException {
    return files().map(AcceptanceTest::container);
  }

  /** A case that was renamed must not drop out of the list unseen. */
  @Test
  void everyCaseNotYetRunExists() throws IOException {
    Set<String> titles = new LinkedHashSet<>();
    for (Path file : files().toList()) {
      parse(file).forEach(c -> titles.add(c.title));
    }
    assertTrue(titles.containsAll(LATER.keySet()), () -> "not found: " + LATER.keySet());
  }

  private static Stream<Path> files() throws IOException {
    Path folder;
    try {
      folder = Path.of(AcceptanceTest.class.getResource("/acceptance").toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(p -> p.toString().endsWith(".case")).sorted().toList().stream();
    }
  }

  private static List<Case> parse(Path file) {
    try {
      return Cases.parse(
          file.getFileName().toString(), Files.readAllLines(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static DynamicNode container(Path file) {
    Map<String, List<Case>> groups = new LinkedHashMap<>();
    List<Case> current = new ArrayList<>();
    for (Case c : parse(file)) {
      if (!c.continued) {
        current = new ArrayList<>();
        groups.put(c.line + ": " + c.title, current);
      }
      current.add(c);
    }
    return dynamicContainer(
        file.getFileName().toString(),
        groups.entrySet().stream()
            .flatMap(
                e -> Stream.of("auto", "store").map(home -> test(e.getKey(), home, e.getValue()))));
  }

  /** Sessions of one case share a database, which then has a name. */
  private static String url(List<Case> group, String home) {
    boolean several =
        group.stream().flatMap(c -> c.steps.stream()).anyMatch(s -> s.kind.equals("session"));
    String database = several ? "mem:case" + Long.toHexString(System.nanoTime()) : "";
    return "jdbc:lens:" + database + ";captureHome=" + home;
  }

  private static DynamicTest test(String title, String home, List<Case> group) {
    String name = title + " (" + home + ")";
    return dynamicTest(
        name,
        () -> {
          String later = LATER.get(group.get(0).title);
          Assumptions.assumeTrue(later == null, () -> "waits for " + later);
          Runner runner = new Runner(url(group, home), 60, false);
          try {
            group.forEach(runner::run);
          } finally {
            runner.closeAll();
            runner.background.shutdownNow();
          }
          if (runner.failed > 0) {
            fail(String.join(System.lineSeparator(), runner.faults));
          }
        });
  }
}
