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

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.calcitelens.tests.postgres.PostgresServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random statements on each embodiment and its twin.
 *
 * <p>{@code -Dtwin.seconds} is the time of all embodiments together; {@code -Dtwin.steps} runs that
 * many statements on each instead, without a limit of time; {@code -Dtwin.seed} repeats a run, and
 * without it the long run draws a seed while the short one has always the same; {@code
 * -Dtwin.differences} is how many differences a run tells before it ends.
 */
class TwinOracleTest {
  private static final int STEPS = Integer.getInteger("twin.steps", 0);

  /** Enough for each embodiment; with a fixed seed the same statements on every machine. */
  private static final int ORDINARY_STEPS = 1_500;

  /** The twin is an H2 there too: what differs between the stores must not be seen. */
  private static final int POSTGRES_STEPS = 50;

  private static final int SECONDS = Integer.getInteger("twin.seconds", 200);
  private static final int DIFFERENCES = Integer.getInteger("twin.differences", 1);

  /** Where captured rows live: one result whatever it is. */
  private static final List<String> HOMES =
      List.of(System.getProperty("twin.homes", "auto,jvm,store").split(","));

  static Stream<Arguments> runs() {
    return Embodiments.all().stream()
        .flatMap(e -> HOMES.stream().map(home -> Arguments.of(e, home)));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void lensAndTwinAgree(Embodiment embodiment, String home) throws SQLException {
    long nanos = SECONDS * 1_000_000_000L / runs().count();
    long deadline = STEPS > 0 ? Long.MAX_VALUE : System.nanoTime() + nanos;
    agree(embodiment, STEPS > 0 ? STEPS : ORDINARY_STEPS, deadline, new Setting(home, false));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void lensOverPostgresAndTwinAgree(Embodiment embodiment, String home) throws SQLException {
    assumeTrue(PostgresServer.available(), "no PostgreSQL for this machine");
    agree(embodiment, STEPS > 0 ? STEPS : POSTGRES_STEPS, Long.MAX_VALUE, new Setting(home, true));
  }

  private static void agree(Embodiment embodiment, int steps, long deadline, Setting setting)
      throws SQLException {
    long drawn = STEPS > 0 ? System.nanoTime() & 0xffffff : 20261201L;
    long seed = Long.getLong("twin.seed", drawn);
    TwinRun run = new TwinRun(embodiment, setting, seed);
    List<String> differences = new ArrayList<>();
    Optional<String> difference;
    do {
      difference = run.run(steps, deadline);
      difference.ifPresent(differences::add);
    } while (difference.isPresent() && differences.size() < DIFFERENCES);
    System.out.println(
        "twin: "
            + embodiment
            + ", "
            + setting
            + ", seed "
            + seed
            + ", statements "
            + run.statements());
    if (!differences.isEmpty()) {
      fail(
          embodiment + ", " + setting + ", seed " + seed + "\n" + String.join("\n\n", differences));
    }
  }
}
