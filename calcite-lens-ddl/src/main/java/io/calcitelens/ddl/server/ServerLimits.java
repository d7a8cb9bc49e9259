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
package io.calcitelens.ddl.server;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;

/**
 * How much a server gives.
 *
 * @param sessions that may be open at a time
 * @param statements that a session may have open at a time
 * @param rows that one answer may hold
 * @param idle how long a session may rest before it is ended
 */
public record ServerLimits(int sessions, int statements, int rows, Duration idle) {
  /** What a server gives if nothing else is said. */
  public static final ServerLimits DEFAULT =
      new ServerLimits(256, 1_000, 10_000, Duration.ofMinutes(30));

  public ServerLimits {
    checkArgument(sessions > 0, "sessions");
    checkArgument(statements > 0, "statements");
    checkArgument(rows > 0, "rows");
    checkArgument(!idle.isNegative() && !idle.isZero(), "idle");
  }
}
